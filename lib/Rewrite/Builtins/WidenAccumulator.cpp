//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// widen-accumulator: a local accumulator of half precision becomes float, with
// conversions where values enter and leave it.
//
//===----------------------------------------------------------------------===//

#include "../CodeText.h"
#include "../DeviceCode.h"
#include "../ExpressionText.h"
#include "../Matching.h"
#include "Builtin.h"
#include "ValueText.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace kmend {

namespace {
class Widener {
public:
  Widener(EditContext &Context, const VarDecl &V, QualType Half)
      : Context(Context), V(V), ToFloat(toFloatFunction(Half)),
        FromFloat(fromFloatFunction(Half)) {}

  /// \p E, an expression of the half type, as float.
  std::string asFloat(const Expr &E) const;
  /// The uses of the accumulator in \p Body.
  llvm::Error rewriteUses(const Stmt &Body);
  /// `acc` or `acc[i]`.
  bool isAccumulator(const Expr &E) const;

private:
  std::optional<std::string> callAsFloat(const CallExpr &Call) const;

  EditContext &Context;
  const VarDecl &V;
  llvm::StringRef ToFloat, FromFloat;
};
} // namespace

bool Widener::isAccumulator(const Expr &E) const {
  const Expr *Access = E.IgnoreParenImpCasts();
  while (auto *S = dyn_cast<ArraySubscriptExpr>(Access))
    Access = S->getBase()->IgnoreParenImpCasts();
  const auto *Ref = dyn_cast<DeclRefExpr>(Access);
  return Ref && Ref->getDecl() == &V && !E.getType()->isArrayType();
}

/// The float operation of a half intrinsic, with `$0` for its arguments.
static llvm::StringRef floatForm(llvm::StringRef Name) {
  Name.consume_back("_rn");
  Name.consume_back("_sat");
  return llvm::StringSwitch<llvm::StringRef>(Name)
      .Case("__hfma", "$0 * $1 + $2")
      .Case("__hadd", "$0 + $1")
      .Case("__hsub", "$0 - $1")
      .Case("__hmul", "$0 * $1")
      .Case("__hdiv", "$0 / $1")
      .Case("__hneg", "-$0")
      .Case("__hmax", "fmaxf($0, $1)")
      .Case("__hmin", "fminf($0, $1)")
      .Case("__habs", "fabsf($0)")
      .Case("hexp", "expf($0)")
      .Case("hlog", "logf($0)")
      .Case("hsqrt", "sqrtf($0)")
      .Case("hrsqrt", "rsqrtf($0)")
      .Case("hrcp", "1.f / $0")
      .Default("");
}

std::optional<std::string> Widener::callAsFloat(const CallExpr &Call) const {
  llvm::StringRef Name = calleeName(Call);
  if (Name.starts_with(FromFloat) && Call.getNumArgs() == 1)
    return sourceText(Context, *Call.getArg(0)->IgnoreUnlessSpelledInSource())
        .str();
  llvm::StringRef Form = floatForm(Name);
  if (Form.empty())
    return std::nullopt;
  std::string Result;
  bool Operator = !Form.contains('(');
  for (size_t I = 0; I < Form.size(); ++I) {
    if (Form[I] != '$') {
      Result += Form[I];
      continue;
    }
    unsigned N = unsigned(Form[++I] - '0');
    if (N >= Call.getNumArgs())
      return std::nullopt;
    std::string Argument = asFloat(*Call.getArg(N));
    Result += Operator ? asFactor(Argument) : Argument;
  }
  return Result;
}

std::string Widener::asFloat(const Expr &E) const {
  const Expr *S = E.IgnoreUnlessSpelledInSource()->IgnoreParens();
  llvm::StringRef Text = sourceText(Context, *S);
  if (isAccumulator(*S))
    return Text.str();
  if (auto *Call = dyn_cast<CallExpr>(S); Call && !isa<CXXOperatorCallExpr>(S))
    if (auto Float = callAsFloat(*Call))
      return *Float;
  if (auto *C = dyn_cast<ConditionalOperator>(S))
    return (sourceText(Context, *C->getCond()) + " ? " +
            asFloat(*C->getTrueExpr()) + " : " + asFloat(*C->getFalseExpr()))
        .str();
  if (auto *O = dyn_cast<CXXOperatorCallExpr>(S);
      O && O->isInfixBinaryOp() && !O->isAssignmentOp() && O->getNumArgs() == 2)
    return asFactor(asFloat(*O->getArg(0))) + " " +
           getOperatorSpelling(O->getOperator()) + " " +
           asFactor(asFloat(*O->getArg(1)));
  if (auto *B = dyn_cast<BinaryOperator>(S);
      B && (B->isAdditiveOp() || B->isMultiplicativeOp()))
    return asFactor(asFloat(*B->getLHS())) + " " +
           BinaryOperator::getOpcodeStr(B->getOpcode()).str() + " " +
           asFactor(asFloat(*B->getRHS()));
  // A literal or a float is float enough; only half needs the conversion.
  if (toFloatFunction(S->getType()).empty() && S->getType()->isArithmeticType())
    return Text.str();
  if (auto *Cast = dyn_cast<ExplicitCastExpr>(S))
    if (const Expr *Inner = Cast->getSubExprAsWritten();
        Inner->getType()->isArithmeticType() &&
        toFloatFunction(Inner->getType()).empty())
      return sourceText(Context, *Inner).str();
  return (ToFloat + "(" + Text + ")").str();
}

