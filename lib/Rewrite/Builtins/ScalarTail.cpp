//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// scalar-tail: a loop over n / 4 vectors without an epilogue gets one: the same
// computation for the elements that are left, one at a time.
//
//===----------------------------------------------------------------------===//

#include "../DeviceCode.h"
#include "../ExpressionText.h"
#include "../Matching.h"
#include "Builtin.h"
#include "ValueText.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace kmend {

/// The element type of a vector such as float4, null for others.
static QualType elementOf(QualType T, unsigned *Width = nullptr) {
  const auto *R =
      T.isNull() ? nullptr : T.getNonReferenceType()->getAsCXXRecordDecl();
  if (!R || !R->hasDefinition())
    return {};
  QualType Element;
  unsigned N = 0;
  for (const FieldDecl *F : R->getDefinition()->fields()) {
    if (!F->getDeclName().isIdentifier() || N > 3 ||
        F->getName() != llvm::StringRef("xyzw").substr(N, 1) ||
        (N && F->getType().getCanonicalType() != Element.getCanonicalType()))
      return {};
    Element = F->getType();
    ++N;
  }
  if (Width)
    *Width = N;
  return N >= 2 ? Element : QualType();
}

namespace {
/// Rewrites vector code as the code of its first component.
class Scalarizer {
public:
  /// \p Index, where given, is written as \p NewName.
  Scalarizer(const EditContext &Context, const VarDecl *Index,
             std::string NewName)
      : Context(Context), Index(Index), NewName(std::move(NewName)) {}

  /// The scalar text of \p S; empty when the statement concerns other
  /// components only. Failed() afterwards when it cannot be derived.
  std::string statement(const Stmt &S);
  bool failed() const { return Failed; }

private:
  std::string expression(const Expr *E);
  std::string spliced(const Stmt &S);
  /// Which components \p S mentions, as bits.
  unsigned components(const Stmt &S) const;
  /// The pointer to elements behind the vector pointer \p E.
  std::string scalarPointer(const Expr *E);

  const EditContext &Context;
  const VarDecl *Index;
  std::string NewName;
  bool Failed = false;
};
} // namespace

static int componentOf(const Stmt &S) {
  const auto *M = dyn_cast<MemberExpr>(&S);
  if (!M || elementOf(M->getBase()->getType()).isNull() ||
      !M->getMemberDecl()->getDeclName().isIdentifier())
    return -1;
  size_t I = llvm::StringRef("xyzw").find(M->getMemberDecl()->getName());
  return I == llvm::StringRef::npos ? -1 : int(I);
}

unsigned Scalarizer::components(const Stmt &S) const {
  unsigned Bits = 0;
  forEachPart(&S, [&](const Stmt &Part) {
    if (int I = componentOf(Part); I >= 0)
      Bits |= 1u << I;
    return true;
  });
  return Bits;
}

std::string Scalarizer::scalarPointer(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (auto *Ref = dyn_cast<DeclRefExpr>(E))
    if (auto *V = dyn_cast<VarDecl>(Ref->getDecl()); V && V->getInit())
      return scalarPointer(V->getInit());
  if (auto *Cast = dyn_cast<ExplicitCastExpr>(E)) {
    const Expr *Inner = Cast->getSubExprAsWritten()->IgnoreParenImpCasts();
    QualType From = Inner->getType();
    QualType To = Cast->getType();
    if (From->isPointerType() && To->isPointerType() &&
        Context.ast().hasSameUnqualifiedType(From->getPointeeType(),
                                             elementOf(To->getPointeeType())))
      return asFactor(sourceText(Context, *Inner));
  }
  Failed = true;
  return "";
}

/// The text of \p S with its children rewritten.
std::string Scalarizer::spliced(const Stmt &S) {
  auto Whole = byteRange(Context.ast(), S.getSourceRange());
  if (!Whole) {
    Failed = true;
    return "";
  }
  std::vector<std::pair<ByteRange, std::string>> Parts;
  for (const Stmt *Child : S.children()) {
    const auto *E = dyn_cast_or_null<Expr>(Child);
    if (!E || isa<CXXDefaultArgExpr>(E))
      continue;
    E = E->IgnoreUnlessSpelledInSource();
    auto Range = byteRange(Context.ast(), E->getSourceRange());
    if (Range && Whole->contains(*Range) && !(*Range == *Whole))
      Parts.push_back({*Range, expression(E)});
  }
  llvm::sort(Parts, [](const auto &A, const auto &B) {
    return A.first.Begin < B.first.Begin;
  });
  std::string Result;
  unsigned Done = Whole->Begin;
  for (auto &[Range, Text] : Parts) {
    if (Range.Begin < Done)
      continue;
    Result += Context.text({Done, Range.Begin});
    Result += Text;
    Done = Range.End;
  }
  Result += Context.text({Done, Whole->End});
  return Result;
}

