//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// swap-arguments: the bound expressions "a" and "b" change places.
//
//===----------------------------------------------------------------------===//

#include "Builtin.h"
#include "ValueText.h"

using namespace clang;

namespace kmend {

static llvm::Error swapArguments(EditContext &Context,
                                 const BoundNodes &Nodes) {
  const Expr *A = bound<Expr>(Nodes, "a"), *B = bound<Expr>(Nodes, "b");
  if (!A || !B)
    return notHere(Context, Nodes,
                   "the matcher must bind two expressions, \"a\" and \"b\"");
  auto First = byteRange(Context.ast(), A->getSourceRange());
  auto Second = byteRange(Context.ast(), B->getSourceRange());
  if (!First || !Second || First->contains(*Second) || Second->contains(*First))
    return notHere(Context, Nodes, "the two expressions cannot change places");
  std::string Left = Context.text(*First).str();
  std::string Right = Context.text(*Second).str();
  if (Left == Right)
    return notHere(Context, Nodes, "the two expressions are the same");
  Context.Edits.replace(*First, Right);
  Context.Edits.replace(*Second, Left);
  return llvm::Error::success();
}

extern const Builtin SwapArguments;
const Builtin SwapArguments = {"swap-arguments", swapArguments};

} // namespace kmend
