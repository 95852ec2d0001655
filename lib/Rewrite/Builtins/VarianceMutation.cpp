//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// E[x^2] - E[x]^2 loses everything when the mean is large. Both sums are taken
// of x - pivot instead, where the pivot is the first element, and the pivot is
// added to the mean where the mean is used.
//
//===----------------------------------------------------------------------===//

#include "Mutation.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace kmend {

namespace {

class Squares : public DynamicRecursiveASTVisitor {
public:
  bool VisitBinaryOperator(BinaryOperator *Op) override {
    if (Op->getOpcode() == BO_Mul)
      Products.push_back(Op);
    return true;
  }
  bool VisitCallExpr(CallExpr *Call) override {
    const FunctionDecl *Callee = Call->getDirectCallee();
    if (Callee && Callee->getIdentifier() && Call->getNumArgs() == 3 &&
        (Callee->getName() == "fmaf" || Callee->getName() == "fma"))
      Fmas.push_back(Call);
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    Refs.push_back(E);
    return true;
  }
  std::vector<const BinaryOperator *> Products;
  std::vector<const CallExpr *> Fmas;
  std::vector<const DeclRefExpr *> Refs;
};

} // namespace

/// The variable that \p E is, or null.
static const VarDecl *variableOf(const Expr *E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
  return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
}

/// The variable that \p E is the square of, or null.
static const VarDecl *squareOf(const Expr *E) {
  const auto *Op = dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts());
  if (!Op || Op->getOpcode() != BO_Mul)
    return nullptr;
  const VarDecl *V = variableOf(Op->getLHS());
  return V && V == variableOf(Op->getRHS()) ? V : nullptr;
}

/// The loops around \p S, innermost first.
static std::vector<const ForStmt *> loopsAround(const Stmt &S,
                                                ASTContext &Context) {
  std::vector<const ForStmt *> Loops;
  for (const Stmt *P = parentOf(S, Context); P; P = parentOf(*P, Context))
    if (const auto *For = dyn_cast<ForStmt>(P))
      Loops.push_back(For);
  return Loops;
}

/// The text of \p E with the variables of \p Loops set to 0.
static std::string atFirstRound(const Expr &E,
                                llvm::ArrayRef<const ForStmt *> Loops,
                                ASTContext &Context) {
  std::vector<const Decl *> Variables;
  for (const ForStmt *For : Loops)
    if (const auto *D = dyn_cast_or_null<DeclStmt>(For->getInit()))
      Variables.insert(Variables.end(), D->decl_begin(), D->decl_end());
  Squares Visitor;
  Visitor.TraverseStmt(const_cast<Expr *>(&E));
  CharSourceRange Range = rangeOf(E, Context);
  if (Range.isInvalid())
    return {};
  const SourceManager &SM = Context.getSourceManager();
  std::string Text = textOf(E, Context);
  llvm::sort(Visitor.Refs, [&](const DeclRefExpr *A, const DeclRefExpr *B) {
    return SM.isBeforeInTranslationUnit(B->getLocation(), A->getLocation());
  });
  bool Changed = false;
  for (const DeclRefExpr *Ref : Visitor.Refs) {
    if (!llvm::is_contained(Variables, Ref->getDecl()))
      continue;
    size_t Offset = SM.getFileOffset(Ref->getLocation()) -
                    SM.getFileOffset(Range.getBegin());
    size_t Length = Ref->getDecl()->getNameAsString().size();
    if (Offset + Length > Text.size())
      return {};
    Text.replace(Offset, Length, "0");
    Changed = true;
  }
  return Changed ? Text : std::string();
}

/// The part of an initialiser that is subtracted from: the loaded value, not
/// the zero of lanes without an element.
static const Expr &loadedPart(const Expr &Init) {
  if (const auto *C = dyn_cast<ConditionalOperator>(Init.IgnoreParenImpCasts()))
    return *C->getTrueExpr();
  return Init;
}

std::vector<Variant> shiftedVariance(const Stmt &Site, ASTContext &Context) {
  const auto *Op = dyn_cast<BinaryOperator>(&Site);
  const VarDecl *Mean =
      Op && Op->getOpcode() == BO_Sub ? squareOf(Op->getRHS()) : nullptr;
  const FunctionDecl *Function = Mean ? functionAround(Site, Context) : nullptr;
  if (!Function || !Function->getBody())
    return {};
  Squares All;
  All.TraverseStmt(Function->getBody());
  const SourceManager &SM = Context.getSourceManager();

  // The squares that are summed up.
  Variant V;
  std::string Pivot = Mean->getNameAsString() + "_pivot";
  const ForStmt *Outermost = nullptr;
  std::string PivotText;
  std::vector<const VarDecl *> Shifted;
  auto Shift = [&](const Expr *Factor) {
    const VarDecl *Value = variableOf(Factor);
    if (!Value || Value == Mean || !Value->getInit() ||
        llvm::is_contained(Shifted, Value))
      return;
    std::vector<const ForStmt *> Loops = loopsAround(*Factor, Context);
    const Expr &Load = loadedPart(*Value->getInit());
    std::string Text = atFirstRound(Load, Loops, Context);
    CharSourceRange Range = rangeOf(Load, Context);
    if (Loops.empty() || Text.empty() || Range.isInvalid())
      return;
    Shifted.push_back(Value);
    V.push_back({Range, termTextOf(Load, Context) + " - " + Pivot});
    if (!Outermost) {
      Outermost = Loops.back();
      PivotText = Text;
    }
  };
  for (const BinaryOperator *P : All.Products)
    if (squareOf(P))
      Shift(P->getLHS());
  for (const CallExpr *C : All.Fmas)
    if (variableOf(C->getArg(0)) &&
        variableOf(C->getArg(0)) == variableOf(C->getArg(1)))
      Shift(C->getArg(0));
  if (!Outermost)
    return {};
  CharSourceRange Loop = rangeOf(*Outermost, Context);
  if (Loop.isInvalid())
    return {};
  V.push_back({CharSourceRange::getCharRange(Loop.getBegin(), Loop.getBegin()),
               "const float " + Pivot + " = " + PivotText + ";\n" +
                   Lexer::getIndentationForLine(Loop.getBegin(), SM).str()});

  // Everybody else wants the mean of x.
  CharSourceRange Difference = rangeOf(Site, Context);
  for (const DeclRefExpr *Ref : All.Refs) {
    if (Ref->getDecl() != Mean)
      continue;
    CharSourceRange Range = rangeOf(*Ref, Context);
    if (Range.isInvalid() || Difference.isInvalid())
      return {};
    unsigned At = SM.getFileOffset(Range.getBegin());
    if (At >= SM.getFileOffset(Difference.getBegin()) &&
        At < SM.getFileOffset(Difference.getEnd()))
      continue;
    const auto *Assign =
        dyn_cast_or_null<BinaryOperator>(parentOf(*Ref, Context));
    if (Assign && Assign->isAssignmentOp() && Assign->getLHS() == Ref)
      continue;
    V.push_back({Range, "(" + textOf(Range, Context) + " + " + Pivot + ")"});
  }
  return {std::move(V)};
}

} // namespace kmend