std::string Scalarizer::expression(const Expr *E) {
  E = E->IgnoreUnlessSpelledInSource();
  if (auto *Ref = dyn_cast<DeclRefExpr>(E);
      Index && Ref && Ref->getDecl() == Index)
    return NewName;
  if (int I = componentOf(*E); I >= 0) {
    Failed |= I != 0;
    return expression(cast<MemberExpr>(E)->getBase());
  }
  if (auto *S = dyn_cast<ArraySubscriptExpr>(E);
      S && !elementOf(S->getType()).isNull())
    return scalarPointer(S->getBase()) + "[" + expression(S->getIdx()) + "]";
  if (auto *Call = dyn_cast<CallExpr>(E)) {
    llvm::StringRef Name = calleeName(*Call);
    if (Name.starts_with("make_") && !elementOf(E->getType()).isNull())
      return Call->getNumArgs() ? expression(Call->getArg(0)) : "";
    if (Name == "__ldg" || Name == "__ldcs")
      if (!elementOf(E->getType()).isNull()) {
        Failed = true;
        return "";
      }
    // fmaxf(fmaxf(v.x, v.y), fmaxf(v.z, v.w)): one component is one argument.
    const Expr *First = nullptr;
    unsigned Others = 0;
    for (const Expr *A : Call->arguments()) {
      unsigned Bits = components(*A);
      if (Bits & 1)
        First = A;
      else if (Bits)
        ++Others;
    }
    if (First && Others)
      return expression(First);
  }
  if (auto *B = dyn_cast<BinaryOperator>(E); B && !B->isAssignmentOp()) {
    unsigned L = components(*B->getLHS()), R = components(*B->getRHS());
    bool Folds = B->getOpcode() == BO_Add || B->getOpcode() == BO_Mul ||
                 B->getOpcode() == BO_Or || B->getOpcode() == BO_And ||
                 B->getOpcode() == BO_LOr || B->getOpcode() == BO_LAnd;
    if (Folds && (L & 1) && R && !(R & 1))
      return expression(B->getLHS());
  }
  if (auto *List = dyn_cast<InitListExpr>(E);
      List && !elementOf(E->getType()).isNull())
    return List->getNumInits() ? expression(List->getInit(0)) : "0";
  if (isa<LambdaExpr>(E)) {
    Failed = true;
    return "";
  }
  return spliced(*E);
}

std::string Scalarizer::statement(const Stmt &S) {
  unsigned Bits = components(S);
  if (auto *Block = dyn_cast<CompoundStmt>(&S)) {
    std::string Result;
    for (const Stmt *Child : Block->body()) {
      std::string Text = statement(*Child);
      if (!Text.empty())
        Result += (Result.empty() ? "" : "\n") + Text;
    }
    return Result;
  }
  if (Bits && !(Bits & 1))
    return ""; // a statement of another component
  if (auto *D = dyn_cast<DeclStmt>(&S)) {
    const auto *V =
        D->isSingleDecl() ? dyn_cast<VarDecl>(D->getSingleDecl()) : nullptr;
    if (!V || V->getType()->isArrayType()) {
      Failed = true;
      return "";
    }
    QualType Element = elementOf(V->getType());
    std::string Type;
    if (!Element.isNull())
      Type = (V->getType().isConstQualified() ? "const " : "") +
             Element.getUnqualifiedType().getAsString(
                 Context.ast().getPrintingPolicy());
    else
      for (const NodePart &P :
           nodeParts(Context.ast(), DynTypedNode::create(*V)))
        if (P.Name == "type")
          Type = Context.text(P.Range).str();
    Failed |= Type.empty();
    std::string Text = Type + " " + V->getNameAsString();
    const Expr *Init =
        V->getInit() ? V->getInit()->IgnoreUnlessSpelledInSource() : nullptr;
    if (Init && !(isa<CXXConstructExpr>(Init) &&
                  cast<CXXConstructExpr>(Init)->getNumArgs() == 0))
      Text += " = " + expression(Init);
    return Text + ";";
  }
  const auto *E = dyn_cast<Expr>(&S);
  if (!E) {
    Failed = true;
    return "";
  }
  return expression(E) + ";";
}

namespace {
/// `n / 4`: what is divided, and by how much.
struct Division {
  std::string Count, By;
};
} // namespace

