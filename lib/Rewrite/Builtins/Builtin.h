//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A rewrite that needs more than text: one file in this folder, one line in
// Builtins.cpp, one section of docs/Builtins.md.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_REWRITE_BUILTINS_BUILTIN_H
#define KMEND_LIB_REWRITE_BUILTINS_BUILTIN_H

#include "../EditContext.h"
#include "clang/ASTMatchers/ASTMatchers.h"

namespace kmend {

/// What a card's matcher bound at one site.
using BoundNodes = clang::ast_matchers::BoundNodes;

struct Builtin {
  llvm::StringLiteral Name;
  /// Adds the edits of one site to \p Context.Edits. An error says why the
  /// rewrite is not possible there; edits added before it are dropped.
  llvm::Error (*Apply)(EditContext &Context, const BoundNodes &Nodes);
};

llvm::ArrayRef<const Builtin *> allBuiltins();
const Builtin *findBuiltin(llvm::StringRef Name);

/// The bound node \p Name as T, or null.
template <typename T>
const T *bound(const BoundNodes &Nodes, llvm::StringRef Name) {
  return Nodes.getNodeAs<T>(Name);
}

/// The node "site".
const clang::DynTypedNode &siteOf(const BoundNodes &Nodes);

/// The statement around the site, or an error.
llvm::Expected<StatementPlace> siteStatement(EditContext &Context,
                                             const BoundNodes &Nodes);

/// An error that says why a builtin cannot work at the site.
llvm::Error notHere(EditContext &Context, const BoundNodes &Nodes,
                    const llvm::Twine &Why);

} // namespace kmend

#endif // KMEND_LIB_REWRITE_BUILTINS_BUILTIN_H
