//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// early-return-to-predicate: threads beyond the edge stay to the end, so that
// every thread reaches the barriers. `if (i >= n) return;` becomes
// `const bool live = i < n;`; from there on, reads of global memory that depend
// on i give zero and writes do not happen when the thread is not live.
//
//===----------------------------------------------------------------------===//

#include "../CodeText.h"
#include "../DeviceCode.h"
#include "../ExpressionText.h"
#include "../Matching.h"
#include "Builtin.h"
#include "ValueText.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace kmend {

namespace {
class Predicator {
public:
  Predicator(EditContext &Context, const FunctionDecl &F, std::string Live)
      : Context(Context), F(F), Live(std::move(Live)), Threads(F) {}

  /// Takes the thread-dependent variables of \p Condition as what decides.
  void seed(const Expr &Condition);
  /// Makes \p S harmless for a thread that is not live.
  llvm::Error guard(const Stmt &S);

private:
  bool depends(const Stmt *S) const;
  bool isRisky(const Stmt &S) const;
  llvm::Error guardReads(const Stmt &S);
  llvm::Error guardRead(const Expr &Read);
  llvm::Error wrap(const Stmt &S);
  llvm::Error refuse(const Stmt &S, const llvm::Twine &Why) {
    auto Range = byteRange(Context.ast(), S.getSourceRange());
    return Context.refuse(Range.value_or(ByteRange()), Why);
  }

  EditContext &Context;
  const FunctionDecl &F;
  std::string Live;
  ThreadDependence Threads;
  llvm::DenseSet<const ValueDecl *> Deciding;
};
} // namespace

void Predicator::seed(const Expr &Condition) {
  forEachPart(&Condition, [&](const Stmt &S) {
    if (auto *Ref = dyn_cast<DeclRefExpr>(&S); Ref && Threads.depends(Ref))
      Deciding.insert(Ref->getDecl());
    return true;
  });
  // What is computed from them decides, too.
  for (size_t Before = ~size_t(0); Before != Deciding.size();) {
    Before = Deciding.size();
    forEachPart(F.getBody(), [&](const Stmt &S) {
      if (auto *D = dyn_cast<DeclStmt>(&S))
        for (const Decl *One : D->decls())
          if (auto *V = dyn_cast<VarDecl>(One); V && V->getInit() &&
                                                !V->hasAttr<CUDASharedAttr>() &&
                                                depends(V->getInit()))
            Deciding.insert(V);
      if (auto *B = dyn_cast<BinaryOperator>(&S); B && B->isAssignmentOp())
        if (auto *Ref = dyn_cast<DeclRefExpr>(B->getLHS()->IgnoreParens());
            Ref && depends(B->getRHS()))
          Deciding.insert(Ref->getDecl());
      return true;
    });
  }
}

bool Predicator::depends(const Stmt *S) const {
  // A condition on threadIdx itself: every thread-dependent access counts.
  if (Deciding.empty())
    return Threads.depends(S);
  bool Found = false;
  forEachPart(S, [&](const Stmt &Part) {
    if (auto *Ref = dyn_cast<DeclRefExpr>(&Part))
      Found |= Deciding.contains(Ref->getDecl());
    return !Found;
  });
  return Found;
}

/// Whether \p E hands out memory: a pointer, or the address of a cell.
static bool isPointerValue(const Expr &E) {
  return E.getType()->isAnyPointerType();
}

/// Whether \p S touches memory that only a live thread may touch.
bool Predicator::isRisky(const Stmt &S) const {
  bool Found = false;
  forEachPart(&S, [&](const Stmt &Part) {
    const auto *E = dyn_cast<Expr>(&Part);
    if (E && isGlobalAccess(*E) && depends(E))
      Found = true;
    if (auto *Call = dyn_cast<CallExpr>(&Part))
      for (const Expr *A : Call->arguments())
        if (isPointerValue(*A) && !isSharedAccess(*A) && depends(A))
          Found = true;
    return !Found;
  });
  return Found;
}

static bool writesShared(const Stmt &S) {
  bool Found = false;
  forEachPart(&S, [&](const Stmt &Part) {
    if (auto *B = dyn_cast<BinaryOperator>(&Part); B && B->isAssignmentOp())
      Found |= isSharedAccess(*B->getLHS());
    return !Found;
  });
  return Found;
}

