//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Mutations of comparisons: operator, bound off by one, operand taken from
// another comparison of the function, offset by the difference of two extents.
//
//===----------------------------------------------------------------------===//

#include "Mutation.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace kmend {

/// The operator that is one off \p Op.
static llvm::StringRef neighbour(BinaryOperatorKind Op) {
  switch (Op) {
  case BO_LT:
    return "<=";
  case BO_LE:
    return "<";
  case BO_GT:
    return ">=";
  case BO_GE:
    return ">";
  default:
    return {};
  }
}

std::vector<Variant> comparisonOperator(const Stmt &Site, ASTContext &Context) {
  const auto *Op = dyn_cast<BinaryOperator>(&Site);
  if (!Op)
    return {};
  llvm::StringRef With = neighbour(Op->getOpcode());
  CharSourceRange Range = Lexer::makeFileCharRange(
      CharSourceRange::getTokenRange(Op->getOperatorLoc()),
      Context.getSourceManager(), Context.getLangOpts());
  if (With.empty() || Range.isInvalid())
    return {};
  return {{{Range, With.str()}}};
}

/// Whether \p E is the literal 1.
static bool isOne(const Expr &E) {
  const auto *Literal = dyn_cast<IntegerLiteral>(E.IgnoreParenImpCasts());
  return Literal && Literal->getValue() == 1;
}

/// Whether `E + 1` in place of \p E needs parentheses.
static bool bindsTighterThanSum(const Expr &E, ASTContext &Context) {
  const Stmt *Parent = parentOf(E, Context);
  if (const auto *Op = dyn_cast_or_null<BinaryOperator>(Parent))
    return Op->isMultiplicativeOp() ||
           (Op->getOpcode() == BO_Sub && Op->getRHS()->IgnoreImpCasts() == &E);
  return isa_and_nonnull<UnaryOperator, ExplicitCastExpr>(Parent);
}

std::vector<Variant> offByOne(const Stmt &Site, ASTContext &Context) {
  const auto *E = dyn_cast<Expr>(&Site);
  if (!E || !isCount(E->getType()))
    return {};
  CharSourceRange Range = rangeOf(*E, Context);
  if (Range.isInvalid())
    return {};
  std::vector<Variant> Variants;
  const auto *Op = dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts());
  if (Op && Op->isAdditiveOp() && isOne(*Op->getRHS())) {
    // One of the two neighbours is the text without the 1.
    Variants.push_back({{Range, textOf(*Op->getLHS(), Context)}});
    std::string More = Op->getOpcode() == BO_Add ? " + 2" : " - 2";
    Variants.push_back({{Range, textOf(*Op->getLHS(), Context) + More}});
  } else {
    const Expr *Inner = E->IgnoreImpCasts();
    bool Loose = isa<AbstractConditionalOperator>(Inner) ||
                 (isa<BinaryOperator>(Inner) &&
                  !cast<BinaryOperator>(Inner)->isMultiplicativeOp() &&
                  !cast<BinaryOperator>(Inner)->isAdditiveOp());
    std::string Text = textOf(*E, Context);
    if (Loose)
      Text = "(" + Text + ")";
    for (llvm::StringRef Step : {" + 1", " - 1"})
      Variants.push_back({{Range, Text + Step.str()}});
  }
  if (bindsTighterThanSum(*E, Context))
    for (Variant &V : Variants)
      V.front().Text = "(" + V.front().Text + ")";
  return Variants;
}

namespace {

/// Collects the comparisons of a function.
class Comparisons : public DynamicRecursiveASTVisitor {
public:
  bool VisitBinaryOperator(BinaryOperator *Op) override {
    if (Op->isRelationalOp())
      Found.push_back(Op);
    return true;
  }
  std::vector<const BinaryOperator *> Found;
};

} // namespace

static std::vector<const BinaryOperator *>
comparisonsAround(const Stmt &Site, ASTContext &Context) {
  const FunctionDecl *Function = functionAround(Site, Context);
  Comparisons Visitor;
  if (Function && Function->getBody())
    Visitor.TraverseStmt(Function->getBody());
  return Visitor.Found;
}

