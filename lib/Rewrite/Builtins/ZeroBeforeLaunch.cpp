//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// zero-before-launch: the output that a kernel only adds to is cleared before
// the launch. How many elements it has follows from how the kernel indexes it.
//
//===----------------------------------------------------------------------===//

#include "../DeviceCode.h"
#include "../ExpressionText.h"
#include "../Matching.h"
#include "Builtin.h"
#include "ValueText.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace kmend {

namespace {
/// Turns an index of a kernel into the number of elements behind it, written in
/// the launching function's names.
class Extent {
public:
  Extent(const EditContext &Context, const FunctionDecl &Kernel,
         const LaunchSite &Launch)
      : Context(Context), Kernel(Kernel), Launch(Launch) {}

  std::optional<std::string> of(const Expr *Index, unsigned Depth = 0) const;
  /// \p E in the names of the launching function, when all threads agree on it.
  std::optional<std::string> uniform(const Expr &E) const;

private:
  std::optional<std::string> ofVariable(const VarDecl &V, unsigned Depth) const;
  std::optional<std::string> ofProduct(llvm::ArrayRef<const Expr *> Factors,
                                       unsigned Depth) const;

  const EditContext &Context;
  const FunctionDecl &Kernel;
  const LaunchSite &Launch;
};
} // namespace

static void flatten(const Expr *E, BinaryOperatorKind Op,
                    llvm::SmallVectorImpl<const Expr *> &Parts) {
  E = E->IgnoreParenCasts();
  const auto *B = dyn_cast<BinaryOperator>(E);
  if (B && B->getOpcode() == Op) {
    flatten(B->getLHS(), Op, Parts);
    flatten(B->getRHS(), Op, Parts);
  } else {
    Parts.push_back(E);
  }
}

std::optional<std::string> Extent::uniform(const Expr &E) const {
  const Expr *Inner = E.IgnoreParenCasts();
  if (isa<IntegerLiteral>(Inner))
    return sourceText(Context, *Inner).str();
  if (auto *Ref = dyn_cast<DeclRefExpr>(Inner)) {
    if (auto *P = dyn_cast<ParmVarDecl>(Ref->getDecl())) {
      unsigned I = P->getFunctionScopeIndex();
      if (P->getDeclContext() != &Kernel || I >= Launch.Call->getNumArgs() ||
          !P->getType()->isIntegerType())
        return std::nullopt;
      llvm::StringRef Text =
          sourceText(Context, *Launch.Call->getArg(I)->IgnoreImpCasts());
      if (Text.empty())
        return std::nullopt;
      return asFactor(Text);
    }
    auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    if (!V || !V->getInit())
      return std::nullopt;
    if (V->hasGlobalStorage() && !V->isStaticLocal())
      return V->getNameAsString();
    if (!V->getType().isConstQualified())
      return std::nullopt;
    return uniform(*V->getInit());
  }
  if (auto *B = dyn_cast<BinaryOperator>(Inner);
      B && (B->isAdditiveOp() || B->isMultiplicativeOp())) {
    auto L = uniform(*B->getLHS()), R = uniform(*B->getRHS());
    if (L && R)
      return "(" + *L + " " +
             BinaryOperator::getOpcodeStr(B->getOpcode()).str() + " " + *R +
             ")";
  }
  return std::nullopt;
}

/// `v < X` in \p S: X.
static const Expr *upperBound(const Stmt &S, const VarDecl &V) {
  const auto *B = dyn_cast<BinaryOperator>(&S);
  if (!B)
    return nullptr;
  auto Is = [&](const Expr *E) {
    const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenCasts());
    return Ref && Ref->getDecl() == &V;
  };
  if ((B->getOpcode() == BO_LT || B->getOpcode() == BO_GE) && Is(B->getLHS()))
    return B->getRHS();
  if ((B->getOpcode() == BO_GT || B->getOpcode() == BO_LE) && Is(B->getRHS()))
    return B->getLHS();
  return nullptr;
}

std::optional<std::string> Extent::ofVariable(const VarDecl &V,
                                              unsigned Depth) const {
  std::optional<std::string> Found;
  forEachPart(Kernel.getBody(), [&](const Stmt &S) {
    if (const Expr *Bound = Found ? nullptr : upperBound(S, V))
      Found = uniform(*Bound);
    return !Found;
  });
  if (Found || !V.getInit())
    return Found;
  return of(V.getInit(), Depth + 1);
}

