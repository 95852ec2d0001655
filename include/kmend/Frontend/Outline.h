//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The numbered listing of a source: its text with the ids of what stands on
// each line, and a summary of kernels, launches, shared variables and barriers.
// docs/Outline.md describes both forms.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_FRONTEND_OUTLINE_H
#define KMEND_FRONTEND_OUTLINE_H

#include "kmend/Frontend/NodeTable.h"
#include "llvm/Support/JSON.h"

namespace kmend {

/// How much of the listing to print.
struct OutlineOptions {
  bool Statements = false; ///< ids of declarations and statements only
  bool Summary = true;     ///< kernels, launches, ... at the top
  std::string Function;    ///< the lines of this function only, empty: all
};

/// The listing for people and models. Fails when the function does not exist.
llvm::Expected<std::string> outlineText(const ParsedSource &Source,
                                        const NodeTable &Nodes,
                                        const OutlineOptions &Options = {});

/// The same as one document with schema_version 1.
llvm::Expected<llvm::json::Value>
outlineJson(const ParsedSource &Source, const NodeTable &Nodes,
            const OutlineOptions &Options = {});

} // namespace kmend

#endif // KMEND_FRONTEND_OUTLINE_H
