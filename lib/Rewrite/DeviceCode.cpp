//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceCode.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/ParentMapContext.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace kmend {

void forEachPart(const Stmt *S, llvm::function_ref<bool(const Stmt &)> Visit) {
  llvm::SmallVector<const Stmt *> Work{S};
  while (!Work.empty()) {
    const Stmt *Current = Work.pop_back_val();
    if (!Current || !Visit(*Current))
      continue;
    if (auto *Pseudo = dyn_cast<PseudoObjectExpr>(Current)) {
      Work.push_back(Pseudo->getSyntacticForm());
      continue;
    }
    llvm::SmallVector<const Stmt *> Children(Current->child_begin(),
                                             Current->child_end());
    if (auto *Lambda = dyn_cast<LambdaExpr>(Current))
      Children.push_back(Lambda->getBody());
    Work.append(Children.rbegin(), Children.rend());
  }
}

bool isIndexRead(const Expr &E, llvm::StringRef Base, llvm::StringRef Member) {
  const Expr *Object = nullptr;
  llvm::StringRef Name;
  const Expr *Read = E.IgnoreParenImpCasts();
  if (auto *Pseudo = dyn_cast<PseudoObjectExpr>(Read))
    Read = Pseudo->getSyntacticForm()->IgnoreParenImpCasts();
  if (auto *M = dyn_cast<MemberExpr>(Read)) {
    Object = M->getBase();
    if (M->getMemberDecl()->getDeclName().isIdentifier())
      Name = M->getMemberDecl()->getName();
  } else if (auto *P = dyn_cast<MSPropertyRefExpr>(Read)) {
    Object = P->getBaseExpr();
    Name = P->getPropertyDecl()->getName();
  } else {
    return false;
  }
  if (!Member.empty() && Name != Member)
    return false;
  Object = Object->IgnoreParenImpCasts();
  if (auto *Opaque = dyn_cast<OpaqueValueExpr>(Object);
      Opaque && Opaque->getSourceExpr())
    Object = Opaque->getSourceExpr()->IgnoreParenImpCasts();
  const auto *Ref = dyn_cast<DeclRefExpr>(Object);
  return Ref && Ref->getDecl()->getDeclName().isIdentifier() &&
         Ref->getDecl()->getName() == Base;
}

llvm::StringRef calleeName(const CallExpr &Call) {
  const Expr *Callee = Call.getCallee()->IgnoreParenImpCasts();
  const NamedDecl *D = nullptr;
  if (auto *Overloads = dyn_cast<OverloadExpr>(Callee)) {
    // A call that depends on a template parameter is known by its name only.
    if (Overloads->getName().isIdentifier())
      return Overloads->getName().getAsIdentifierInfo()->getName();
  } else {
    D = dyn_cast_or_null<NamedDecl>(Call.getCalleeDecl());
  }
  if (auto *M = dyn_cast<CXXDependentScopeMemberExpr>(Callee);
      M && M->getMember().isIdentifier())
    return M->getMember().getAsIdentifierInfo()->getName();
  return D && D->getDeclName().isIdentifier() ? D->getName() : "";
}

bool isBlockBarrier(const CallExpr &Call) {
  llvm::StringRef Name = calleeName(Call);
  if (Name.starts_with("__syncthreads") || Name.starts_with("__barrier_sync"))
    return true;
  if (Name != "sync" && Name != "arrive_and_wait")
    return false;
  // A tile's sync concerns its warp only; see isWarpOperation.
  auto IsTile = [](QualType T) {
    const auto *R = T.getNonReferenceType()->getAsCXXRecordDecl();
    return R && (R->getName() == "thread_block_tile" ||
                 R->getName() == "coalesced_group");
  };
  if (auto *M = dyn_cast<CXXMemberCallExpr>(&Call))
    return !IsTile(M->getObjectType());
  return Call.getNumArgs() != 1 || !IsTile(Call.getArg(0)->getType());
}

bool isWarpOperation(const CallExpr &Call) {
  llvm::StringRef Name = calleeName(Call);
  return Name == "__syncwarp" || Name.starts_with("__shfl") ||
         Name.starts_with("__ballot") || Name.starts_with("__any_sync") ||
         Name.starts_with("__all_sync") || Name.starts_with("__reduce_") ||
         Name.starts_with("__match_") || Name == "shfl" ||
         Name.starts_with("shfl_") || Name == "mma_sync" ||
         Name == "load_matrix_sync" || Name == "store_matrix_sync";
}

