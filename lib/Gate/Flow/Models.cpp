//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What functions of headers do to values: by name where it matters, else the
// result and everything reachable through non-const arguments is made of all
// arguments.
//
//===----------------------------------------------------------------------===//

#include "Interpreter.h"
#include "Types.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace kmend {

Value Interpreter::deep(const Value &V) {
  Value R = V.collapsed();
  llvm::SmallVector<PlaceId, 8> Todo(R.Points.begin(), R.Points.end());
  std::set<PlaceId> Seen(Todo.begin(), Todo.end());
  while (!Todo.empty()) {
    PlaceId Id = Todo.pop_back_val();
    Places P;
    P.At.push_back(Id);
    P.Data = V.Data;
    ++Peeking;
    Value Part = load(P).collapsed();
    --Peeking;
    R.Data |= Part.Data;
    R.Control |= Part.Control;
    for (PlaceId Next : Part.Points)
      if (Seen.insert(Next).second) {
        R.addPoint(Next);
        Todo.push_back(Next);
      }
  }
  R.blur();
  return R;
}

void Interpreter::keep(const Value &V, unsigned State) {
  Value All = V.collapsed();
  for (PlaceId Id : All.Points) {
    Object &O = Mem[Mem.object(Id)];
    if (O.ObjectKind != Object::Kind::Allocation || O.Persistent)
      continue;
    O.Persistent = true;
    O.Index = State;
  }
}

void Interpreter::overwrite(const Value &To, Value V, const Expr *Site) {
  V.Data |= To.allData().without(Taint::Address).without(Taint::State);
  V.Control |= pc();
  for (PlaceId Id : To.Points) {
    ObjectId O = Mem.object(Id);
    noteStore(O, V, Site->getExprLoc());
    if (Mem[O].ObjectKind == Object::Kind::Constant ||
        Mem[O].ObjectKind == Object::Kind::Function)
      continue;
    Mem.store(Id, V, false);
  }
}

void Interpreter::copyMemory(const Value &To, const Value &From,
                             std::optional<int64_t> Kind, const Expr *Site) {
  Value Source;
  Places P = pointees(From);
  P.Element = true;
  // A copy between device buffers is no work of the host.
  ++Peeking;
  Source = load(P).collapsed();
  --Peeking;
  Source.Data = Source.Data.without(Taint::Sample);
  bool ToHost = Kind == 2;
  if (Kind != 2 && Kind != 3 && Kind != 1)
    for (PlaceId Id : To.Points) {
      const Object &O = Mem[Mem.object(Id)];
      ToHost |= !O.OnDevice && O.ObjectKind != Object::Kind::Tensor;
    }
  if (!InKernel && ToHost && Source.Data.group(Taint::Contents)) {
    Source.Data.add(Taint::HostPath);
    if (!Silent)
      Fact.HostReads.push_back(where(Site->getExprLoc()));
  }
  Source.blur();
  overwrite(To, Source, Site);
}

