//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Operation.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"

using namespace clang;

namespace kmend {

static llvm::Error applyDelete(EditContext &Context, const Edit &E) {
  auto Target = Context.target(E);
  if (!Target)
    return Target.takeError();
  auto Place = Context.statement(E, *Target);
  if (!Place)
    return Place.takeError();
  bool Whole = Target->Range == Place->Range ||
               Context.text(Target->Range) ==
                   Context.text(Place->Range).rtrim(";").rtrim();
  if (!Whole)
    return Context.refuse(
        Target->Range,
        "'delete' removes a statement, and " + Target->Name +
            " is a part of one: " + Context.describe(Place->Range) +
            "; use replace for a part");
  removeStatement(Context.Edits, Context.ast(), *Place);
  return llvm::Error::success();
}

extern const Operation DeleteOperation;
const Operation DeleteOperation = {
    "delete", TargetUse::Required, {}, {}, applyDelete};

} // namespace kmend
