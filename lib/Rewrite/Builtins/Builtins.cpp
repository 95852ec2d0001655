//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The list of builtins, by name.
//
//===----------------------------------------------------------------------===//

#include "Builtin.h"
#include "clang/AST/ASTContext.h"

namespace kmend {

extern const Builtin InsertBarrierAfterSharedWrite, InsertBarrierAtLoopEnd,
    InsertBarrierBefore, AtomicAdd, GuardedFill, SwapArguments, WidenIndex,
    CapBlockSize, EarlyReturnToPredicate, MoveDeclarationIntoLoop, ScalarTail,
    WidenAccumulator, ZeroBeforeLaunch;

llvm::ArrayRef<const Builtin *> allBuiltins() {
  static const Builtin *const List[] = {
      &AtomicAdd,
      &CapBlockSize,
      &EarlyReturnToPredicate,
      &GuardedFill,
      &InsertBarrierAfterSharedWrite,
      &InsertBarrierAtLoopEnd,
      &InsertBarrierBefore,
      &MoveDeclarationIntoLoop,
      &ScalarTail,
      &SwapArguments,
      &WidenAccumulator,
      &WidenIndex,
      &ZeroBeforeLaunch,
  };
  return List;
}

const Builtin *findBuiltin(llvm::StringRef Name) {
  for (const Builtin *B : allBuiltins())
    if (B->Name == Name)
      return B;
  return nullptr;
}

const clang::DynTypedNode &siteOf(const BoundNodes &Nodes) {
  return Nodes.getMap().find("site")->second;
}

llvm::Error notHere(EditContext &Context, const BoundNodes &Nodes,
                    const llvm::Twine &Why) {
  auto Range = byteRange(Context.ast(), siteOf(Nodes));
  return Context.refuse(Range.value_or(ByteRange()), Why);
}

llvm::Expected<StatementPlace> siteStatement(EditContext &Context,
                                             const BoundNodes &Nodes) {
  if (auto Place = statementAround(Context.ast(), siteOf(Nodes)))
    return *Place;
  return notHere(Context, Nodes, "the site stands in no statement");
}

} // namespace kmend