llvm::Error Predicator::wrap(const Stmt &S) {
  auto Place = statementAround(Context.ast(), DynTypedNode::create(S));
  if (!Place || Place->Statement != &S)
    return refuse(S, "a statement is written by a macro");
  wrapStatement(Context.Edits, Context.ast(), *Place, "if (" + Live + ")");
  return llvm::Error::success();
}

llvm::Error Predicator::guardRead(const Expr &Read) {
  auto Range = byteRange(Context.ast(), Read.getSourceRange());
  if (!Range)
    return refuse(Read, "a read of global memory is written by a macro");
  std::string Zero = zeroOf(Context.ast(), Read.getType());
  if (Zero.empty())
    return refuse(Read, "a value read from global memory has no zero");
  std::string Guarded =
      Live + " ? " + Context.text(*Range).str() + " : " + Zero;
  Context.Edits.replace(*Range, asOperand(Context.ast(), Read, Guarded));
  return llvm::Error::success();
}

/// Guards the outermost reads of global memory in \p S.
llvm::Error Predicator::guardReads(const Stmt &S) {
  std::vector<const Expr *> Reads;
  const Expr *Trouble = nullptr;
  forEachPart(&S, [&](const Stmt &Part) {
    if (isa<LambdaExpr>(Part))
      return false;
    const auto *E = dyn_cast<Expr>(&Part);
    if (!E)
      return true;
    // `&x[i]` reads nothing, `x + i` neither.
    if (auto *U = dyn_cast<UnaryOperator>(E); U && U->getOpcode() == UO_AddrOf)
      return false;
    if (auto *Call = dyn_cast<CallExpr>(E);
        Call && !isa<CXXOperatorCallExpr>(Call)) {
      bool Passes = llvm::any_of(Call->arguments(), [&](const Expr *A) {
        return isPointerValue(*A) && !isSharedAccess(*A) && depends(A);
      });
      if (Passes) {
        if (collectivesIn(*Call) || Call->getType()->isVoidType())
          Trouble = Call;
        else
          Reads.push_back(Call);
        return false;
      }
    }
    if (isGlobalAccess(*E->IgnoreImpCasts()) &&
        isa<ArraySubscriptExpr, UnaryOperator>(E) && depends(E)) {
      if (E->getType()->isArrayType())
        return true;
      Reads.push_back(E);
      return false;
    }
    return true;
  });
  if (Trouble)
    return refuse(*Trouble, "a call that reaches a barrier is given memory "
                            "that only live threads may touch");
  for (const Expr *R : Reads)
    if (llvm::Error Bad = guardRead(*R))
      return Bad;
  return llvm::Error::success();
}