bool Interpreter::callRuntime(llvm::StringRef Name,
                              llvm::ArrayRef<Argument> Args, const Expr *Site,
                              Value &Result) {
  auto Arg = [&](size_t I) {
    return I < Args.size() ? Args[I].first : Value();
  };
  auto Constant = [&](size_t I) -> std::optional<int64_t> {
    Value V = Arg(I);
    // Through a reference: the value behind it.
    if (V.Shape == Value::Form::Constant)
      return V.Number;
    return std::nullopt;
  };
  if (Name == "memcpy" || Name == "memmove" || Name == "__builtin_memcpy" ||
      Name == "__builtin_memmove") {
    Value Source = load(pointees(Arg(1))).collapsed();
    Source.blur();
    overwrite(Arg(0), Source, Site);
    Result = Arg(0);
    return true;
  }
  if (Name == "memset" || Name == "__builtin_memset") {
    overwrite(Arg(0), Value(), Site);
    Result = Arg(0);
    return true;
  }
  if (Name == "malloc" || Name == "calloc" || Name == "aligned_alloc") {
    Result = Value::pointer(Mem.place(allocation(Site, InKernel)));
    return true;
  }
  if (Name == "__ldg" || Name.starts_with("__ldc") ||
      Name.starts_with("__ldl") || Name == "__ldlu") {
    Places P = pointees(Arg(0));
    Result = load(P);
    return true;
  }
  if (Name == "swap" && Args.size() == 2) {
    // As often as not a loop exchanges two buffers; they stay buffers.
    Value Both = load(pointees(Arg(0)));
    Both.join(load(pointees(Arg(1))));
    for (size_t I : {0u, 1u})
      for (PlaceId Id : Arg(I).Points)
        Mem.store(Id, Both, false);
    return true;
  }
  if ((Name == "move" || Name == "forward" || Name == "addressof") &&
      Args.size() == 1) {
    Result = Arg(0);
    return true;
  }
  if ((Name == "min" || Name == "max") && Args.size() == 2) {
    Value V = Args[0].second ? load(pointees(Arg(0))) : Arg(0);
    V.join(Args[1].second ? load(pointees(Arg(1))) : Arg(1));
    V.blur();
    Result = Args[0].second ? Value::pointer(Mem.place(temporary(V, Site))) : V;
    return true;
  }
  if (!Name.starts_with("cuda"))
    return false;
  if (Name.starts_with("cudaMalloc") || Name == "cudaHostAlloc") {
    bool OnDevice = !Name.contains("Host");
    if (Name == "cudaMallocManaged")
      OnDevice = false;
    Value P = Value::pointer(Mem.place(allocation(Site, OnDevice)));
    for (PlaceId Id : Arg(0).Points) {
      noteStore(Mem.object(Id), P, Site->getExprLoc());
      Mem.store(Id, P, local(Mem.object(Id)));
    }
    return true;
  }
  if (Name.starts_with("cudaMemset")) {
    overwrite(Arg(0), Value(), Site);
    return true;
  }
  if (Name.starts_with("cudaMemcpyToSymbol")) {
    Value Symbol = Arg(0);
    copyMemory(Symbol, Arg(1), 1, Site);
    return true;
  }
  if (Name.starts_with("cudaMemcpyFromSymbol")) {
    copyMemory(Arg(0), Arg(1), Constant(4).value_or(2), Site);
    return true;
  }
  if (Name.starts_with("cudaMemcpy2D")) {
    copyMemory(Arg(0), Arg(2), Constant(6), Site);
    return true;
  }
  if (Name.starts_with("cudaMemcpy") && !Name.contains("3D") &&
      !Name.contains("Array")) {
    copyMemory(Arg(0), Arg(1), Constant(3), Site);
    return true;
  }
  if (Name.starts_with("cudaGetSymbolAddress")) {
    for (PlaceId Id : Arg(0).Points)
      Mem.store(Id, Arg(1), local(Mem.object(Id)));
    return true;
  }
  if (Name.starts_with("cudaStreamCreate") ||
      Name == "cudaStreamGetCaptureInfo") {
    Value Stream;
    Stream.Data.add(Taint::OwnStream);
    for (PlaceId Id : Arg(0).Points) {
      noteStore(Mem.object(Id), Stream, Site->getExprLoc());
      Mem.store(Id, Stream, local(Mem.object(Id)));
    }
    return true;
  }
  if (Name == "cudaLaunchKernel" || Name == "cudaLaunchCooperativeKernel") {
    // The arguments are pointers to them, in an array.
    llvm::SmallVector<Argument, 8> KernelArgs;
    Value Each = load(pointees(Arg(3)));
    for (PlaceId Id : Arg(0).Points) {
      const Object &O = Mem[Mem.object(Id)];
      if (O.ObjectKind != Object::Kind::Function)
        continue;
      const auto *K = cast<FunctionDecl>(O.Declaration);
      KernelArgs.clear();
      // In the order in which the array lists them, when it does.
      const Expr *List = nullptr;
      if (const auto *Call = dyn_cast<CallExpr>(Site);
          Call && Call->getNumArgs() > 3)
        if (const auto *Ref =
                dyn_cast<DeclRefExpr>(Call->getArg(3)->IgnoreParenCasts()))
          if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl()))
            List = V->getInit();
      const auto *Inits =
          List ? dyn_cast<InitListExpr>(List->IgnoreImplicit()) : nullptr;
      for (unsigned I = 0; I < K->getNumParams(); ++I) {
        Value Pointer =
            Inits && I < Inits->getNumInits() ? eval(Inits->getInit(I)) : Each;
        KernelArgs.push_back({load(pointees(Pointer)), false});
      }
      Value Config[] = {load(pointees(Arg(1))), load(pointees(Arg(2))), Arg(4),
                        Arg(5)};
      // dim3 arrives by value, or by reference to a copy.
      for (unsigned I : {0u, 1u})
        if (Arg(1 + I).Points.empty())
          Config[I] = Arg(1 + I);
      launch(K, KernelArgs, Config, Site);
    }
    return true;
  }
  // Queries and settings: what they return has nothing to do with the tensors,
  // but the numbers that were there are gone.
  for (const Argument &A : Args)
    for (PlaceId Id : A.first.Points) {
      ObjectId O = Mem.object(Id);
      if (Mem[O].ObjectKind != Object::Kind::Local)
        continue;
      Value V = Mem.load(Id);
      V.blur();
      Mem.store(Id, V, true);
    }
  return true;
}

/// Whether a parameter of type \p T lets the callee write.
static bool writable(QualType T) {
  if (T.isNull())
    return true;
  if (T->isReferenceType() || T->isPointerType()) {
    QualType To = T->getPointeeType();
    return !To.isConstQualified() && !To->isFunctionType();
  }
  return false;
}

static bool isArithmeticName(llvm::StringRef Name) {
  Name = Name.ltrim('_');
  if (!Name.consume_front("h"))
    return false;
  for (llvm::StringRef Op : {"add", "sub", "mul", "fma", "div", "exp", "log",
                             "rcp", "sqrt", "rsqrt", "sin", "cos", "tanh"})
    if (Name.starts_with(Op))
      return true;
  return false;
}

