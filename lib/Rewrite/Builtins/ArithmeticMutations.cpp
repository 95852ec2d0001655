//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Mutations of arithmetic: where a factor applies, signs, operands left out or
// exchanged, literals that stand for a parameter.
//
//===----------------------------------------------------------------------===//

#include "Mutation.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace kmend {

static const BinaryOperator *binary(const Expr *E) {
  return dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts());
}

/// The two operands of a sum or difference and its sign as text.
struct Sum {
  const Expr *First, *Second;
  std::string Sign;
};

static std::optional<Sum> sumOf(const Expr *E) {
  const BinaryOperator *Op = binary(E);
  if (!Op || !Op->isAdditiveOp() || !Op->getType()->isArithmeticType())
    return std::nullopt;
  return Sum{Op->getLHS(), Op->getRHS(),
             Op->getOpcode() == BO_Add ? " + " : " - "};
}

/// The variants of a product or quotient with a sum in it: the factor applies
/// to one term of the sum only.
static void spreadFactor(const BinaryOperator &Op, CharSourceRange Range,
                         ASTContext &Context, std::vector<Variant> &Variants) {
  llvm::StringRef Symbol = Op.getOpcode() == BO_Mul ? " * " : " / ";
  auto Scaled = [&](const Expr &Term, const Expr &Factor) {
    return factorTextOf(*Term.IgnoreParenImpCasts(), Context) + Symbol.str() +
           factorTextOf(Factor, Context);
  };
  auto Spread = [&](const Sum &S, const Expr &Factor) {
    const Expr &A = *S.First->IgnoreImpCasts();
    const Expr &B = *S.Second->IgnoreImpCasts();
    Variants.push_back(
        {{Range, Scaled(A, Factor) + S.Sign + termTextOf(B, Context)}});
    Variants.push_back(
        {{Range, textOf(A, Context) + S.Sign + Scaled(B, Factor)}});
  };
  if (std::optional<Sum> S = sumOf(Op.getLHS()))
    Spread(*S, *Op.getRHS());
  if (Op.getOpcode() == BO_Mul)
    if (std::optional<Sum> S = sumOf(Op.getRHS()))
      Spread(*S, *Op.getLHS());
}

/// The variants of a sum with a product or quotient in it: the factor applies
/// to the whole sum, or to the other term.
static void gatherFactor(const BinaryOperator &Op, CharSourceRange Range,
                         ASTContext &Context, std::vector<Variant> &Variants) {
  std::string Sign = Op.getOpcode() == BO_Add ? " + " : " - ";
  auto Gather = [&](const Expr *Product, const Expr *Other, bool ProductFirst) {
    const BinaryOperator *P = binary(Product);
    if (!P || (P->getOpcode() != BO_Mul && P->getOpcode() != BO_Div))
      return;
    std::string Symbol = P->getOpcode() == BO_Mul ? " * " : " / ";
    std::string OtherText = textOf(*Other, Context);
    auto Emit = [&](const Expr *Kept, const Expr *Factor) {
      std::string KeptText = textOf(*Kept, Context);
      std::string FactorText = factorTextOf(*Factor, Context);
      std::string First = ProductFirst ? KeptText : OtherText;
      std::string Second = ProductFirst ? termTextOf(*Other, Context)
                                        : termTextOf(*Kept, Context);
      Variants.push_back(
          {{Range, "(" + First + Sign + Second + ")" + Symbol + FactorText}});
      std::string Scaled = factorTextOf(*Other, Context) + Symbol + FactorText;
      Variants.push_back(
          {{Range, ProductFirst ? KeptText + Sign + Scaled
                                : Scaled + Sign + termTextOf(*Kept, Context)}});
    };
    Emit(P->getLHS(), P->getRHS());
    if (P->getOpcode() == BO_Mul)
      Emit(P->getRHS(), P->getLHS());
  };
  Gather(Op.getLHS(), Op.getRHS(), true);
  Gather(Op.getRHS(), Op.getLHS(), false);
}

