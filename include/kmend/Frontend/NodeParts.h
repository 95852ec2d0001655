//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The named parts of a node: the `cond` of a loop, the `rhs` of an assignment,
// the `grid` of a launch. docs/EditScript.md lists the names.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_FRONTEND_NODEPARTS_H
#define KMEND_FRONTEND_NODEPARTS_H

#include "kmend/Frontend/SourceRanges.h"
#include <string>
#include <vector>

namespace kmend {

/// One part of a node. A part that is no node of the tree (an operator, a type)
/// has a range only.
struct NodePart {
  std::string Name;
  ByteRange Range; ///< statements with their `;`
  std::optional<clang::DynTypedNode> Node;
};

/// What \p Node is, in a word: for, if, var, parameter, launch, call, binary
/// ...
llvm::StringRef nodeKind(const clang::DynTypedNode &Node);

/// The parts of \p Node that are spelled in the main file, in source order as
/// far as the language allows. Each name occurs once.
std::vector<NodePart> nodeParts(const clang::ASTContext &Context,
                                const clang::DynTypedNode &Node);

} // namespace kmend

#endif // KMEND_FRONTEND_NODEPARTS_H
