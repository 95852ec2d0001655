//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Mutations of values: ties broken by index, the maximum subtracted before
// exp, a small term added, coordinates mapped by another rule.
//
//===----------------------------------------------------------------------===//

#include "Mutation.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace kmend {

namespace {

class Nodes : public DynamicRecursiveASTVisitor {
public:
  bool VisitBinaryOperator(BinaryOperator *Op) override {
    Operators.push_back(Op);
    return true;
  }
  bool VisitCallExpr(CallExpr *Call) override {
    Calls.push_back(Call);
    return true;
  }
  bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr *Call) override {
    OperatorCalls.push_back(Call);
    return true;
  }
  std::vector<const BinaryOperator *> Operators;
  std::vector<const CallExpr *> Calls;
  std::vector<const CXXOperatorCallExpr *> OperatorCalls;
};

} // namespace

static CharSourceRange insertion(SourceLocation At) {
  return CharSourceRange::getCharRange(At, At);
}

static Nodes nodesOf(const Stmt &S) {
  Nodes Visitor;
  Visitor.TraverseStmt(const_cast<Stmt *>(&S));
  return Visitor;
}

/// `left > right || (left == right && i < j)`, with the smaller index first,
/// the larger first, and with NaN above all.
static std::vector<Variant> brokenTies(const BinaryOperator &Op,
                                       const std::string &I,
                                       const std::string &J,
                                       ASTContext &Context) {
  CharSourceRange Range = rangeOf(Op, Context);
  std::string Left = textOf(*Op.getLHS(), Context);
  std::string Right = textOf(*Op.getRHS(), Context);
  if (Range.isInvalid() || Left.empty() || Right.empty())
    return {};
  std::string Strict =
      Left +
      (Op.getOpcode() == BO_GT || Op.getOpcode() == BO_GE ? " > " : " < ") +
      Right;
  auto Text = [&](llvm::StringRef Order) {
    return "(" + Strict + " || (" + Left + " == " + Right + " && " + I +
           Order.str() + J + "))";
  };
  return {{{Range, Text(" < ")}}, {{Range, Text(" > ")}}};
}

std::vector<Variant> breakTies(const Stmt &Site, ASTContext &Context) {
  const auto *Op = dyn_cast<BinaryOperator>(&Site);
  if (!Op || !Op->isRelationalOp())
    return {};
  const auto *Left = dyn_cast<MemberExpr>(Op->getLHS()->IgnoreParenImpCasts());
  const auto *Right = dyn_cast<MemberExpr>(Op->getRHS()->IgnoreParenImpCasts());
  std::vector<Variant> Variants;
  if (Left && Right && Left->getMemberDecl() == Right->getMemberDecl()) {
    // Two records with an index beside the value.
    const auto *Field = dyn_cast<FieldDecl>(Left->getMemberDecl());
    std::string L = textOf(*Left->getBase(), Context);
    std::string R = textOf(*Right->getBase(), Context);
    std::string Arrow = Left->isArrow() ? "->" : ".";
    if (!Field || L.empty() || R.empty())
      return {};
    for (const FieldDecl *Other : Field->getParent()->fields())
      if (Other != Field && isCount(Other->getType()))
        llvm::append_range(Variants,
                           brokenTies(*Op, L + Arrow + Other->getNameAsString(),
                                      R + Arrow + Other->getNameAsString(),
                                      Context));
    return Variants;
  }
  // if (v > best) { best = v; best_index = i; }
  const Stmt *Parent = &Site;
  const IfStmt *If = nullptr;
  for (int Depth = 0; Depth < 3 && Parent && !If; ++Depth) {
    Parent = parentOf(*Parent, Context);
    If = dyn_cast_or_null<IfStmt>(Parent);
  }
  if (!If)
    return {};
  for (const BinaryOperator *Each : nodesOf(*If->getThen()).Operators)
    if (Each->getOpcode() == BO_Assign && isCount(Each->getLHS()->getType()) &&
        isCount(Each->getRHS()->getType())) {
      std::string New = textOf(*Each->getRHS(), Context);
      std::string Old = textOf(*Each->getLHS(), Context);
      if (!New.empty() && !Old.empty())
        llvm::append_range(Variants, brokenTies(*Op, New, Old, Context));
    }
  return Variants;
}

