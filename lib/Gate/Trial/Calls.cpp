//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Facts/Collect.h"
#include "HostMachine.h"
#include <cmath>

using namespace clang;

namespace kmend {

static constexpr size_t MaxCalls = 64;

Cell HostMachine::argument(const Expr *E, QualType T) {
  if (!T.isNull() && T->isReferenceType()) {
    Cell P = Cell::opaque();
    P.Target = E->isGLValue() ? place(E) : temporary(eval(E));
    return P;
  }
  return eval(E);
}

void HostMachine::launched(const Cell &Grid) {
  // An empty grid is an error of the launch, and nothing runs.
  if (Grid.CellKind == Cell::Kind::Integer && Grid.Number <= 0)
    return;
  for (const Cell &Part : Grid.Parts)
    if (Part.CellKind == Cell::Kind::Integer && Part.Number <= 0)
      return;
  ++Launches;
}

Cell HostMachine::evalCall(const CallExpr *E) {
  if (const auto *K = dyn_cast<CUDAKernelCallExpr>(E)) {
    Cell Grid;
    if (const CallExpr *Config = K->getConfig())
      if (Config->getNumArgs())
        Grid = eval(Config->getArg(0));
    launched(Grid);
    return {};
  }
  const FunctionDecl *F = E->getDirectCallee();
  Cell *This = nullptr;
  unsigned First = 0;
  if (const auto *M = dyn_cast<CXXMemberCallExpr>(E)) {
    const Expr *Object = M->getImplicitObjectArgument();
    if (Object)
      This = Object->getType()->isPointerType() ? deref(eval(Object))
             : Object->isGLValue()              ? place(Object)
                                                : temporary(eval(Object));
  } else if (isa<CXXOperatorCallExpr>(E) && isa_and_nonnull<CXXMethodDecl>(F) &&
             E->getNumArgs()) {
    First = 1;
    const Expr *Object = E->getArg(0);
    This = Object->isGLValue() ? place(Object) : temporary(eval(Object));
  }
  if (!F) {
    Cell Callee = eval(E->getCallee());
    F = Callee.Function;
  }
  std::vector<Cell> Args;
  for (unsigned I = First; I < E->getNumArgs(); ++I)
    Args.push_back(
        argument(E->getArg(I), F && I - First < F->getNumParams()
                                   ? F->getParamDecl(I - First)->getType()
                                   : QualType()));
  if (!F)
    return {};
  return call(F, std::move(Args), This);
}

Cell HostMachine::evalConstruct(const CXXConstructExpr *E) {
  const CXXConstructorDecl *C = E->getConstructor();
  if (C->isCopyOrMoveConstructor() && E->getNumArgs() == 1)
    return eval(E->getArg(0));
  std::vector<Cell> Args;
  for (unsigned I = 0; I < E->getNumArgs(); ++I)
    Args.push_back(argument(E->getArg(I), I < C->getNumParams()
                                              ? C->getParamDecl(I)->getType()
                                              : QualType()));
  Cell *This = temporary(fresh(E->getType()));
  if (C->getParent()->getIdentifier() && C->getParent()->getName() == "dim3" &&
      Args.size() == 3) {
    for (size_t I = 0; I < 3 && I < This->Parts.size(); ++I)
      This->Parts[I] = convert(Args[I], Context.UnsignedIntTy);
    return *This;
  }
  call(C, std::move(Args), This);
  return *This;
}

Cell HostMachine::library(const FunctionDecl *F, std::vector<Cell> Args) {
  llvm::StringRef Name = F->getIdentifier() ? F->getName() : "";
  auto Value = [&](size_t I) -> Cell {
    if (I >= Args.size())
      return {};
    if (I < F->getNumParams() &&
        F->getParamDecl(I)->getType()->isReferenceType()) {
      Cell *At = deref(Args[I]);
      return At ? *At : Cell();
    }
    return Args[I];
  };
  auto Give = [&](Cell V) {
    if (!F->getReturnType()->isReferenceType())
      return V;
    Cell P = Cell::opaque();
    P.Target = temporary(std::move(V));
    return P;
  };
  if ((Name == "min" || Name == "max") && Args.size() == 2) {
    QualType T = F->getParamDecl(0)->getType().getNonReferenceType();
    Cell A = Value(0), B = Value(1);
    Cell Less = compute(BO_LT, A, B, T);
    if (Less.CellKind != Cell::Kind::Integer)
      return {};
    return Give((Less.Number != 0) == (Name == "min") ? A : B);
  }
  if (Name.starts_with("ceil") || Name.starts_with("floor") ||
      Name.starts_with("sqrt") || Name.starts_with("fabs")) {
    Cell A = convert(Value(0), Context.DoubleTy);
    if (A.CellKind != Cell::Kind::Float)
      return {};
    return Cell::real(Name.starts_with("ceil")    ? std::ceil(A.Real)
                      : Name.starts_with("floor") ? std::floor(A.Real)
                      : Name.starts_with("sqrt")  ? std::sqrt(A.Real)
                                                  : std::fabs(A.Real));
  }
  if (Name == "cudaLaunchKernel" || Name == "cudaLaunchCooperativeKernel" ||
      Name == "cudaLaunchKernelExC" || Name == "cudaLaunchKernelEx") {
    launched(Name.starts_with("cudaLaunchKernelEx") ? Cell() : Value(1));
    return Cell::integer(0);
  }
  if (!Name.starts_with("cuda"))
    return {};
  // Allocations succeed; questions are answered with what a device may say.
  if (Name.starts_with("cudaMalloc") || Name == "cudaHostAlloc" ||
      Name.starts_with("cudaStreamCreate") ||
      Name.starts_with("cudaEventCreate")) {
    if (Cell *At = Args.empty() ? nullptr : deref(Args[0]))
      *At = Cell::opaque();
  } else if (Name == "cudaDeviceGetAttribute" || Name == "cudaGetDevice" ||
             Name.starts_with("cudaOccupancy") ||
             Name == "cudaGetDeviceCount") {
    for (const Cell &A : Args)
      if (Cell *At = deref(A))
        *At = Cell::integer(Name == "cudaGetDevice" ? 0 : 132);
  }
  return Cell::integer(0);
}

Cell HostMachine::call(const FunctionDecl *F, std::vector<Cell> Args,
                       Cell *This) {
  if (const auto *M = dyn_cast<CXXMethodDecl>(F);
      M && !M->isUserProvided() && Args.size() == 1 && This &&
      (M->isCopyAssignmentOperator() || M->isMoveAssignmentOperator())) {
    Cell *From = deref(Args[0]);
    *This = From ? Cell(*From) : Cell();
    Cell P = Cell::opaque();
    P.Target = This;
    return P;
  }
  const FunctionDecl *Definition = nullptr;
  const SourceManager &SM = Context.getSourceManager();
  if (!F->getBody(Definition) || !Definition ||
      !inMainFile(SM, Definition->getLocation()))
    return library(F, std::move(Args));
  if (Calls.size() >= MaxCalls) {
    giveUp();
    return {};
  }
  Calls.emplace_back();
  Calls.back().This = This;
  for (unsigned I = 0; I < Definition->getNumParams(); ++I) {
    const ParmVarDecl *P = Definition->getParamDecl(I);
    Calls.back().Variables[P] =
        temporary(I < Args.size() ? std::move(Args[I]) : Cell());
  }
  if (const auto *C = dyn_cast<CXXConstructorDecl>(Definition); C && This)
    for (const CXXCtorInitializer *Init : C->inits())
      if (const FieldDecl *Field = Init->getMember();
          Field && This->CellKind == Cell::Kind::Group &&
          Field->getFieldIndex() < This->Parts.size()) {
        Cell V = Field->getType()->isReferenceType()
                     ? argument(Init->getInit(), Field->getType())
                     : eval(Init->getInit());
        This->Parts[Field->getFieldIndex()] = std::move(V);
      }
  exec(Definition->getBody());
  Cell Result = std::move(Calls.back().Result);
  Calls.pop_back();
  return Result;
}

} // namespace kmend