std::vector<Variant> distributeFactor(const Stmt &Site, ASTContext &Context) {
  const auto *Op = dyn_cast<BinaryOperator>(&Site);
  if (!Op || !Op->getType()->isArithmeticType())
    return {};
  CharSourceRange Range = rangeOf(*Op, Context);
  if (Range.isInvalid())
    return {};
  std::vector<Variant> Variants;
  if (Op->getOpcode() == BO_Mul || Op->getOpcode() == BO_Div)
    spreadFactor(*Op, Range, Context, Variants);
  else if (Op->isAdditiveOp())
    gatherFactor(*Op, Range, Context, Variants);
  // A sum that replaces a product needs parentheses where it stood in one.
  const Stmt *Parent = parentOf(Site, Context);
  const auto *Outer = dyn_cast_or_null<BinaryOperator>(Parent);
  if (Op->isMultiplicativeOp() && Outer &&
      (Outer->isMultiplicativeOp() ||
       (Outer->getOpcode() == BO_Sub &&
        Outer->getRHS()->IgnoreImpCasts() == Op)))
    for (Variant &V : Variants)
      V.front().Text = "(" + V.front().Text + ")";
  return Variants;
}

std::vector<Variant> flipSign(const Stmt &Site, ASTContext &Context) {
  const auto *Op = dyn_cast<BinaryOperator>(&Site);
  if (!Op)
    return {};
  llvm::StringRef With;
  switch (Op->getOpcode()) {
  case BO_Add:
    With = "-";
    break;
  case BO_Sub:
    With = "+";
    break;
  case BO_AddAssign:
    With = "-=";
    break;
  case BO_SubAssign:
    With = "+=";
    break;
  default:
    return {};
  }
  CharSourceRange Range = Lexer::makeFileCharRange(
      CharSourceRange::getTokenRange(Op->getOperatorLoc()),
      Context.getSourceManager(), Context.getLangOpts());
  if (Range.isInvalid())
    return {};
  return {{{Range, With.str()}}};
}

std::vector<Variant> dropOperand(const Stmt &Site, ASTContext &Context) {
  const auto *Op = dyn_cast<BinaryOperator>(&Site);
  if (!Op || Op->isAssignmentOp() || Op->isComparisonOp() ||
      !Op->getType()->isArithmeticType())
    return {};
  CharSourceRange Range = rangeOf(*Op, Context);
  if (Range.isInvalid())
    return {};
  std::vector<Variant> Variants{
      {{Range, factorTextOf(*Op->getLHS(), Context)}}};
  if ((Op->getOpcode() == BO_Mul || Op->getOpcode() == BO_Add))
    Variants.push_back({{Range, factorTextOf(*Op->getRHS(), Context)}});
  return Variants;
}

std::vector<Variant> swapOperands(const Stmt &Site, ASTContext &Context) {
  const auto *Op = dyn_cast<BinaryOperator>(&Site);
  if (!Op || (Op->getOpcode() != BO_Sub && Op->getOpcode() != BO_Div &&
              Op->getOpcode() != BO_Rem))
    return {};
  CharSourceRange Left = rangeOf(*Op->getLHS(), Context);
  CharSourceRange Right = rangeOf(*Op->getRHS(), Context);
  if (Left.isInvalid() || Right.isInvalid())
    return {};
  return {{{Left, factorTextOf(*Op->getRHS(), Context)},
           {Right, factorTextOf(*Op->getLHS(), Context)}}};
}

/// Whether \p E is a constant of the source, as a literal or by a name.
static bool isConstant(const Expr &E, const ASTContext &Context) {
  return !E.isValueDependent() && E.isIntegerConstantExpr(Context);
}

/// The operator that means the same as \p Op with a power of two, for any
/// number: shift right is division, masking is the remainder.
static std::string plainOperator(const BinaryOperator &Op) {
  switch (Op.getOpcode()) {
  case BO_Shr:
    return "/";
  case BO_Shl:
    return "*";
  case BO_And:
    return "%";
  default:
    return Op.getOpcodeStr().str();
  }
}