static std::optional<Division> division(const EditContext &Context,
                                        const Expr *E, unsigned Width) {
  E = E->IgnoreParenCasts();
  if (auto *Ref = dyn_cast<DeclRefExpr>(E))
    if (auto *V = dyn_cast<VarDecl>(Ref->getDecl());
        V && V->getInit() && !isa<ParmVarDecl>(V))
      return division(Context, V->getInit(), Width);
  auto *B = dyn_cast<BinaryOperator>(E);
  if (!B || (B->getOpcode() != BO_Div && B->getOpcode() != BO_Shr))
    return std::nullopt;
  Expr::EvalResult By;
  const Expr *Right = B->getRHS();
  if (Right->isValueDependent() || !Right->EvaluateAsInt(By, Context.ast()))
    return std::nullopt;
  uint64_t Value = By.Val.getInt().getZExtValue();
  if (B->getOpcode() == BO_Shr)
    Value = Value < 32 ? uint64_t(1) << Value : 0;
  if (Value != Width)
    return std::nullopt;
  return Division{asFactor(sourceText(Context, *B->getLHS()->IgnoreImpCasts())),
                  std::to_string(Value)};
}

static llvm::Error scalarTail(EditContext &Context, const BoundNodes &Nodes) {
  auto Place = siteStatement(Context, Nodes);
  if (!Place)
    return Place.takeError();
  std::optional<StatementPlace> Current = *Place;
  while (Current && !isa<ForStmt, IfStmt>(Current->Statement))
    Current = outerStatement(Context.ast(), *Current);
  if (!Current)
    return notHere(Context, Nodes, "the site is in no loop");
  const auto *Loop = dyn_cast<ForStmt>(Current->Statement);
  const auto *If = dyn_cast<IfStmt>(Current->Statement);
  const Expr *Condition = Loop ? Loop->getCond() : If->getCond();
  const Stmt *Body = Loop ? Loop->getBody() : If->getThen();
  const auto *Compare = dyn_cast_or_null<BinaryOperator>(
      Condition ? Condition->IgnoreParenImpCasts() : nullptr);
  if (!Compare || Compare->getOpcode() != BO_LT || (If && If->getElse()))
    return notHere(Context, Nodes, "the loop's condition is not `i < n / 4`");
  const auto *Ref =
      dyn_cast<DeclRefExpr>(Compare->getLHS()->IgnoreParenImpCasts());
  const auto *Index = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!Index)
    return notHere(Context, Nodes, "the loop counts no variable");
  unsigned Width = 0;
  forEachPart(Body, [&](const Stmt &S) {
    if (auto *Subscript = dyn_cast<ArraySubscriptExpr>(&S); Subscript && !Width)
      elementOf(Subscript->getType(), &Width);
    return !Width;
  });
  auto Count =
      Width ? division(Context, Compare->getRHS(), Width) : std::nullopt;
  if (!Count)
    return notHere(Context, Nodes,
                   "the loop does not run over n / (vector width) vectors");
  const FunctionDecl *F = functionAround(Context.ast(), siteOf(Nodes));
  std::string Tail = Loop || !F ? "" : freshName(*F, "tail");
  Scalarizer Scalar(Context, Loop ? nullptr : Index, Tail);
  std::string Text = Scalar.statement(*Body);
  if (Scalar.failed() || Text.empty())
    return notHere(Context, Nodes,
                   "the loop's body has no form for single elements");
  std::string Packs =
      asFactor(sourceText(Context, *Compare->getRHS()->IgnoreImpCasts()));
  std::string Name = Index->getNameAsString();
  std::string Type = Index->getType().getUnqualifiedType().getAsString(
      Context.ast().getPrintingPolicy());
  std::string Unit = indentUnit(Context.Source.text());
  std::string Done = Packs + " * " + Count->By;
  std::string Code;
  if (Loop) {
    auto *Init = dyn_cast_or_null<DeclStmt>(Loop->getInit());
    if (!Init || !Init->isSingleDecl() || Init->getSingleDecl() != Index ||
        !Index->getInit() || !Loop->getInc())
      return notHere(Context, Nodes, "the loop's head has another form");
    llvm::StringRef Start =
        sourceText(Context, *Index->getInit()->IgnoreUnlessSpelledInSource());
    llvm::StringRef Step = sourceText(Context, *Loop->getInc());
    Code = "for (" + Type + " " + Name + " = " + Done + " + " +
           asFactor(Start) + "; " + Name + " < " + Count->Count + "; " +
           Step.str() + ") {\n" + Unit + indented(Text, Unit) + "\n}";
  } else {
    // One vector a thread: the first threads take one element more each.
    Code = "if (const " + Type + " " + Tail + " = " + Done + " + " + Name +
           "; " + Tail + " < " + Count->Count + ") {\n" + Unit +
           indented(Text, Unit) + "\n}";
  }
  return insertAfter(Context.Edits, Context.ast(), *Current, Code);
}

extern const Builtin ScalarTail;
const Builtin ScalarTail = {"scalar-tail", scalarTail};

} // namespace kmend