llvm::Error Predicator::guard(const Stmt &S) {
  if (!isRisky(S))
    return llvm::Error::success();
  if (auto *Block = dyn_cast<CompoundStmt>(&S)) {
    for (const Stmt *Child : Block->body())
      if (llvm::Error Bad = guard(*Child))
        return Bad;
    return llvm::Error::success();
  }
  if (auto *A = dyn_cast<AttributedStmt>(&S)) // #pragma unroll
    return guard(*A->getSubStmt());
  if (auto *D = dyn_cast<DeclStmt>(&S)) {
    for (const Decl *One : D->decls()) {
      const auto *V = dyn_cast<VarDecl>(One);
      if (!V || !V->getInit())
        continue;
      if (V->getType()->isReferenceType())
        return refuse(S, "a reference to global memory cannot be guarded");
      if (llvm::Error Bad = guardReads(*V->getInit()))
        return Bad;
    }
    return llvm::Error::success();
  }
  if (auto *I = dyn_cast<IfStmt>(&S)) {
    if (llvm::Error Bad = guardReads(*I->getCond()))
      return Bad;
    if (llvm::Error Bad = guard(*I->getThen()))
      return Bad;
    return I->getElse() ? guard(*I->getElse()) : llvm::Error::success();
  }
  const Stmt *Body = nullptr;
  llvm::SmallVector<const Stmt *> Heads;
  if (auto *L = dyn_cast<ForStmt>(&S)) {
    Body = L->getBody();
    Heads = {L->getInit(), L->getCond(), L->getInc()};
  } else if (auto *W = dyn_cast<WhileStmt>(&S)) {
    Body = W->getBody();
    Heads = {W->getCond()};
  } else if (auto *D = dyn_cast<DoStmt>(&S)) {
    Body = D->getBody();
    Heads = {D->getCond()};
  }
  if (Body) {
    // A loop that concerns nobody else is left out as a whole, unless what it
    // computes is used by everybody later.
    for (const Stmt *H : Heads)
      if (H)
        if (llvm::Error Bad = guardReads(*H))
          return Bad;
    return guard(*Body);
  }
  const auto *E = dyn_cast<Expr>(&S);
  if (!E) {
    if (auto *R = dyn_cast<ReturnStmt>(&S); R && R->getRetValue())
      return guardReads(*R->getRetValue());
    return refuse(S, "this statement cannot be guarded");
  }
  E = E->IgnoreParenImpCasts();
  const Expr *Left = nullptr, *Right = nullptr;
  if (auto *B = dyn_cast<BinaryOperator>(E); B && B->isAssignmentOp()) {
    Left = B->getLHS();
    Right = B->getRHS();
  } else if (auto *O = dyn_cast<CXXOperatorCallExpr>(E);
             O && O->isAssignmentOp()) {
    Left = O->getArg(0);
    Right = O->getArg(1);
  }
  bool Global = Left && isGlobalAccess(*Left->IgnoreParens());
  if (const auto *M =
          Left ? dyn_cast<MemberExpr>(Left->IgnoreParens()) : nullptr)
    Global = isGlobalAccess(*M->getBase()->IgnoreParenImpCasts());
  if (Left && !Global) {
    if (llvm::Error Bad = guardReads(*Left))
      return Bad;
    return guardReads(*Right);
  }
  if (collectivesIn(*E) || writesShared(*E))
    return guardReads(*E);
  return wrap(S);
}

/// `return;`, alone or in a block.
static bool isPlainReturn(const Stmt *S) {
  while (const auto *Block = dyn_cast_or_null<CompoundStmt>(S))
    S = Block->size() == 1 ? Block->body_front() : nullptr;
  const auto *R = dyn_cast_or_null<ReturnStmt>(S);
  return R && !R->getRetValue();
}

static llvm::Error earlyReturn(EditContext &Context, const BoundNodes &Nodes) {
  auto Place = siteStatement(Context, Nodes);
  if (!Place)
    return Place.takeError();
  std::optional<StatementPlace> Current = *Place;
  while (Current && !isa<IfStmt>(Current->Statement))
    Current = outerStatement(Context.ast(), *Current);
  const auto *If = Current ? cast<IfStmt>(Current->Statement) : nullptr;
  const FunctionDecl *F = functionAround(Context.ast(), siteOf(Nodes));
  if (!If || !F || If->getElse() || !isPlainReturn(If->getThen()))
    return notHere(Context, Nodes, "the site is no `if (...) return;`");
  if (Current->Parent != F->getBody())
    return notHere(Context, Nodes,
                   "the return stands inside another statement");
  const Expr *Condition = If->getCond();
  if (sourceText(Context, *Condition).empty())
    return notHere(Context, Nodes, "the condition is written by a macro");
  bool Collective = false;
  bool Behind = false;
  for (const Stmt *S : cast<CompoundStmt>(F->getBody())->body()) {
    Collective |= Behind && collectivesIn(*S);
    Behind |= S == If;
  }
  if (!Collective)
    return notHere(Context, Nodes,
                   "no barrier and no warp operation follows the return");
  // The condition's own reads are as safe as they were.
  std::string Live = freshName(*F, "live");
  Predicator P(Context, *F, Live);
  P.seed(*Condition);
  Context.Edits.replace(Current->Range, "const bool " + Live + " = " +
                                            negated(Context, *Condition) + ";");
  Behind = false;
  for (const Stmt *S : cast<CompoundStmt>(F->getBody())->body()) {
    if (Behind)
      if (llvm::Error Bad = P.guard(*S))
        return Bad;
    Behind |= S == If;
  }
  return llvm::Error::success();
}

extern const Builtin EarlyReturnToPredicate;
const Builtin EarlyReturnToPredicate = {"early-return-to-predicate",
                                        earlyReturn};

} // namespace kmend