std::vector<Variant> nanWins(const Stmt &Site, ASTContext &Context) {
  const auto *Op = dyn_cast<BinaryOperator>(&Site);
  if (!Op || !Op->isRelationalOp() ||
      !Op->getLHS()->getType()->isRealFloatingType())
    return {};
  CharSourceRange Range = rangeOf(*Op, Context);
  std::string Left = textOf(*Op->getLHS(), Context);
  std::string Right = textOf(*Op->getRHS(), Context);
  if (Range.isInvalid())
    return {};
  std::string Text = textOf(Range, Context);
  return {{{Range, "(" + Text + " || (" + Left + " != " + Left + " && " +
                       Right + " == " + Right + "))"}},
          {{Range, "(" + Text + " && " + Right + " == " + Right + ")"}}};
}

static bool isExponential(const CallExpr &Call) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  if (!Callee || !Callee->getIdentifier() || Call.getNumArgs() != 1)
    return false;
  llvm::StringRef Name = Callee->getName();
  return Name == "expf" || Name == "exp" || Name == "__expf" ||
         Name == "exp2f" || Name == "hexp";
}

/// Whether \p E is a difference already.
static bool isDifference(const Expr &E) {
  const auto *Op = dyn_cast<BinaryOperator>(E.IgnoreParenImpCasts());
  return Op && Op->getOpcode() == BO_Sub;
}

std::vector<Variant> subtractMaximum(const Stmt &Site, ASTContext &Context) {
  const auto *Call = dyn_cast<CallExpr>(&Site);
  const FunctionDecl *Function =
      Call && isExponential(*Call) ? functionAround(Site, Context) : nullptr;
  if (!Function || !Function->getBody())
    return {};
  // All exponentials of the function move together, or their ratio changes.
  std::vector<const Expr *> Arguments;
  for (const CallExpr *Each : nodesOf(*Function->getBody()).Calls)
    if (isExponential(*Each) && !isDifference(*Each->getArg(0)))
      Arguments.push_back(Each->getArg(0));
  auto Subtract = [&](const std::string &Peak) {
    Variant V;
    for (const Expr *A : Arguments) {
      CharSourceRange Range = rangeOf(*A, Context);
      if (Range.isInvalid())
        return Variant();
      V.push_back({Range, textOf(*A, Context) + " - " + Peak});
    }
    return V;
  };
  std::vector<Variant> Variants;
  if (Arguments.empty())
    return {};
  for (const VisibleName &N : floatsAt(Site, Context))
    if (N.Is == VisibleName::Kind::Local && Variants.size() < 6)
      if (Variant V = Subtract(N.Text); !V.empty())
        Variants.push_back(std::move(V));
  // No maximum at hand: every thread looks at the whole row.
  const Stmt *P = &Site;
  const ForStmt *Loop = nullptr;
  while (P && !Loop) {
    P = parentOf(*P, Context);
    Loop = dyn_cast_or_null<ForStmt>(P);
  }
  const auto *Declaration =
      Loop ? dyn_cast_or_null<DeclStmt>(Loop->getInit()) : nullptr;
  const auto *Variable = Declaration && Declaration->isSingleDecl()
                             ? dyn_cast<VarDecl>(Declaration->getSingleDecl())
                             : nullptr;
  CharSourceRange Range = Loop ? rangeOf(*Loop, Context) : CharSourceRange();
  if (!Variable || Range.isInvalid() || !Loop->getCond() ||
      isDifference(*Call->getArg(0)))
    return Variants;
  std::string Name = Variable->getNameAsString();
  std::string Argument = textOf(*Call->getArg(0), Context);
  std::string Type = Variable->getType().getUnqualifiedType().getAsString(
      Context.getPrintingPolicy());
  if (Variant V = Subtract("row_peak"); !V.empty() && !Argument.empty()) {
    V.push_back({insertion(Range.getBegin()),
                 "float row_peak = -INFINITY;\nfor (" + Type + " " + Name +
                     " = 0; " + textOf(*Loop->getCond(), Context) + "; ++" +
                     Name + ")\nrow_peak = fmaxf(row_peak, " + Argument +
                     ");\n"});
    Variants.push_back(std::move(V));
  }
  return Variants;
}

std::vector<Variant> addFloatTerm(const Stmt &Site, ASTContext &Context) {
  const auto *E = dyn_cast<Expr>(&Site);
  CharSourceRange Range = E ? rangeOf(*E, Context) : CharSourceRange();
  if (Range.isInvalid() || !E->getType()->isRealFloatingType())
    return {};
  std::string Text = textOf(Range, Context);
  std::vector<Variant> Variants;
  for (const VisibleName &N : floatsAt(Site, Context))
    if (N.Is != VisibleName::Kind::Local && Variants.size() < 12 &&
        Text.find(N.Text) == std::string::npos)
      Variants.push_back({{Range, Text + " + " + N.Text}});
  return Variants;
}