/// The two sides of an assignment, built in or by operator=.
static std::pair<const Expr *, const Expr *> assignment(const Stmt &S,
                                                        bool &Plain) {
  if (auto *B = dyn_cast<BinaryOperator>(&S); B && B->isAssignmentOp()) {
    Plain = B->getOpcode() == BO_Assign;
    return {B->getLHS(), B->getRHS()};
  }
  if (auto *O = dyn_cast<CXXOperatorCallExpr>(&S);
      O && O->isAssignmentOp() && O->getNumArgs() == 2) {
    Plain = O->getOperator() == OO_Equal;
    return {O->getArg(0), O->getArg(1)};
  }
  return {nullptr, nullptr};
}

llvm::Error Widener::rewriteUses(const Stmt &Body) {
  llvm::Error Failed = llvm::Error::success();
  auto Refuse = [&](const Stmt &S, llvm::StringRef Why) {
    auto Range = byteRange(Context.ast(), S.getSourceRange());
    llvm::consumeError(std::move(Failed));
    Failed = Context.refuse(Range.value_or(ByteRange()), Why);
  };
  bool Stop = false;
  forEachPart(&Body, [&](const Stmt &S) {
    if (Stop)
      return false;
    if (isa<DeclStmt>(S)) {
      const auto *D = cast<DeclStmt>(&S);
      if (D->isSingleDecl() && D->getSingleDecl() == &V)
        return false;
      return true;
    }
    bool Plain = false;
    auto [Left, Right] = assignment(S, Plain);
    if (Left && isAccumulator(*Left)) {
      auto Range =
          byteRange(Context.ast(),
                    Right->IgnoreUnlessSpelledInSource()->getSourceRange());
      if (!Range) {
        Refuse(S, "an assignment to the accumulator is written by a macro");
        Stop = true;
        return false;
      }
      Context.Edits.replace(*Range, asFloat(*Right));
      return false;
    }
    const auto *E = dyn_cast<Expr>(&S);
    if (auto *Call = dyn_cast_or_null<CallExpr>(E);
        Call && calleeName(*Call) == ToFloat && Call->getNumArgs() == 1 &&
        isAccumulator(*Call->getArg(0)->IgnoreUnlessSpelledInSource())) {
      auto Range = byteRange(Context.ast(), Call->getSourceRange());
      auto Inner = byteRange(
          Context.ast(),
          Call->getArg(0)->IgnoreUnlessSpelledInSource()->getSourceRange());
      if (Range && Inner)
        Context.Edits.replace(*Range, Context.text(*Inner));
      return false;
    }
    if (auto *U = dyn_cast_or_null<UnaryOperator>(E);
        U && U->getOpcode() == UO_AddrOf && isAccumulator(*U->getSubExpr())) {
      Refuse(S, "the accumulator's address is taken");
      Stop = true;
      return false;
    }
    if (E && isAccumulator(*E) && isa<DeclRefExpr, ArraySubscriptExpr>(E)) {
      auto Range = byteRange(Context.ast(), E->getSourceRange());
      if (!Range) {
        Refuse(S, "a use of the accumulator is written by a macro");
        Stop = true;
        return false;
      }
      Context.Edits.replace(
          *Range, (FromFloat + "(" + Context.text(*Range) + ")").str());
      return false;
    }
    if (auto *Ref = dyn_cast_or_null<DeclRefExpr>(E);
        Ref && Ref->getDecl() == &V && V.getType()->isArrayType()) {
      Refuse(S, "the accumulators are passed on as an array");
      Stop = true;
    }
    return true;
  });
  return Failed;
}

static llvm::Error widenAccumulator(EditContext &Context,
                                    const BoundNodes &Nodes) {
  const auto *V = siteOf(Nodes).get<VarDecl>();
  if (!V)
    if (const auto *Ref = siteOf(Nodes).get<DeclRefExpr>())
      V = dyn_cast<VarDecl>(Ref->getDecl());
  const FunctionDecl *F = functionAround(Context.ast(), siteOf(Nodes));
  if (!V || !F || isa<ParmVarDecl>(V) || V->hasAttr<CUDASharedAttr>())
    return notHere(Context, Nodes, "the site is no local variable");
  QualType Half = V->getType().getNonReferenceType();
  while (const auto *Array = Context.ast().getAsArrayType(Half))
    Half = Array->getElementType();
  if (toFloatFunction(Half).empty() || V->getType()->isReferenceType())
    return notHere(Context, Nodes, "the variable is not of half precision");
  std::optional<ByteRange> Type;
  for (const NodePart &P : nodeParts(Context.ast(), DynTypedNode::create(*V)))
    if (P.Name == "type")
      Type = P.Range;
  if (!Type)
    return notHere(Context, Nodes, "the variable's type is shared");
  Widener W(Context, *V, Half);
  Context.Edits.replace(*Type, V->getType().isConstQualified() ? "const float"
                                                               : "float");
  if (const Expr *Init = V->getInit()) {
    const Expr *Spelled = Init->IgnoreUnlessSpelledInSource();
    auto Range = byteRange(Context.ast(), Spelled->getSourceRange());
    bool Constructed = isa<CXXConstructExpr, InitListExpr>(Spelled) ||
                       V->getType()->isArrayType();
    if (Range && !Constructed)
      Context.Edits.replace(*Range, W.asFloat(*Spelled));
    else if (auto *List = dyn_cast<InitListExpr>(Spelled);
             List && List->getNumInits() > 0)
      for (const Expr *E : List->inits())
        if (auto R =
                byteRange(Context.ast(),
                          E->IgnoreUnlessSpelledInSource()->getSourceRange()))
          Context.Edits.replace(*R, W.asFloat(*E));
  }
  return W.rewriteUses(*F->getBody());
}

extern const Builtin WidenAccumulator;
const Builtin WidenAccumulator = {"widen-accumulator", widenAccumulator};

} // namespace kmend
