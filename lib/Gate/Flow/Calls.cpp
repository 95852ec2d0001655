//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls of functions of the source are inlined; a launch is a call that binds
// the index variables, too.
//
//===----------------------------------------------------------------------===//

#include "../Facts/Collect.h"
#include "Interpreter.h"
#include "Types.h"
#include "clang/AST/Attr.h"

using namespace clang;

namespace kmend {

/// Deeper than honest call chains; recursion stops here.
static constexpr size_t MaxFrames = 40;

Interpreter::Argument Interpreter::argument(const Expr *E, QualType T) {
  if (!T.isNull() && T->isReferenceType()) {
    Value V;
    if (E->isGLValue()) {
      Places P = place(E);
      for (PlaceId Id : P.At)
        V.addPoint(Id);
      V.Data = P.Data;
      V.Control = P.Control;
    } else {
      V = Value::pointer(Mem.place(temporary(eval(E), E)));
    }
    return {V, true};
  }
  return {eval(E), false};
}

Value Interpreter::evalCall(const CallExpr *E) {
  if (const auto *K = dyn_cast<CUDAKernelCallExpr>(E))
    return launchCall(K);
  const FunctionDecl *F = E->getDirectCallee();
  Value This;
  unsigned First = 0;
  if (const auto *M = dyn_cast<CXXMemberCallExpr>(E)) {
    const Expr *Object = M->getImplicitObjectArgument();
    if (Object && Object->getType()->isPointerType())
      This = eval(Object);
    else if (Object && Object->isGLValue()) {
      Places P = place(Object);
      for (PlaceId Id : P.At)
        This.addPoint(Id);
      This.Data = P.Data;
    } else if (Object) {
      This = Value::pointer(Mem.place(temporary(eval(Object), Object)));
    }
  } else if (isa<CXXOperatorCallExpr>(E) && isa_and_nonnull<CXXMethodDecl>(F) &&
             E->getNumArgs() && !cast<CXXMethodDecl>(F)->isStatic()) {
    First = 1;
    This = argument(E->getArg(0),
                    Context.getLValueReferenceType(E->getArg(0)->getType()))
               .first;
  }
  const FunctionProtoType *Proto = nullptr;
  if (!F)
    if (QualType T = E->getCallee()->getType(); !T.isNull()) {
      if (T->isPointerType())
        T = T->getPointeeType();
      Proto = T->getAs<FunctionProtoType>();
    }
  llvm::SmallVector<Argument, 6> Args;
  for (unsigned I = First; I < E->getNumArgs(); ++I) {
    unsigned P = I - First;
    QualType T;
    if (F && P < F->getNumParams())
      T = F->getParamDecl(P)->getType();
    else if (Proto && P < Proto->getNumParams())
      T = Proto->getParamType(P);
    Args.push_back(argument(E->getArg(I), T));
  }
  if (F)
    return callFunction(F, Args, This, E);
  if (E->getCallee()->getType()->isDependentType())
    return {};
  Value Callee = eval(E->getCallee());
  bool Known = false;
  return callPointer(Callee, Args, E, Known);
}

Value Interpreter::callPointer(const Value &Callee,
                               llvm::ArrayRef<Argument> Args, const Expr *Site,
                               bool &Known) {
  Value Result;
  Result.Shape = Value::Form::Absent;
  for (PlaceId Id : Callee.Points) {
    const Object &O = Mem[Mem.object(Id)];
    if (O.ObjectKind != Object::Kind::Function)
      continue;
    Known = true;
    Result.join(
        callFunction(cast<FunctionDecl>(O.Declaration), Args, Value(), Site));
  }
  if (!Known)
    return callLibrary(nullptr, Args, Callee, Site);
  return Result;
}

Value Interpreter::callFunction(const FunctionDecl *F,
                                llvm::ArrayRef<Argument> Args,
                                const Value &This, const Expr *Site) {
  if (const auto *M = dyn_cast<CXXMethodDecl>(F);
      M && !M->isUserProvided() && Args.size() == 1 &&
      (M->isCopyAssignmentOperator() || M->isMoveAssignmentOperator())) {
    Value V = Args[0].second ? load(pointees(Args[0].first)) : Args[0].first;
    store(pointees(This), V, Site->getExprLoc());
    return This;
  }
  const FunctionDecl *Definition = nullptr;
  bool Inline =
      F->getBody(Definition) && Definition && !Definition->isDependentContext();
  if (Inline) {
    const SourceManager &SM = Context.getSourceManager();
    Inline = inMainFile(SM, Definition->getLocation());
  }
  if (Inline && Frames.size() < MaxFrames) {
    bool Recursive = false;
    for (const Frame &Fr : Frames)
      Recursive |= Fr.Function == Definition;
    if (!Recursive)
      return inlineCall(Definition, Args, This);
  }
  return callLibrary(F, Args, This, Site);
}

Value Interpreter::inlineCall(const FunctionDecl *F,
                              llvm::ArrayRef<Argument> Args,
                              const Value &This) {
  Taint GuardBefore = Guard, LoopBefore = LoopLeft;
  Guard = pc();
  LoopLeft = Taint();
  Frame New;
  New.Function = F;
  New.This = This;
  New.Result.Shape = Value::Form::Absent;
  // A lambda's `this` is that of the function around it.
  if (const auto *M = dyn_cast<CXXMethodDecl>(F);
      M && M->getParent()->isLambda() && !Frames.empty())
    New.This = Frames.back().This;
  Frames.push_back(std::move(New));
  for (unsigned I = 0; I < F->getNumParams(); ++I) {
    const ParmVarDecl *P = F->getParamDecl(I);
    Value V;
    if (I < Args.size()) {
      V = Args[I].first;
    } else if (P->hasInit()) {
      V = argument(P->getInit(), P->getType()).first;
    }
    Mem.store(Mem.place(objectOf(P)), V, true);
  }
  if (const auto *C = dyn_cast<CXXConstructorDecl>(F))
    for (const CXXCtorInitializer *Init : C->inits()) {
      const FieldDecl *Field = Init->getAnyMember();
      Value V;
      if (Field && Field->getType()->isReferenceType()) {
        for (PlaceId Id : place(Init->getInit()).At)
          V.addPoint(Id);
      } else if (Init->getInit()) {
        V = eval(Init->getInit());
      }
      for (PlaceId Id : This.Points) {
        if (Field)
          Mem.store(Mem.field(Id, Field), V, This.Points.size() == 1);
        else
          Mem.store(Id, V, false);
      }
    }
  exec(F->getBody());
  Frame Done = std::move(Frames.back());
  Frames.pop_back();
  // `if (gate) { launch; return; } launch;`
  for (const Frame::PendingDispatch &P : Done.Pending)
    if (shareWork(P.ThenBegin, P.ThenEnd, P.ThenEnd, Fact.Launches.size()))
      for (size_t G : P.Gates)
        Fact.Gates[G].Dispatch = true;
  Guard = GuardBefore;
  LoopLeft = LoopBefore;
  if (Done.Result.Shape == Value::Form::Absent)
    Done.Result.blur();
  return std::move(Done.Result);
}

/// The product of the parts of a launch shape that is fixed.
static std::optional<int64_t> fixedSize(const Value &V) {
  if (V.Fields.empty())
    return V.Shape == Value::Form::Constant ? std::optional(V.Number)
                                            : std::nullopt;
  int64_t Size = 1;
  for (const auto &[F, Part] : V.Fields) {
    if (Part.Shape != Value::Form::Constant || Part.Number > (1 << 30))
      return std::nullopt;
    Size *= Part.Number;
    if (Size > (int64_t(1) << 40))
      return std::nullopt;
  }
  return Size;
}

Value Interpreter::launchCall(const CUDAKernelCallExpr *E) {
  llvm::SmallVector<Value, 4> Config;
  if (const CallExpr *C = E->getConfig())
    for (unsigned I = 0; I < C->getNumArgs(); ++I)
      Config.push_back(eval(C->getArg(I)));
  const FunctionDecl *F = E->getDirectCallee();
  llvm::SmallVector<Argument, 8> Args;
  for (unsigned I = 0; I < E->getNumArgs(); ++I)
    Args.push_back(argument(E->getArg(I), F && I < F->getNumParams()
                                              ? F->getParamDecl(I)->getType()
                                              : QualType()));
  if (F) {
    launch(F, Args, Config, E);
    return {};
  }
  Value Callee = eval(E->getCallee());
  for (PlaceId Id : Callee.Points)
    if (const Object &O = Mem[Mem.object(Id)];
        O.ObjectKind == Object::Kind::Function)
      launch(cast<FunctionDecl>(O.Declaration), Args, Config, E);
  return {};
}

void Interpreter::launch(const FunctionDecl *Kernel,
                         llvm::ArrayRef<Argument> Args,
                         llvm::ArrayRef<Value> Config, const Expr *Site) {
  const FunctionDecl *Definition = nullptr;
  if (!Kernel->getBody(Definition) || !Definition) {
    callLibrary(Kernel, Args, Value(), Site);
    return;
  }
  for (const Frame &F : Frames)
    if (F.Function == Definition) {
      Fact.Complete = false; // a kernel that launches itself
      return;
    }
  Value Grid = Config.size() > 0 ? Config[0] : Value();
  Value Block = Config.size() > 1 ? Config[1] : Value();
  constexpr size_t MaxLaunches = 256;
  std::optional<size_t> Outer = CurrentLaunch;
  if (!Silent && Fact.Launches.size() < MaxLaunches) {
    LaunchFact L;
    L.Kernel = Definition->getNameAsString();
    L.GridSize = fixedSize(Grid);
    L.BlockSize = fixedSize(Block);
    L.Guard = pc();
    L.Where = where(Site->getExprLoc());
    if (Config.size() > 3 && Config[3].allData().has(Taint::OwnStream)) {
      L.OwnStream = true;
      Fact.SideStreams.push_back(L.Where);
    }
    Taint Shape = Grid.allData() | Block.allData();
    Fact.GridExtents |= Shape.group(Taint::Scalar);
    CurrentLaunch = Fact.Launches.size();
    Fact.Launches.push_back(std::move(L));
  } else {
    CurrentLaunch.reset();
  }
  bool WasInKernel = InKernel;
  std::swap(GridDim, Grid);
  std::swap(BlockDim, Block);
  InKernel = true;
  inlineCall(Definition, Args, Value());
  InKernel = WasInKernel;
  GridDim = std::move(Grid);
  BlockDim = std::move(Block);
  CurrentLaunch = Outer;
}

} // namespace kmend
