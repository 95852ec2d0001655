//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// atomic-add: `x[i] += v` becomes `atomicAdd(&x[i], v)`.
//
//===----------------------------------------------------------------------===//

#include "../CodeText.h"
#include "Builtin.h"
#include "ValueText.h"

using namespace clang;

namespace kmend {

namespace {
/// What a statement does to a memory cell.
struct Update {
  const Expr *Cell = nullptr;
  const Expr *Value = nullptr; ///< null: one
  bool Negative = false;
  llvm::StringRef Function = "atomicAdd";
};
} // namespace

static std::optional<Update> readUpdate(const EditContext &Context,
                                        const Expr &E) {
  if (auto *B = dyn_cast<CompoundAssignOperator>(&E)) {
    if (B->getOpcode() == BO_AddAssign || B->getOpcode() == BO_SubAssign)
      return Update{B->getLHS(), B->getRHS(), B->getOpcode() == BO_SubAssign};
    if (B->getOpcode() == BO_OrAssign)
      return Update{B->getLHS(), B->getRHS(), false, "atomicOr"};
    if (B->getOpcode() == BO_AndAssign)
      return Update{B->getLHS(), B->getRHS(), false, "atomicAnd"};
    if (B->getOpcode() == BO_XorAssign)
      return Update{B->getLHS(), B->getRHS(), false, "atomicXor"};
    return std::nullopt;
  }
  if (auto *U = dyn_cast<UnaryOperator>(&E); U && U->isIncrementDecrementOp())
    return Update{U->getSubExpr(), nullptr, !U->isIncrementOp()};
  auto *B = dyn_cast<BinaryOperator>(&E);
  if (!B || B->getOpcode() != BO_Assign)
    return std::nullopt;
  // x = x + v, x = v + x, x = x - v, x = max(x, v)
  llvm::StringRef Cell = sourceText(Context, *B->getLHS());
  auto IsCell = [&](const Expr *Other) {
    return sameCode(sourceText(Context, *Other->IgnoreParens()), Cell);
  };
  const Expr *Right = B->getRHS()->IgnoreParenImpCasts();
  if (auto *Sum = dyn_cast<BinaryOperator>(Right)) {
    if (Sum->getOpcode() == BO_Add && IsCell(Sum->getLHS()))
      return Update{B->getLHS(), Sum->getRHS()};
    if (Sum->getOpcode() == BO_Add && IsCell(Sum->getRHS()))
      return Update{B->getLHS(), Sum->getLHS()};
    if (Sum->getOpcode() == BO_Sub && IsCell(Sum->getLHS()))
      return Update{B->getLHS(), Sum->getRHS(), true};
  }
  if (auto *Call = dyn_cast<CallExpr>(Right);
      Call && Call->getNumArgs() == 2 &&
      B->getLHS()->getType()->isIntegerType()) {
    const auto *F = dyn_cast_or_null<FunctionDecl>(Call->getCalleeDecl());
    llvm::StringRef Name =
        F && F->getDeclName().isIdentifier() ? F->getName() : "";
    if (Name != "max" && Name != "min")
      return std::nullopt;
    unsigned Other = IsCell(Call->getArg(0)) ? 1 : 0;
    if (IsCell(Call->getArg(1 - Other)))
      return Update{B->getLHS(), Call->getArg(Other), false,
                    Name == "max" ? "atomicMax" : "atomicMin"};
  }
  return std::nullopt;
}

static llvm::Error atomicAdd(EditContext &Context, const BoundNodes &Nodes) {
  auto Place = siteStatement(Context, Nodes);
  if (!Place)
    return Place.takeError();
  const auto *E = dyn_cast<Expr>(Place->Statement);
  auto Found =
      E ? readUpdate(Context, *E->IgnoreParenImpCasts()) : std::nullopt;
  if (!Found)
    return notHere(Context, Nodes,
                   "the statement adds to no memory cell (x[i] += v)");
  const Expr *Cell = Found->Cell->IgnoreParens();
  QualType T = Cell->getType().getUnqualifiedType();
  if (T.isVolatileQualified() ||
      (!T->isDependentType() && !T->isArithmeticType() &&
       toFloatFunction(T).empty()))
    return notHere(Context, Nodes, "no atomic operation has this type");
  llvm::StringRef CellText = sourceText(Context, *Cell);
  if (CellText.empty())
    return notHere(Context, Nodes, "the cell is written by a macro");
  std::string Address = ("&" + CellText).str();
  if (auto *U = dyn_cast<UnaryOperator>(Cell); U && U->getOpcode() == UO_Deref)
    Address = sourceText(Context, *U->getSubExpr()->IgnoreParens()).str();
  std::string Value = "1";
  if (Found->Value) {
    const Expr *V = Found->Value->IgnoreImpCasts();
    Value = sourceText(Context, *V).str();
    bool SameType = T->isDependentType() || V->getType()->isDependentType() ||
                    Context.ast().hasSameUnqualifiedType(V->getType(), T);
    if (Found->Negative)
      Value = "-(" + Value + ")";
    if (!SameType)
      Value = "static_cast<" +
              T.getAsString(Context.ast().getPrintingPolicy()) + ">(" + Value +
              ")";
  } else if (Found->Negative) {
    Value = "-1";
  }
  if (T->isSpecificBuiltinType(BuiltinType::ULong))
    Address = "reinterpret_cast<unsigned long long *>(" + Address + ")";
  Context.Edits.replace(
      Place->Range,
      (Found->Function + "(" + Address + ", " + Value + ");").str());
  return llvm::Error::success();
}

extern const Builtin AtomicAdd;
const Builtin AtomicAdd = {"atomic-add", atomicAdd};

} // namespace kmend
