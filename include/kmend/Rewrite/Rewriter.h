//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Applies an edit script to a source, all or nothing.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_REWRITE_REWRITER_H
#define KMEND_REWRITE_REWRITER_H

#include "kmend/Frontend/ParsedSource.h"
#include "kmend/Rewrite/CardRule.h"
#include "kmend/Rewrite/EditScript.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace kmend {

/// What a script made of a source.
struct RewriteResult {
  std::string Text;                     ///< the new source
  std::string Diff;                     ///< unified diff
  std::string ReplacementsYaml;         ///< what clang-apply-replacements reads
  std::unique_ptr<ParsedSource> Parsed; ///< the new source, parsed and checked
};

/// Finds the rule of a card by id, or null.
using CardLookup = llvm::function_ref<const CardRule *(llvm::StringRef Id)>;

/// Applies \p Script to \p Source. Nothing applies unless everything applies:
/// unknown node, `expect` that differs, overlapping edits, an edit inside a
/// macro expansion, a result that does not parse, a script that changes nothing
/// or was applied before. Errors have exit code InvalidScript and say what was
/// found, what was expected, and the nearest nodes.
llvm::Expected<RewriteResult> applyScript(const ParsedSource &Source,
                                          const EditScript &Script,
                                          CardLookup Cards);

} // namespace kmend

#endif // KMEND_REWRITE_REWRITER_H
