//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../CodeText.h"
#include "../ExpressionText.h"
#include "Operation.h"
#include "clang/AST/Expr.h"

using namespace clang;

namespace kmend {

static llvm::Error applyReplace(EditContext &Context, const Edit &E) {
  auto Target = Context.target(E);
  if (!Target)
    return Target.takeError();
  llvm::StringRef With = field(E, "with");
  if (sameCode(With, Context.text(Target->Range)))
    return Context.refuse(Target->Range,
                          Target->Name + " is `" +
                              Context.text(Target->Range).take_front(80) +
                              "` already; the edit changes nothing");
  const Stmt *S = Target->Node ? Target->Node->get<Stmt>() : nullptr;
  std::optional<StatementPlace> Place;
  if (S)
    Place = statementAround(Context.ast(), *Target->Node);
  bool Statement =
      Place && Place->Statement == S && Place->Range == Target->Range;
  // A body is a block of statements, with its braces or without.
  bool Body = S && isa<CompoundStmt>(S);
  bool Declaration = Target->Node && Target->Node->get<Decl>();
  if (Statement || Body || Declaration) {
    if (llvm::Error Bad = checkStatements(E, "with"))
      return Bad;
    std::string Text =
        indented(With, indentAt(Context.Source.text(), Target->Range.Begin));
    llvm::StringRef Old = Context.text(Target->Range);
    if (Old.ends_with(";") && !llvm::StringRef(Text).ends_with(";") &&
        !llvm::StringRef(Text).ends_with("}"))
      Text += ";";
    if (Body && !llvm::StringRef(Text).starts_with("{"))
      Text = "{ " + Text +
             (llvm::StringRef(Text).ends_with(";") ||
                      llvm::StringRef(Text).ends_with("}")
                  ? " }"
                  : "; }");
    Context.Edits.replace(Target->Range, Text);
    return llvm::Error::success();
  }
  if (llvm::Error Bad = checkExpression(E, "with"))
    return Bad;
  const auto *Old = S ? dyn_cast<Expr>(S) : nullptr;
  Context.Edits.replace(Target->Range,
                        Old ? asOperand(Context.ast(), *Old, With.trim())
                            : With.trim().str());
  return llvm::Error::success();
}

extern const Operation ReplaceOperation;
static constexpr llvm::StringLiteral Required[] = {"with"};
const Operation ReplaceOperation = {
    "replace", TargetUse::Required, Required, {}, applyReplace};

} // namespace kmend
