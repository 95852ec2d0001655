//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchFeed.h"
#include "DeviceCode.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace kmend {

LaunchFeed::LaunchFeed(const ParsedSource &Source, const KernelIndex &Index)
    : Source(Source), Index(Index) {
  for (const LaunchSite &L : Index.Launches)
    for (const Expr *E : {L.Grid, L.Block, L.SharedBytes})
      addExpression(E);
}

bool LaunchFeed::contains(ByteRange Range) const {
  return llvm::any_of(Ranges, [&](ByteRange R) { return R.contains(Range); });
}

void LaunchFeed::addExpression(const Expr *E) {
  if (E)
    addStatement(*E);
}

void LaunchFeed::addStatement(const Stmt &S) {
  if (auto Range = byteRange(Source.context(), S.getSourceRange()))
    Ranges.push_back(*Range);
  forEachPart(&S, [&](const Stmt &Part) {
    if (auto *Ref = dyn_cast<DeclRefExpr>(&Part)) {
      if (auto *V = dyn_cast<VarDecl>(Ref->getDecl()))
        addVariable(*V);
      else if (auto *F = dyn_cast<FunctionDecl>(Ref->getDecl()))
        addFunction(*F);
    } else if (auto *Overloads = dyn_cast<OverloadExpr>(&Part)) {
      for (const NamedDecl *D : Overloads->decls())
        if (const FunctionDecl *F = D->getUnderlyingDecl()->getAsFunction())
          addFunction(*F);
    } else if (auto *M = dyn_cast<MemberExpr>(&Part)) {
      if (auto *F = dyn_cast<FunctionDecl>(M->getMemberDecl()))
        addFunction(*F);
    }
    return true;
  });
}

void LaunchFeed::addFunction(const FunctionDecl &F) {
  const FunctionDecl *Written = &F;
  if (const FunctionDecl *P = F.getTemplateInstantiationPattern())
    Written = P;
  const FunctionDecl *Body = nullptr;
  if (!Written->hasBody(Body) || Body->hasAttr<CUDAGlobalAttr>() ||
      !Seen.insert(Body).second)
    return;
  if (byteRange(Source.context(), DynTypedNode::create(*Body)))
    addStatement(*Body->getBody());
}

/// Whether \p S changes \p V.
static bool changes(const Stmt &S, const VarDecl &V) {
  const Expr *Changed = nullptr;
  if (auto *B = dyn_cast<BinaryOperator>(&S); B && B->isAssignmentOp())
    Changed = B->getLHS();
  else if (auto *U = dyn_cast<UnaryOperator>(&S);
           U && U->isIncrementDecrementOp())
    Changed = U->getSubExpr();
  else if (auto *O = dyn_cast<CXXOperatorCallExpr>(&S);
           O && O->isAssignmentOp())
    Changed = O->getArg(0);
  return Changed && rootVariable(*Changed) == &V;
}

void LaunchFeed::addVariable(const VarDecl &V) {
  if (!Seen.insert(&V).second)
    return;
  auto Range = byteRange(Source.context(), DynTypedNode::create(V));
  if (!Range)
    return;
  Ranges.push_back(*Range);
  if (V.getInit())
    addStatement(*V.getInit());
  const auto *F = dyn_cast<FunctionDecl>(V.getDeclContext());
  if (!F)
    return;
  // What steps the variable: assignments, and the loops around them.
  if (F->hasBody())
    forEachPart(F->getBody(), [&](const Stmt &Part) {
      bool Loop = isa<WhileStmt, ForStmt, DoStmt, IfStmt>(Part);
      bool Steps = changes(Part, V);
      if (Loop)
        forEachPart(&Part, [&](const Stmt &Inner) {
          // A launch inside a loop does not make the loop a configuration.
          if (isa<CUDAKernelCallExpr>(Inner))
            Loop = false;
          Steps |= changes(Inner, V);
          return Loop;
        });
      bool Adds =
          Steps && (Loop || !isa<WhileStmt, ForStmt, DoStmt, IfStmt>(Part));
      if (Adds)
        addStatement(Part);
      return !Adds;
    });
  // A parameter is what the callers pass.
  const auto *P = dyn_cast<ParmVarDecl>(&V);
  if (!P || F->hasAttr<CUDAGlobalAttr>())
    return;
  unsigned I = P->getFunctionScopeIndex();
  for (const FunctionDecl *Caller : Index.HostFunctions)
    forEachPart(Caller->getBody(), [&](const Stmt &Part) {
      const auto *Call = dyn_cast<CallExpr>(&Part);
      const auto *Callee =
          Call ? dyn_cast_or_null<FunctionDecl>(Call->getCalleeDecl())
               : nullptr;
      if (Callee && Callee->getTemplateInstantiationPattern())
        Callee = Callee->getTemplateInstantiationPattern();
      if (Callee && Callee->getCanonicalDecl() == F->getCanonicalDecl() &&
          I < Call->getNumArgs() && !isa<CXXDefaultArgExpr>(Call->getArg(I)))
        addStatement(*Call->getArg(I));
      return true;
    });
}

} // namespace kmend