std::vector<Variant> multiplyByFloat(const Stmt &Site, ASTContext &Context) {
  const auto *E = dyn_cast<Expr>(&Site);
  CharSourceRange Range = E ? rangeOf(*E, Context) : CharSourceRange();
  if (Range.isInvalid() || !E->getType()->isRealFloatingType())
    return {};
  std::string Text = textOf(Range, Context), Factor = factorTextOf(*E, Context);
  std::vector<Variant> Variants;
  for (const VisibleName &N : floatsAt(Site, Context))
    if (N.Is != VisibleName::Kind::Local && Variants.size() < 12) {
      Variants.push_back({{Range, Factor + " * " + N.Text}});
      Variants.push_back({{Range, Factor + " / " + N.Text}});
    }
  return Variants;
}

std::vector<Variant> subscriptByExtent(const Stmt &Site, ASTContext &Context) {
  const auto *E = dyn_cast<Expr>(&Site);
  CharSourceRange Range = E ? rangeOf(*E, Context) : CharSourceRange();
  if (Range.isInvalid() || !isCount(E->getType()))
    return {};
  std::string Text = factorTextOf(*E, Context);
  std::vector<Variant> Variants;
  for (const VisibleName &N : integersAt(Site, Context))
    if (N.Is != VisibleName::Kind::Local && Variants.size() < 16) {
      Variants.push_back({{Range, Text + " % " + N.Text}});
      Variants.push_back({{Range, Text + " / " + N.Text}});
    }
  return Variants;
}

/// `x` of `x - 1`, or null.
static const Expr *lessOne(const Expr &E) {
  const Expr *Inner = E.IgnoreParenImpCasts();
  if (const auto *Cast = dyn_cast<ExplicitCastExpr>(Inner))
    Inner = Cast->getSubExpr()->IgnoreParenImpCasts();
  const auto *Op = dyn_cast<BinaryOperator>(Inner);
  if (!Op || Op->getOpcode() != BO_Sub)
    return nullptr;
  const auto *One =
      dyn_cast<IntegerLiteral>(Op->getRHS()->IgnoreParenImpCasts());
  const auto *OneF =
      dyn_cast<FloatingLiteral>(Op->getRHS()->IgnoreParenImpCasts());
  if ((One && One->getValue() == 1) ||
      (OneF && OneF->getValueAsApproximateDouble() == 1.0))
    return Op->getLHS();
  return nullptr;
}

namespace {

/// The bodies of all device functions of the main file.
class DeviceBodies : public DynamicRecursiveASTVisitor {
public:
  explicit DeviceBodies(const SourceManager &SM) : SM(SM) {}
  bool VisitFunctionDecl(FunctionDecl *F) override {
    if (F->hasBody() && F->isThisDeclarationADefinition() &&
        SM.isWrittenInMainFile(SM.getExpansionLoc(F->getLocation())) &&
        (F->hasAttr<CUDAGlobalAttr>() || F->hasAttr<CUDADeviceAttr>()))
      Bodies.push_back(F->getBody());
    return true;
  }
  const SourceManager &SM;
  std::vector<const Stmt *> Bodies;
};

} // namespace

static std::vector<const BinaryOperator *>
deviceOperators(ASTContext &Context) {
  DeviceBodies All(Context.getSourceManager());
  All.TraverseDecl(Context.getTranslationUnitDecl());
  std::vector<const BinaryOperator *> Operators;
  for (const Stmt *Body : All.Bodies)
    llvm::append_range(Operators, nodesOf(*Body).Operators);
  return Operators;
}

