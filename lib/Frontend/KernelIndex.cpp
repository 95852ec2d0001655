//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Frontend/KernelIndex.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace kmend {

/// \p E without what the language added, or null for a default argument.
static const Expr *spelled(const Expr *E) {
  if (!E || isa<CXXDefaultArgExpr>(E))
    return nullptr;
  return E->IgnoreUnlessSpelledInSource();
}

/// The function that was written: the pattern of an instance.
static const FunctionDecl *pattern(const FunctionDecl *F) {
  if (!F)
    return nullptr;
  if (const FunctionDecl *P = F->getTemplateInstantiationPattern())
    return P;
  return F;
}

/// The function that \p E names, seen through casts, `&`, and a variable that
/// is initialised with it.
static const FunctionDecl *namedFunction(const Expr *E, unsigned Depth = 0) {
  if (!E || Depth > 8)
    return nullptr;
  E = E->IgnoreParenCasts();
  if (auto *U = dyn_cast<UnaryOperator>(E))
    return namedFunction(U->getSubExpr(), Depth + 1);
  if (auto *Overloads = dyn_cast<OverloadExpr>(E)) {
    for (const NamedDecl *D : Overloads->decls()) {
      D = D->getUnderlyingDecl();
      if (auto *T = dyn_cast<FunctionTemplateDecl>(D))
        return T->getTemplatedDecl();
      if (auto *F = dyn_cast<FunctionDecl>(D))
        return F;
    }
    return nullptr;
  }
  if (auto *Call = dyn_cast<CXXUnresolvedConstructExpr>(E))
    return Call->getNumArgs() == 1 ? namedFunction(Call->getArg(0), Depth + 1)
                                   : nullptr;
  if (auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    if (auto *F = dyn_cast<FunctionDecl>(Ref->getDecl()))
      return pattern(F);
    if (auto *V = dyn_cast<VarDecl>(Ref->getDecl()))
      return namedFunction(V->getInit(), Depth + 1);
  }
  return nullptr;
}

static bool inNamespace(const Decl *D, llvm::StringRef Name) {
  for (const DeclContext *C = D->getDeclContext(); C; C = C->getParent())
    if (auto *N = dyn_cast<NamespaceDecl>(C); N && N->getName() == Name)
      return true;
  return false;
}

/// __syncthreads and its counting forms, cooperative_groups' block and grid
/// wide sync.
static bool isBarrier(const CallExpr *Call) {
  const auto *F = dyn_cast_or_null<FunctionDecl>(Call->getCalleeDecl());
  if (!F || !F->getDeclName().isIdentifier())
    return false;
  llvm::StringRef Name = F->getName();
  if (Name.starts_with("__syncthreads") || Name == "__barrier_sync" ||
      Name == "__nvvm_bar0" || Name == "__nvvm_barrier0")
    return true;
  if (Name != "sync" || !inNamespace(F, "cooperative_groups"))
    return false;
  auto IsWide = [](QualType T) {
    const auto *R = T.getNonReferenceType()->getAsCXXRecordDecl();
    return R &&
           (R->getName() == "thread_block" || R->getName() == "grid_group" ||
            R->getName() == "cluster_group");
  };
  if (auto *Member = dyn_cast<CXXMemberCallExpr>(Call))
    return IsWide(Member->getObjectType());
  return Call->getNumArgs() == 1 && IsWide(Call->getArg(0)->getType());
}

namespace {
class IndexBuilder : public DynamicRecursiveASTVisitor {
public:
  IndexBuilder(KernelIndex &Index, const SourceManager &SM)
      : Index(Index), SM(SM) {}

  bool TraverseFunction(FunctionDecl *F, llvm::function_ref<bool()> Rest) {
    const FunctionDecl *Before = Current;
    Current = F;
    bool Continue = Rest();
    Current = Before;
    return Continue;
  }

  bool TraverseDecl(Decl *D) override {
    if (auto *F = dyn_cast_or_null<FunctionDecl>(D))
      return TraverseFunction(
          F, [&] { return DynamicRecursiveASTVisitor::TraverseDecl(D); });
    return DynamicRecursiveASTVisitor::TraverseDecl(D);
  }

  bool TraverseLambdaExpr(LambdaExpr *L) override {
    return TraverseFunction(L->getCallOperator(), [&] {
      return DynamicRecursiveASTVisitor::TraverseLambdaExpr(L);
    });
  }

  bool VisitFunctionDecl(FunctionDecl *F) override {
    if (F->isImplicit() || !F->isThisDeclarationADefinition() ||
        F->isTemplateInstantiation() || !isInMainFile(F->getLocation()))
      return true;
    if (F->hasAttr<CUDAGlobalAttr>())
      Index.Kernels.push_back(F);
    else if (F->hasAttr<CUDADeviceAttr>())
      Index.DeviceFunctions.push_back(F);
    else
      Index.HostFunctions.push_back(F);
    return true;
  }

  bool VisitVarDecl(VarDecl *V) override {
    if (V->hasAttr<CUDASharedAttr>() && isInMainFile(V->getLocation()))
      Index.SharedVariables.push_back(V);
    return true;
  }

  bool VisitCallExpr(CallExpr *Call) override {
    if (!isInMainFile(Call->getBeginLoc()))
      return true;
    if (auto *Launch = dyn_cast<CUDAKernelCallExpr>(Call)) {
      const CallExpr *Config = Launch->getConfig();
      auto Argument = [&](unsigned I) {
        return Config && I < Config->getNumArgs() ? spelled(Config->getArg(I))
                                                  : nullptr;
      };
      Index.Launches.push_back({Call, namedFunction(Launch->getCallee()),
                                Current, Argument(0), Argument(1), Argument(2),
                                Argument(3), false});
      return true;
    }
    if (isBarrier(Call))
      Index.Barriers.push_back(Call);
    const auto *F = dyn_cast_or_null<FunctionDecl>(Call->getCalleeDecl());
    if (!F && isa<UnresolvedLookupExpr>(Call->getCallee()->IgnoreParens()))
      F = namedFunction(Call->getCallee());
    if (!F || !F->getDeclName().isIdentifier() || Call->getNumArgs() < 4)
      return true;
    bool Cooperative = F->getName() == "cudaLaunchCooperativeKernel";
    if (!Cooperative && F->getName() != "cudaLaunchKernel")
      return true;
    auto Argument = [&](unsigned I) {
      return I < Call->getNumArgs() ? spelled(Call->getArg(I)) : nullptr;
    };
    Index.Launches.push_back({Call, namedFunction(Call->getArg(0)), Current,
                              Argument(1), Argument(2), Argument(4),
                              Argument(5), Cooperative});
    return true;
  }

private:
  bool isInMainFile(clang::SourceLocation Loc) const {
    return Loc.isValid() && SM.isInMainFile(SM.getExpansionLoc(Loc));
  }

  KernelIndex &Index;
  const SourceManager &SM;
  const FunctionDecl *Current = nullptr;
};
} // namespace

KernelIndex buildKernelIndex(const ParsedSource &Source, Side S) {
  KernelIndex Index;
  IndexBuilder Builder(Index, Source.sources(S));
  for (Decl *D : Source.context(S).getTraversalScope())
    Builder.TraverseDecl(D);
  return Index;
}

const FunctionDecl *KernelIndex::kernel(llvm::StringRef Name) const {
  for (const FunctionDecl *F : Kernels)
    if (F->getNameAsString() == Name)
      return F;
  return nullptr;
}

} // namespace kmend