std::optional<std::string>
Extent::ofProduct(llvm::ArrayRef<const Expr *> Factors, unsigned Depth) const {
  std::string Result;
  bool Indexed = false;
  for (const Expr *F : Factors) {
    auto Text = uniform(*F);
    if (!Text && !Indexed) {
      Text = of(F, Depth + 1);
      Indexed = true;
    }
    if (!Text)
      return std::nullopt;
    Result += (Result.empty() ? "" : " * ") + *Text;
  }
  return Result;
}

std::optional<std::string> Extent::of(const Expr *Index, unsigned Depth) const {
  if (!Index || Depth > 16)
    return std::nullopt;
  Index = Index->IgnoreParenCasts();
  llvm::SmallVector<const Expr *> Terms;
  flatten(Index, BO_Add, Terms);
  // (a * H + b) * W + c: the term with the largest stride decides, and that is
  // the product of most factors.
  llvm::SmallVector<const Expr *> Leading;
  for (const Expr *T : Terms) {
    llvm::SmallVector<const Expr *> Factors;
    flatten(T, BO_Mul, Factors);
    if (Factors.size() > Leading.size())
      Leading = Factors;
  }
  if (Leading.size() > 1)
    return ofProduct(Leading, Depth);
  if (Terms.size() > 1)
    return std::nullopt;
  if (auto *Ref = dyn_cast<DeclRefExpr>(Index))
    if (auto *V = dyn_cast<VarDecl>(Ref->getDecl()))
      return ofVariable(*V, Depth);
  if (auto *B = dyn_cast<BinaryOperator>(Index); B && B->getOpcode() == BO_Rem)
    return uniform(*B->getRHS());
  // blockIdx.x counts the grid.
  const llvm::StringLiteral Members[] = {"x", "y", "z"};
  for (auto [I, Member] : llvm::enumerate(Members)) {
    if (!isIndexRead(*Index, "blockIdx", Member) || !Launch.Grid)
      continue;
    const Expr *Grid = Launch.Grid->IgnoreUnlessSpelledInSource();
    if (Grid->getType()->isIntegerType())
      return I == 0 ? asFactor(sourceText(Context, *Grid)) : "1";
    if (auto *Ref = dyn_cast<DeclRefExpr>(Grid))
      return Ref->getDecl()->getNameAsString() + "." + Member.str();
  }
  return std::nullopt;
}

/// The offset that \p Address adds to the pointer it starts from; the steps of
/// local pointers in front.
static const Expr *offsetOf(const Expr *Address) {
  for (unsigned Steps = 0; Address && Steps < 16; ++Steps) {
    Address = Address->IgnoreParenCasts();
    if (auto *U = dyn_cast<UnaryOperator>(Address);
        U && (U->getOpcode() == UO_AddrOf || U->getOpcode() == UO_Deref)) {
      Address = U->getSubExpr();
      continue;
    }
    if (auto *S = dyn_cast<ArraySubscriptExpr>(Address))
      return S->getIdx();
    if (auto *Ref = dyn_cast<DeclRefExpr>(Address)) {
      auto *V = dyn_cast<VarDecl>(Ref->getDecl());
      Address = V && !isa<ParmVarDecl>(V) ? V->getInit() : nullptr;
      continue;
    }
    // p + row * n + col: the pointer is the leftmost term.
    return Address;
  }
  return nullptr;
}

namespace {
/// A pointer parameter that a kernel adds to, and how it is indexed.
struct Accumulated {
  const ParmVarDecl *Parameter;
  const Expr *Address;
};
} // namespace

static std::vector<Accumulated> accumulatedBy(const FunctionDecl &Kernel) {
  std::vector<Accumulated> Found;
  auto Add = [&](const Expr &Address) {
    const auto *P =
        dyn_cast_or_null<ParmVarDecl>(storageOf(rootVariable(Address)));
    if (P && P->getDeclContext() == &Kernel && P->getType()->isPointerType() &&
        llvm::none_of(Found,
                      [&](const Accumulated &A) { return A.Parameter == P; }))
      Found.push_back({P, &Address});
  };
  forEachPart(Kernel.getBody(), [&](const Stmt &S) {
    if (auto *Call = dyn_cast<CallExpr>(&S);
        Call && isAtomic(*Call) && Call->getNumArgs() >= 2)
      Add(*Call->getArg(0));
    if (auto *B = dyn_cast<CompoundAssignOperator>(&S))
      if (isGlobalAccess(*B->getLHS()))
        Add(*B->getLHS());
    return true;
  });
  return Found;
}