/// The edits that map output to input coordinates by the centres of pixels:
/// every product of an integer name and a floating-point name that device code
/// holds.
static Variant halfPixelCoordinates(ASTContext &Context) {
  Variant V;
  for (const BinaryOperator *Op : deviceOperators(Context)) {
    if (Op->getOpcode() != BO_Mul || !Op->getType()->isRealFloatingType())
      continue;
    const Expr *Coordinate = nullptr, *Scale = nullptr;
    for (auto [A, B] : {std::pair(Op->getLHS(), Op->getRHS()),
                        std::pair(Op->getRHS(), Op->getLHS())}) {
      const Expr *I = A->IgnoreParenImpCasts();
      if (const auto *Cast = dyn_cast<ExplicitCastExpr>(I))
        I = Cast->getSubExpr()->IgnoreParenImpCasts();
      const Expr *S = B->IgnoreParenImpCasts();
      if (isCount(I->getType()) && isa<DeclRefExpr>(I) &&
          S->getType()->isRealFloatingType() &&
          isa<DeclRefExpr, MemberExpr>(S)) {
        Coordinate = A;
        Scale = B;
      }
    }
    CharSourceRange Range = rangeOf(*Op, Context);
    if (Coordinate && Range.isValid())
      V.push_back({Range, "((" + textOf(*Coordinate, Context) + " + 0.5f) * " +
                              textOf(*Scale, Context) + " - 0.5f)"});
  }
  return V;
}

/// The edits that map corner to corner: (o + 0.5f) * scale - 0.5f becomes
/// o * scale.
static Variant cornerCoordinates(ASTContext &Context) {
  auto IsHalf = [](const Expr *E) {
    const auto *L = dyn_cast<FloatingLiteral>(E->IgnoreParenImpCasts());
    return L && L->getValueAsApproximateDouble() == 0.5;
  };
  Variant V;
  for (const BinaryOperator *Op : deviceOperators(Context)) {
    if (Op->getOpcode() != BO_Sub || !IsHalf(Op->getRHS()))
      continue;
    const auto *Product =
        dyn_cast<BinaryOperator>(Op->getLHS()->IgnoreParenImpCasts());
    if (!Product || Product->getOpcode() != BO_Mul)
      continue;
    const auto *Shifted =
        dyn_cast<BinaryOperator>(Product->getLHS()->IgnoreParenImpCasts());
    CharSourceRange Range = rangeOf(*Op, Context);
    if (Shifted && Shifted->getOpcode() == BO_Add &&
        IsHalf(Shifted->getRHS()) && Range.isValid())
      V.push_back({Range, "(" + textOf(*Shifted->getLHS(), Context) + " * " +
                              textOf(*Product->getRHS(), Context) + ")"});
  }
  return V;
}

std::vector<Variant> coordinateRule(const Stmt &Site, ASTContext &Context) {
  // The site is the quotient of two extents that scales coordinates.
  const auto *Quotient = dyn_cast<BinaryOperator>(&Site);
  if (!Quotient || Quotient->getOpcode() != BO_Div)
    return {};
  const Expr *In = lessOne(*Quotient->getLHS());
  const Expr *Out = lessOne(*Quotient->getRHS());
  // The whole rule, with its case for one output element.
  const Stmt *Rule = &Site;
  for (const Stmt *P = parentOf(Site, Context); P; P = parentOf(*P, Context)) {
    if (isa<ConditionalOperator>(P)) {
      Rule = P;
      break;
    }
    if (!isa<Expr>(P))
      break;
  }
  CharSourceRange Range = rangeOf(*Rule, Context);
  CharSourceRange Own = rangeOf(Site, Context);
  if (Range.isInvalid() || Own.isInvalid())
    return {};
  std::vector<Variant> Variants;
  auto Add = [&](Variant V, const std::string &Scale) {
    V.insert(V.begin(), SourceChange{Range, Scale});
    Variants.push_back(std::move(V));
  };
  if (In && Out) {
    std::string Scale = "(float)(" + textOf(*In, Context) + ") / (float)(" +
                        textOf(*Out, Context) + ")";
    Add(halfPixelCoordinates(Context), Scale);
    Add({}, Scale);
  } else {
    std::string I = textOf(*Quotient->getLHS(), Context);
    std::string O = textOf(*Quotient->getRHS(), Context);
    Variants.push_back({{Own, "((" + O + ") > 1 ? (float)((" + I +
                                  ") - 1) / (float)((" + O + ") - 1) : 0.f)"}});
  }
  // Centres of pixels where corners are meant.
  Variant Corners = cornerCoordinates(Context);
  if (!Corners.empty()) {
    Variants.push_back(Corners);
    std::string I = textOf(*Quotient->getLHS(), Context);
    std::string O = textOf(*Quotient->getRHS(), Context);
    Add(Corners, "((" + O + ") > 1 ? (float)((" + I + ") - 1) / (float)((" + O +
                     ") - 1) : 0.f)");
  }
  Variant Coordinates = halfPixelCoordinates(Context);
  if (!Coordinates.empty())
    Variants.push_back(std::move(Coordinates));
  return Variants;
}

} // namespace kmend
