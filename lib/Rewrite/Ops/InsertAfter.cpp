//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Operation.h"

namespace kmend {

static llvm::Error applyInsertAfter(EditContext &Context, const Edit &E) {
  auto Target = Context.target(E);
  if (!Target)
    return Target.takeError();
  auto Place = Context.statement(E, *Target);
  if (!Place)
    return Place.takeError();
  if (llvm::Error Bad = checkStatements(E, "code"))
    return Bad;
  return insertAfter(Context.Edits, Context.ast(), *Place, field(E, "code"));
}

extern const Operation InsertAfterOperation;
static constexpr llvm::StringLiteral Required[] = {"code"};
const Operation InsertAfterOperation = {
    "insert_after", TargetUse::Required, Required, {}, applyInsertAfter};

} // namespace kmend