/// The edits that put \p Name for the constant operand of \p Op.
static std::optional<Variant> putName(const BinaryOperator &Op,
                                      const std::string &Name,
                                      ASTContext &Context) {
  CharSourceRange Range = rangeOf(Op, Context);
  if (Range.isInvalid())
    return std::nullopt;
  bool Right = isConstant(*Op.getRHS(), Context);
  std::string Symbol = " " + plainOperator(Op) + " ";
  std::string Left = Right ? textOf(*Op.getLHS(), Context) : Name;
  if (Right && Symbol != " " + Op.getOpcodeStr().str() + " ")
    Left = factorTextOf(*Op.getLHS(), Context);
  std::string Text =
      Left + Symbol + (Right ? Name : textOf(*Op.getRHS(), Context));
  return Variant{{Range, Text}};
}

/// Whether a literal in \p Op may stand for a parameter.
static bool hasOneConstant(const BinaryOperator &Op, ASTContext &Context) {
  if (Op.isAssignmentOp() || Op.isLogicalOp() ||
      !isCount(Op.getLHS()->getType()) || !isCount(Op.getRHS()->getType()))
    return false;
  bool Left = isConstant(*Op.getLHS(), Context);
  bool Right = isConstant(*Op.getRHS(), Context);
  if (Left == Right ||
      (Left && Op.getOpcode() != BO_Mul && Op.getOpcode() != BO_Add))
    return false;
  Expr::EvalResult Value;
  const Expr &Constant = Left ? *Op.getLHS() : *Op.getRHS();
  if (!Constant.EvaluateAsInt(Value, Context))
    return false;
  // 0 and 1 are steps and starts, not extents.
  bool Shift = Op.isShiftOp();
  return Value.Val.getInt().getExtValue() >= (Shift ? 1 : 2);
}

std::vector<Variant> literalToParameter(const Stmt &Site, ASTContext &Context) {
  const auto *Op = dyn_cast<BinaryOperator>(&Site);
  if (!Op || !hasOneConstant(*Op, Context))
    return {};
  std::vector<Variant> Variants;
  for (const VisibleName &N : integersAt(Site, Context))
    if (N.Is != VisibleName::Kind::Local)
      if (std::optional<Variant> V = putName(*Op, N.Text, Context))
        Variants.push_back(std::move(*V));
  return Variants;
}

namespace {

/// Collects the launches of a kernel and whether a name is used in it.
class Launches : public DynamicRecursiveASTVisitor {
public:
  explicit Launches(const FunctionDecl &Kernel) : Kernel(Kernel) {}
  bool VisitCUDAKernelCallExpr(CUDAKernelCallExpr *Call) override {
    const FunctionDecl *Callee = Call->getDirectCallee();
    if (Callee && pattern(*Callee) == pattern(Kernel))
      Found.push_back(Call);
    return true;
  }
  static const FunctionDecl *pattern(const FunctionDecl &F) {
    const FunctionDecl *P = F.getTemplateInstantiationPattern();
    return (P ? P : &F)->getCanonicalDecl();
  }
  std::vector<const CUDAKernelCallExpr *> Found;

private:
  const FunctionDecl &Kernel;
};

class NamesIn : public DynamicRecursiveASTVisitor {
public:
  bool VisitNamedDecl(NamedDecl *D) override {
    if (D->getIdentifier())
      Names.push_back(D->getName());
    return true;
  }
  std::vector<llvm::StringRef> Names;
};

} // namespace