bool isAtomic(const CallExpr &Call) {
  return calleeName(Call).starts_with("atomic");
}

static void addCollectives(const Stmt &S, Collectives &Found,
                           llvm::SmallPtrSetImpl<const FunctionDecl *> &Seen) {
  forEachPart(&S, [&](const Stmt &Part) {
    const auto *Call = dyn_cast<CallExpr>(&Part);
    if (!Call)
      return true;
    Found.Barrier |= isBlockBarrier(*Call);
    Found.Warp |= isWarpOperation(*Call);
    const auto *F = dyn_cast_or_null<FunctionDecl>(Call->getCalleeDecl());
    const FunctionDecl *Body = nullptr;
    if (!F) {
      // A dependent call: the first template of that name.
      if (auto *O =
              dyn_cast<OverloadExpr>(Call->getCallee()->IgnoreParenImpCasts()))
        for (const NamedDecl *D : O->decls())
          if (const auto *Named = D->getUnderlyingDecl()->getAsFunction())
            F = Named;
    }
    if (F && F->hasBody(Body) && Seen.insert(Body).second && Body->getBody())
      addCollectives(*Body->getBody(), Found, Seen);
    return true;
  });
}

Collectives collectivesIn(const Stmt &S) {
  Collectives Found;
  llvm::SmallPtrSet<const FunctionDecl *, 8> Seen;
  addCollectives(S, Found, Seen);
  return Found;
}

const VarDecl *rootVariable(const Expr &E) {
  const Expr *Current = &E;
  for (unsigned Steps = 0; Current && Steps < 256; ++Steps) {
    Current = Current->IgnoreParenCasts();
    if (auto *S = dyn_cast<ArraySubscriptExpr>(Current))
      Current = S->getBase();
    else if (auto *M = dyn_cast<MemberExpr>(Current))
      Current = M->isImplicitAccess() ? nullptr : M->getBase();
    else if (auto *U = dyn_cast<UnaryOperator>(Current);
             U && (U->getOpcode() == UO_Deref || U->getOpcode() == UO_AddrOf))
      Current = U->getSubExpr();
    else if (auto *B = dyn_cast<BinaryOperator>(Current);
             B && B->isAdditiveOp())
      Current = B->getLHS()->getType()->isPointerType() ||
                        B->getLHS()->getType()->isArrayType()
                    ? B->getLHS()
                    : B->getRHS();
    else if (auto *Ref = dyn_cast<DeclRefExpr>(Current))
      return dyn_cast<VarDecl>(Ref->getDecl());
    else
      return nullptr;
  }
  return nullptr;
}

const VarDecl *storageOf(const VarDecl *V) {
  for (unsigned Steps = 0; V && Steps < 32; ++Steps) {
    if (V->hasAttr<CUDASharedAttr>() || isa<ParmVarDecl>(V) ||
        !V->getType()->isAnyPointerType() || !V->getInit())
      return V;
    const VarDecl *Next = rootVariable(*V->getInit());
    if (!Next || Next == V)
      return V;
    V = Next;
  }
  return V;
}

bool isSharedAccess(const Expr &E) {
  const VarDecl *V = storageOf(rootVariable(E));
  return V && V->hasAttr<CUDASharedAttr>();
}

bool isGlobalAccess(const Expr &E) {
  const Expr *Access = E.IgnoreParenImpCasts();
  if (!isa<ArraySubscriptExpr>(Access)) {
    auto *U = dyn_cast<UnaryOperator>(Access);
    if (!U || U->getOpcode() != UO_Deref)
      return false;
  }
  const VarDecl *V = storageOf(rootVariable(E));
  if (!V)
    return true;
  if (V->hasAttr<CUDASharedAttr>() || V->hasAttr<CUDAConstantAttr>())
    return false;
  return V->getType()->isAnyPointerType() || V->getType()->isDependentType() ||
         V->hasAttr<CUDADeviceAttr>() || V->getType()->isRecordType();
}

static bool readsThread(const Expr &E) {
  if (isIndexRead(E, "threadIdx"))
    return true;
  if (auto *Call = dyn_cast<CallExpr>(&E)) {
    llvm::StringRef Name = calleeName(*Call);
    return Name == "thread_rank" || Name == "thread_index" ||
           Name.starts_with("atomic") || Name.starts_with("__shfl");
  }
  return false;
}