static const LaunchSite *launchAt(EditContext &Context,
                                  const BoundNodes &Nodes) {
  auto Site = byteRange(Context.ast(), siteOf(Nodes));
  for (const LaunchSite &L : Context.Index.Launches) {
    auto Range = byteRange(Context.ast(), L.Call->getSourceRange());
    if (Site && Range && (Range->contains(*Site) || Site->contains(*Range)))
      return &L;
    // A card may point at the kernel or into it.
    const FunctionDecl *F = functionAround(Context.ast(), siteOf(Nodes));
    if (F && L.Kernel && F->getCanonicalDecl() == L.Kernel->getCanonicalDecl())
      return &L;
  }
  return nullptr;
}

/// Whether the launching function clears \p Name already.
static bool isCleared(const EditContext &Context, const LaunchSite &L,
                      llvm::StringRef Name) {
  bool Found = false;
  if (!L.Caller || !L.Caller->getBody())
    return false;
  forEachPart(L.Caller->getBody(), [&](const Stmt &S) {
    const auto *Call = dyn_cast<CallExpr>(&S);
    if (Call && calleeName(*Call).starts_with("cudaMemset") &&
        Call->getNumArgs() > 0 &&
        sourceText(Context, *Call->getArg(0)->IgnoreParenCasts()) == Name)
      Found = true;
    return !Found;
  });
  return Found;
}

static llvm::Error zeroBeforeLaunch(EditContext &Context,
                                    const BoundNodes &Nodes) {
  const LaunchSite *L = launchAt(Context, Nodes);
  if (!L || !L->Kernel || !L->Kernel->getBody() ||
      !isa<CUDAKernelCallExpr>(L->Call))
    return notHere(Context, Nodes,
                   "the site belongs to no launch <<<...>>> of a kernel of "
                   "this file");
  auto Place = statementAround(Context.ast(), DynTypedNode::create(*L->Call));
  if (!Place)
    return notHere(Context, Nodes, "the launch stands in no statement");
  std::vector<Accumulated> Outputs = accumulatedBy(*L->Kernel);
  std::string Code;
  std::string Why = "the kernel adds to none of its pointer parameters";
  Extent Extents(Context, *L->Kernel, *L);
  for (const Accumulated &A : Outputs) {
    unsigned I = A.Parameter->getFunctionScopeIndex();
    if (I >= L->Call->getNumArgs())
      continue;
    std::string Pointer =
        sourceText(Context, *L->Call->getArg(I)->IgnoreUnlessSpelledInSource())
            .str();
    if (Pointer.empty() || isCleared(Context, *L, Pointer)) {
      Why = "'" + Pointer + "' is cleared already";
      continue;
    }
    auto Elements = Extents.of(offsetOf(A.Address));
    if (!Elements) {
      Why = "how many elements '" + A.Parameter->getNameAsString() +
            "' has does not follow from its index";
      continue;
    }
    QualType T = A.Parameter->getType()->getPointeeType().getUnqualifiedType();
    std::string Size =
        T->isDependentType() || T->isVoidType()
            ? "sizeof(*" + Pointer + ")"
            : "sizeof(" + T.getAsString(Context.ast().getPrintingPolicy()) +
                  ")";
    std::string Stream =
        L->Stream ? ", " + sourceText(Context, *L->Stream).str() : "";
    Code += (Code.empty() ? "cudaMemsetAsync(" : "\ncudaMemsetAsync(") +
            Pointer + ", 0, " + Size + " * " + *Elements + Stream + ");";
  }
  if (Code.empty())
    return notHere(Context, Nodes, Why);
  // Launches in a loop add to one another's results.
  std::optional<StatementPlace> Outer = *Place;
  for (auto Next = Outer; Next; Next = outerStatement(Context.ast(), *Next))
    if (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(Next->Statement))
      Outer = Next;
  return insertBefore(Context.Edits, Context.ast(), *Outer, Code);
}

extern const Builtin ZeroBeforeLaunch;
const Builtin ZeroBeforeLaunch = {"zero-before-launch", zeroBeforeLaunch};

} // namespace kmend