Value Interpreter::callLibrary(const FunctionDecl *F,
                               llvm::ArrayRef<Argument> Args, const Value &This,
                               const Expr *Site) {
  llvm::StringRef Name;
  if (F && F->getIdentifier())
    Name = F->getName();
  Value R;
  if (!isa_and_nonnull<CXXMethodDecl>(F) && callRuntime(Name, Args, Site, R))
    return R;
  if (Name.starts_with("__syncthreads") || Name == "__barrier_sync" ||
      Name == "sync" || Name == "arrive_and_wait") {
    if (!Silent && BarrierSites.insert(Site).second)
      ++Fact.Barriers;
  }
  // Everything that comes in.
  bool WideArgument = false, NarrowArgument = false;
  for (unsigned I = 0; I < Args.size(); ++I) {
    R.join(deep(Args[I].first));
    if (F && I < F->getNumParams()) {
      QualType T = F->getParamDecl(I)->getType().getNonReferenceType();
      if (T->isPointerType())
        T = T->getPointeeType();
      unsigned Bits = floatBits(T);
      WideArgument |= Bits > 16;
      NarrowArgument |= Bits && Bits <= 16;
    }
  }
  R.join(deep(This));
  R.blur();
  if (const auto *M = dyn_cast_or_null<CXXMethodDecl>(F)) {
    // Who am I, in the words of cooperative groups.
    if (M->getQualifiedNameAsString().find("cooperative_groups") !=
        std::string::npos)
      R.Data.add(Taint::Thread);
  }
  if (Name.starts_with("__fetch_builtin"))
    R.Data.add(Taint::Thread);
  bool Tensor = R.Data.group(Taint::Contents);
  if (F && Tensor) {
    unsigned Bits = floatBits(F->getReturnType().getNonReferenceType());
    if (const auto *C = dyn_cast<CXXConstructorDecl>(F))
      Bits = floatBits(Context.getCanonicalTagType(C->getParent()));
    bool Operator = F->isOverloadedOperator() && NarrowArgument;
    if (Bits && Bits <= 16 &&
        ((WideArgument && !NarrowArgument) || isArithmeticName(Name) ||
         Operator))
      R.Data.add(Taint::Narrow);
    llvm::StringRef Plain = Name.ltrim('_');
    if (InKernel &&
        (Plain.starts_with("exp") || Plain == "hexp" || Plain == "h2exp") &&
        Plain != "expm1" && Plain != "expm1f") {
      if (R.Data.has(Taint::Difference))
        Fact.GuardedExponent = true;
      if (!Silent)
        Fact.Exponents.push_back(where(Site->getExprLoc()));
    }
  }
  // Functions that were handed over may be called with anything.
  if (Callbacks < 2) {
    ++Callbacks;
    llvm::SmallVector<PlaceId, 4> Points(R.Points.begin(), R.Points.end());
    for (PlaceId Id : Points) {
      const Object &O = Mem[Mem.object(Id)];
      if (O.ObjectKind != Object::Kind::Function)
        continue;
      const auto *Callback = cast<FunctionDecl>(O.Declaration);
      if (Callback->hasAttr<CUDAGlobalAttr>())
        continue;
      llvm::SmallVector<Argument, 4> Any;
      for (const ParmVarDecl *P : Callback->parameters()) {
        Value V = R;
        if (P->getType()->isReferenceType())
          V = Value::pointer(Mem.place(temporary(R, Site)));
        Any.push_back({V, P->getType()->isReferenceType()});
      }
      R.join(callFunction(Callback, Any, Value(), Site).collapsed());
    }
    --Callbacks;
  }
  R.blur();
  // Everything that may go out.
  auto WriteTo = [&](const Value &Pointer) {
    for (PlaceId Id : Pointer.collapsed().Points) {
      ObjectId O = Mem.object(Id);
      if (Mem[O].ObjectKind == Object::Kind::Function ||
          Mem[O].ObjectKind == Object::Kind::Constant)
        continue;
      Value V = R;
      V.Control |= pc();
      noteStore(O, V, Site->getExprLoc());
      Mem.store(Id, V, false);
    }
  };
  for (unsigned I = 0; I < Args.size(); ++I) {
    QualType T;
    if (F && I < F->getNumParams())
      T = F->getParamDecl(I)->getType();
    else if (F)
      continue; // variadic: by value
    if (F ? writable(T) : Args[I].second)
      WriteTo(Args[I].first);
  }
  if (const auto *M = dyn_cast_or_null<CXXMethodDecl>(F);
      M && !M->isConst() && !M->isStatic())
    WriteTo(This);
  // A reference result may be one of the arguments, or something new.
  if (F && F->getReturnType()->isReferenceType()) {
    Value Holder = R;
    Holder.addPoint(Mem.place(temporary(R, Site)));
    return Holder;
  }
  if (F && F->getReturnType()->isBooleanType())
    R.Points.clear();
  return R;
}

} // namespace kmend
