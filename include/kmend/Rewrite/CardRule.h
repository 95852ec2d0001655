//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of a card that acts: where it can sit and what it edits. Cards are
// read by lib/Knowledge; applying them needs only this.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_REWRITE_CARDRULE_H
#define KMEND_REWRITE_CARDRULE_H

#include "kmend/Frontend/NodeTable.h"
#include "kmend/Support/Error.h"
#include <string>
#include <vector>

namespace kmend {

/// One text edit of a card: a Transformer range selector over the nodes that
/// the matcher bound, and a text in which ${x} is the source text of node x.
struct CardEdit {
  std::string Range, With;
  SourceLocation Where;
};

/// One alternative: text edits, or the name of a builtin of lib/Rewrite.
struct CardRewrite {
  std::vector<CardEdit> Edits;
  std::string Builtin;
};

/// Where a card may apply.
enum class CardScope { Kernel, DeviceFunction, LaunchConfiguration, Host };

struct CardRule {
  std::string Id;
  std::string
      Suspect; ///< clang-query matcher, binds "site" and what edits name
  std::vector<CardScope> Scope;
  std::vector<CardRewrite> Rewrites;
  SourceLocation Where; ///< of the matcher text in the card
};

/// A place where a card's matcher holds and its edits are possible.
struct CardSite {
  unsigned Index = 0; ///< stable for one text and card
  SourceLocation Where;
  std::string Node;     ///< nearest node id
  std::string Function; ///< it stands in
  std::string Text;     ///< source text of "site"
};

/// Compiles the matcher and the selectors. The error carries the matcher
/// parser's message at its place in the card, exit code InvalidInput.
llvm::Error checkCardRule(const CardRule &Rule);

/// The sites of \p Rule for rewrite \p Alternative, in source order, each once
/// whatever number of template instances matched. Sites whose ranges cannot be
/// edited (macro bodies) are left out.
llvm::Expected<std::vector<CardSite>> findCardSites(const ParsedSource &Source,
                                                    const CardRule &Rule,
                                                    unsigned Alternative = 0);

} // namespace kmend

#endif // KMEND_REWRITE_CARDRULE_H
