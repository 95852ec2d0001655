//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// guarded-fill: `if (c) s[i] = v;` becomes `s[i] = c ? v : 0;`, so that threads
// beyond the edge write a neutral value instead of leaving an old one.
//
//===----------------------------------------------------------------------===//

#include "../CodeText.h"
#include "../ExpressionText.h"
#include "Builtin.h"
#include "ValueText.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/OperatorPrecedence.h"

using namespace clang;

namespace kmend {

/// The only statement of \p S, through blocks.
static const Stmt *onlyStatement(const Stmt *S) {
  while (const auto *Block = dyn_cast_or_null<CompoundStmt>(S)) {
    if (Block->size() != 1)
      return nullptr;
    S = Block->body_front();
  }
  return S;
}

static llvm::Error guardedFill(EditContext &Context, const BoundNodes &Nodes) {
  auto Place = siteStatement(Context, Nodes);
  if (!Place)
    return Place.takeError();
  std::optional<StatementPlace> Current = *Place;
  while (Current && !isa<IfStmt>(Current->Statement))
    Current = outerStatement(Context.ast(), *Current);
  const auto *If = Current ? cast<IfStmt>(Current->Statement) : nullptr;
  if (!If || If->getElse() || If->getInit() || If->getConditionVariable())
    return notHere(Context, Nodes, "the site is in no `if` without `else`");
  const auto *E = dyn_cast_or_null<Expr>(onlyStatement(If->getThen()));
  const BinaryOperator *Assign =
      E ? dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts()) : nullptr;
  const Expr *Left = nullptr, *Right = nullptr;
  if (Assign && Assign->getOpcode() == BO_Assign) {
    Left = Assign->getLHS();
    Right = Assign->getRHS()->IgnoreUnlessSpelledInSource();
  } else if (auto *O = E ? dyn_cast<CXXOperatorCallExpr>(E->IgnoreImplicit())
                         : nullptr;
             O && O->getOperator() == OO_Equal) {
    Left = O->getArg(0);
    Right = O->getArg(1)->IgnoreUnlessSpelledInSource();
  }
  if (!Left)
    return notHere(Context, Nodes, "the `if` guards more than one assignment");
  llvm::StringRef Cell = sourceText(Context, *Left);
  llvm::StringRef Value = sourceText(Context, *Right);
  llvm::StringRef Condition = sourceText(Context, *If->getCond());
  std::string Zero = zeroOf(Context.ast(), Left->getType());
  if (Cell.empty() || Value.empty() || Condition.empty() || Zero.empty())
    return notHere(Context, Nodes,
                   "the `if` is written by a macro, or its "
                   "type has no zero");
  int P = lowestPrecedence(Condition);
  std::string Guard = P > 0 && P <= prec::Conditional
                          ? "(" + Condition.str() + ")"
                          : Condition.str();
  Context.Edits.replace(
      Current->Range,
      (Cell + " = " + Guard + " ? " + Value + " : " + Zero + ";").str());
  return llvm::Error::success();
}

extern const Builtin GuardedFill;
const Builtin GuardedFill = {"guarded-fill", guardedFill};

} // namespace kmend
