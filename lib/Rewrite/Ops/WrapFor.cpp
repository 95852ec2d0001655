//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../CodeText.h"
#include "Operation.h"
#include "clang/AST/Stmt.h"

using namespace clang;

namespace kmend {

static llvm::Error applyWrapFor(EditContext &Context, const Edit &E) {
  auto Target = Context.target(E);
  if (!Target)
    return Target.takeError();
  auto Place = Context.statement(E, *Target);
  if (!Place)
    return Place.takeError();
  if (llvm::Error Bad = checkStatements(E, "header"))
    return Bad;
  // Both `int i = 0; i < n; ++i` and `for (int i = 0; ...)` are understood.
  llvm::StringRef Header = field(E, "header").trim();
  if (Header.consume_front("for")) {
    Header = Header.trim();
    if (!Header.consume_front("(") || !Header.consume_back(")"))
      return Context.refuse(Target->Range,
                            "'header' is not of the form for (...)");
  }
  if (Header.count(';') != 2 && !Header.contains(" : "))
    return Context.refuse(Target->Range,
                          "'header' is `" + Header +
                              "`; expected `init; condition; increment`");
  if (isa<DeclStmt>(Place->Statement))
    return Context.refuse(Place->Range, Target->Name +
                                            " declares a variable whose scope "
                                            "would end in the loop");
  // The statement is this loop already, or stands in it.
  auto SameLoop = [&](const StatementPlace &Loop) {
    const auto *F = dyn_cast<ForStmt>(Loop.Statement);
    auto Body = F ? byteRange(Context.ast(), F->getBody()->getSourceRange())
                  : std::nullopt;
    return Body && sameCode(Context.text({Loop.Range.Begin, Body->Begin}),
                            ("for (" + Header + ")").str());
  };
  auto Outer = outerStatement(Context.ast(), *Place);
  if (SameLoop(*Place) || (Outer && SameLoop(*Outer)))
    return Context.refuse(Place->Range, Target->Name +
                                            " stands in this loop already; "
                                            "the edit was applied before");
  wrapStatement(Context.Edits, Context.ast(), *Place,
                ("for (" + Header + ")").str());
  return llvm::Error::success();
}

extern const Operation WrapForOperation;
static constexpr llvm::StringLiteral Required[] = {"header"};
const Operation WrapForOperation = {
    "wrap_for", TargetUse::Required, Required, {}, applyWrapFor};

} // namespace kmend