std::vector<Variant> siblingComparison(const Stmt &Site, ASTContext &Context) {
  const auto *Op = dyn_cast<BinaryOperator>(&Site);
  if (!Op || !Op->isRelationalOp())
    return {};
  std::string Left = textOf(*Op->getLHS(), Context);
  std::string Right = textOf(*Op->getRHS(), Context);
  CharSourceRange LeftRange = rangeOf(*Op->getLHS(), Context);
  CharSourceRange RightRange = rangeOf(*Op->getRHS(), Context);
  std::vector<Variant> Variants;
  std::vector<std::string> Seen;
  auto Add = [&](CharSourceRange Range, const Expr &Operand,
                 llvm::StringRef Instead) {
    // A local of another loop stands for what it is computed from.
    const Expr *With = &Operand;
    if (!visibleAt(*With, Site, Context)) {
      const auto *Ref = dyn_cast<DeclRefExpr>(With->IgnoreParenImpCasts());
      const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
      if (!V || !V->getInit() || !V->getType().isConstQualified())
        return;
      With = V->getInit();
    }
    std::string Text = textOf(*With, Context);
    std::string Key = (Range.getBegin() == LeftRange.getBegin() ? "l" : "r");
    if (Range.isInvalid() || Text.empty() || Text == Instead ||
        llvm::is_contained(Seen, Key + Text) ||
        !visibleAt(*With, Site, Context))
      return;
    Seen.push_back(Key + Text);
    Variants.push_back({{Range, Text}});
  };
  for (const BinaryOperator *Other : comparisonsAround(Site, Context)) {
    if (Other == Op)
      continue;
    if (textOf(*Other->getRHS(), Context) == Right)
      Add(LeftRange, *Other->getLHS(), Left);
    if (textOf(*Other->getLHS(), Context) == Left)
      Add(RightRange, *Other->getRHS(), Right);
  }
  return Variants;
}

/// Whether two extents are of one kind by their names: `lq` and `lk`,
/// `seq_q` and `seq_k`, `q_len` and `kv_len`.
static bool namedAlike(llvm::StringRef A, llvm::StringRef B) {
  A = A.rsplit('.').second.empty() ? A : A.rsplit('.').second;
  B = B.rsplit('.').second.empty() ? B : B.rsplit('.').second;
  size_t Prefix = 0, Suffix = 0, Shorter = std::min(A.size(), B.size());
  while (Prefix < Shorter && A[Prefix] == B[Prefix])
    ++Prefix;
  while (Suffix < Shorter &&
         A[A.size() - 1 - Suffix] == B[B.size() - 1 - Suffix])
    ++Suffix;
  return std::max(Prefix, Suffix) * 2 >= Shorter && Prefix + Suffix > 0;
}

std::vector<Variant> addExtentDifference(const Stmt &Site,
                                         ASTContext &Context) {
  const auto *E = dyn_cast<Expr>(&Site);
  if (!E || !isCount(E->getType()))
    return {};
  CharSourceRange Range = rangeOf(*E, Context);
  if (Range.isInvalid())
    return {};
  std::string Text = textOf(*E, Context);
  if (isa<AbstractConditionalOperator>(E->IgnoreImpCasts()))
    Text = "(" + Text + ")";
  std::vector<VisibleName> Names = integersAt(Site, Context);
  std::vector<Variant> Variants;
  // An offset that the function has worked out already, and maybe forgot here.
  for (const VisibleName &N : Names) {
    const auto *V = dyn_cast<VarDecl>(N.Decl);
    if (N.Is != VisibleName::Kind::Local || !V || !V->getInit())
      continue;
    const auto *Init =
        dyn_cast<BinaryOperator>(V->getInit()->IgnoreParenImpCasts());
    if (Init && Init->getOpcode() == BO_Sub)
      for (llvm::StringRef Sign : {" + ", " - "})
        Variants.push_back({{Range, Text + Sign.str() + N.Text}});
  }
  // The later of two extents is mostly the longer: keys after queries.
  for (const VisibleName &A : llvm::reverse(Names))
    for (const VisibleName &B : Names)
      if (&A != &B && A.Is == B.Is && A.Is != VisibleName::Kind::Local &&
          namedAlike(A.Text, B.Text))
        Variants.push_back(
            {{Range, Text + " + (" + A.Text + " - " + B.Text + ")"}});
  if (Variants.size() > 8)
    Variants.resize(8);
  return Variants;
}

} // namespace kmend
