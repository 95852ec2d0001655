//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Operation.h"

namespace kmend {

static llvm::Error applyInsertBefore(EditContext &Context, const Edit &E) {
  auto Target = Context.target(E);
  if (!Target)
    return Target.takeError();
  auto Place = Context.statement(E, *Target);
  if (!Place)
    return Place.takeError();
  if (llvm::Error Bad = checkStatements(E, "code"))
    return Bad;
  return insertBefore(Context.Edits, Context.ast(), *Place, field(E, "code"));
}

extern const Operation InsertBeforeOperation;
static constexpr llvm::StringLiteral Required[] = {"code"};
const Operation InsertBeforeOperation = {
    "insert_before", TargetUse::Required, Required, {}, applyInsertBefore};

} // namespace kmend