std::vector<Variant> literalToLaunchParameter(const Stmt &Site,
                                              ASTContext &Context) {
  const auto *Op = dyn_cast<BinaryOperator>(&Site);
  const FunctionDecl *Kernel = Op ? functionAround(Site, Context) : nullptr;
  if (!Kernel || !Kernel->hasAttr<CUDAGlobalAttr>() ||
      Kernel->parameters().empty() || !hasOneConstant(*Op, Context))
    return {};
  Launches Visitor(*Kernel);
  Visitor.TraverseDecl(Context.getTranslationUnitDecl());
  if (Visitor.Found.empty())
    return {};
  NamesIn Taken;
  Taken.TraverseDecl(const_cast<FunctionDecl *>(Kernel));

  const SourceManager &SM = Context.getSourceManager();
  const LangOptions &Lang = Context.getLangOpts();
  auto After = [&](SourceLocation End) {
    return CharSourceRange::getCharRange(
        Lexer::getLocForEndOfToken(SM.getFileLoc(End), 0, SM, Lang),
        Lexer::getLocForEndOfToken(SM.getFileLoc(End), 0, SM, Lang));
  };
  std::vector<Variant> Variants;
  for (const VisibleName &N : integersAt(*Visitor.Found.front(), Context)) {
    if (N.Text.find('.') != std::string::npos ||
        llvm::is_contained(Taken.Names, N.Text))
      continue;
    std::optional<Variant> V = putName(*Op, N.Text, Context);
    if (!V)
      continue;
    std::string Type =
        N.Type.getNonReferenceType().getUnqualifiedType().getAsString(
            Context.getPrintingPolicy());
    V->push_back({After(Kernel->parameters().back()->getEndLoc()),
                  ", " + Type + " " + N.Text});
    bool Everywhere = true;
    for (const CUDAKernelCallExpr *Launch : Visitor.Found) {
      std::vector<VisibleName> There = integersAt(*Launch, Context);
      Everywhere &= llvm::any_of(
          There, [&](const VisibleName &T) { return T.Text == N.Text; });
      SourceLocation Paren = Launch->getRParenLoc();
      Everywhere &= Paren.isFileID();
      V->push_back(
          {CharSourceRange::getCharRange(Paren, Paren), ", " + N.Text});
    }
    if (Everywhere)
      Variants.push_back(std::move(*V));
  }
  return Variants;
}

std::vector<Variant> scaleByExtent(const Stmt &Site, ASTContext &Context) {
  const auto *E = dyn_cast<Expr>(&Site);
  CharSourceRange Range = E ? rangeOf(*E, Context) : CharSourceRange();
  if (Range.isInvalid() || !isCount(E->getType()))
    return {};
  std::string Text = factorTextOf(*E, Context);
  std::vector<Variant> Variants;
  for (const VisibleName &N : integersAt(Site, Context))
    if (N.Is != VisibleName::Kind::Local && N.Text != Text &&
        Variants.size() < 10)
      Variants.push_back({{Range, Text + " * " + N.Text}});
  return Variants;
}

std::vector<Variant> addExtentTerm(const Stmt &Site, ASTContext &Context) {
  const auto *E = dyn_cast<Expr>(&Site);
  if (!E || !isCount(E->getType()))
    return {};
  CharSourceRange Range = rangeOf(*E, Context);
  if (Range.isInvalid())
    return {};
  std::string Text = textOf(*E, Context);
  if (isa<AbstractConditionalOperator>(E->IgnoreParenImpCasts()))
    Text = "(" + Text + ")";
  std::vector<Variant> Variants;
  std::vector<std::string> Seen{Text};
  auto Add = [&](const std::string &New) {
    if (llvm::is_contained(Seen, New) || Variants.size() >= 24)
      return;
    Seen.push_back(New);
    Variants.push_back({{Range, New}});
  };
  // An extent that another variable of the function starts from.
  const FunctionDecl *Function = functionAround(Site, Context);
  std::vector<VisibleName> Names = integersAt(Site, Context);
  if (Function && Function->getBody())
    for (const Stmt *S : Function->getBody()->children())
      if (const auto *D = dyn_cast_or_null<DeclStmt>(S))
        for (const Decl *Each : D->decls())
          if (const auto *V = dyn_cast<VarDecl>(Each);
              V && V->getInit() && isCount(V->getType()) &&
              binary(V->getInit()) && visibleAt(*V->getInit(), Site, Context)) {
            std::string Init = textOf(*V->getInit(), Context);
            if (Init.find(Text) != std::string::npos)
              Add(Init);
          }
  for (const VisibleName &N : Names) {
    if (N.Is == VisibleName::Kind::Local &&
        !N.Decl->getType().isConstQualified())
      continue;
    Add(Text + " + " + N.Text + " - 1");
    Add(Text + " + 2 * " + N.Text);
    Add(Text + " + " + N.Text);
  }
  Add(Text + " + 1");
  Add(Text + " + 2");
  return Variants;
}

} // namespace kmend