ThreadDependence::ThreadDependence(const FunctionDecl &F) {
  const Stmt *Body = F.getBody();
  if (!Body)
    return;
  // Values flow along initialisers and assignments; loops need more than one
  // pass, and a pass that adds nothing ends it.
  for (size_t Before = ~size_t(0); Before != Variables.size();) {
    Before = Variables.size();
    forEachPart(Body, [&](const Stmt &Part) {
      if (auto *D = dyn_cast<DeclStmt>(&Part)) {
        for (const Decl *One : D->decls())
          if (auto *V = dyn_cast<VarDecl>(One);
              V && V->getInit() && depends(V->getInit()))
            Variables.insert(V);
      } else if (auto *B = dyn_cast<BinaryOperator>(&Part);
                 B && B->isAssignmentOp()) {
        if (auto *Ref = dyn_cast<DeclRefExpr>(B->getLHS()->IgnoreParens());
            Ref && depends(B->getRHS()))
          Variables.insert(Ref->getDecl());
      }
      return true;
    });
  }
}

bool ThreadDependence::depends(const Stmt *S) const {
  bool Found = false;
  llvm::SmallPtrSet<const FunctionDecl *, 8> Seen;
  std::function<void(const Stmt *)> Look = [&](const Stmt *Root) {
    forEachPart(Root, [&](const Stmt &Part) {
      if (Found)
        return false;
      const auto *E = dyn_cast<Expr>(&Part);
      if (!E)
        return true;
      if (readsThread(*E)) {
        Found = true;
        return false;
      }
      if (auto *Ref = dyn_cast<DeclRefExpr>(E);
          Ref && Variables.contains(Ref->getDecl()))
        Found = true;
      // `lane()` is as thread-dependent as the threadIdx that it reads.
      if (auto *Call = dyn_cast<CallExpr>(E))
        if (const auto *F =
                dyn_cast_or_null<FunctionDecl>(Call->getCalleeDecl())) {
          const FunctionDecl *Body = nullptr;
          if (!F->hasAttr<CUDAGlobalAttr>() && F->hasBody(Body) &&
              !Body->getType()
                   ->castAs<FunctionType>()
                   ->getReturnType()
                   ->isVoidType() &&
              Seen.insert(Body).second && Seen.size() < 64 &&
              Body->getASTContext().getSourceManager().isInMainFile(
                  Body->getASTContext().getSourceManager().getExpansionLoc(
                      Body->getLocation())))
            Look(Body->getBody());
        }
      return true;
    });
  };
  Look(S);
  return Found;
}

bool isDivergent(ASTContext &Context, const ThreadDependence &Threads,
                 const Stmt &S) {
  DynTypedNode Current = DynTypedNode::create(S);
  for (unsigned Steps = 0; Steps < 4096; ++Steps) {
    auto Parents = Context.getParents(Current);
    if (Parents.empty() || Parents[0].get<FunctionDecl>())
      return false;
    const Stmt *Child = Current.get<Stmt>();
    const Stmt *Outer = Parents[0].get<Stmt>();
    if (Outer) {
      if (auto *I = dyn_cast<IfStmt>(Outer);
          I && Child != I->getCond() && Threads.depends(I->getCond()))
        return true;
      if (auto *F = dyn_cast<ForStmt>(Outer);
          F && Child == F->getBody() &&
          ((F->getCond() && Threads.depends(F->getCond())) ||
           (F->getInit() && Threads.depends(F->getInit()))))
        return true;
      if (auto *W = dyn_cast<WhileStmt>(Outer);
          W && Child == W->getBody() && Threads.depends(W->getCond()))
        return true;
      if (auto *D = dyn_cast<DoStmt>(Outer);
          D && Child == D->getBody() && Threads.depends(D->getCond()))
        return true;
      if (auto *W = dyn_cast<SwitchStmt>(Outer);
          W && Child == W->getBody() && Threads.depends(W->getCond()))
        return true;
      if (auto *C = dyn_cast<ConditionalOperator>(Outer);
          C && Child != C->getCond() && Threads.depends(C->getCond()))
        return true;
    }
    Current = Parents[0];
  }
  return false;
}

} // namespace kmend
