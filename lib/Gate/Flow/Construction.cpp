//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Expressions that convert or make objects: casts, initialisers, constructors,
// lambdas, new, and the objects behind variables.
//
//===----------------------------------------------------------------------===//

#include "../Facts/Collect.h"
#include "Interpreter.h"
#include "Types.h"
#include "clang/AST/Attr.h"

using namespace clang;

namespace kmend {

std::optional<Value> Interpreter::builtinIndex(const Expr *E) {
  const Expr *Base = nullptr;
  llvm::StringRef Member;
  if (const auto *P = dyn_cast<PseudoObjectExpr>(E))
    E = P->getSyntacticForm()->IgnoreParens();
  if (const auto *M = dyn_cast<MSPropertyRefExpr>(E)) {
    Base = M->getBaseExpr();
    Member = M->getPropertyDecl()->getName();
  } else if (const auto *M = dyn_cast<MemberExpr>(E)) {
    Base = M->getBase();
    if (M->getMemberDecl()->getIdentifier())
      Member = M->getMemberDecl()->getName();
  } else {
    Base = E;
  }
  Base = Base->IgnoreParenImpCasts();
  if (const auto *Bound = dyn_cast<OpaqueValueExpr>(Base);
      Bound && Bound->getSourceExpr())
    Base = Bound->getSourceExpr()->IgnoreParenImpCasts();
  const auto *Ref = dyn_cast<DeclRefExpr>(Base);
  if (!Ref || !isa<VarDecl>(Ref->getDecl()) ||
      inMainFile(Context.getSourceManager(), Ref->getDecl()->getLocation()))
    return std::nullopt;
  const IdentifierInfo *Id = Ref->getDecl()->getIdentifier();
  llvm::StringRef Name = Id ? Id->getName() : "";
  if (Name == "threadIdx" || Name == "blockIdx") {
    Value V;
    V.Data.add(Taint::Thread);
    return V;
  }
  if (Name == "warpSize")
    return Value::constant(32);
  if (Name != "blockDim" && Name != "gridDim")
    return std::nullopt;
  const Value &Shape = Name == "blockDim" ? BlockDim : GridDim;
  for (const auto &[Field, V] : Shape.Fields)
    if (Field->getName() == Member)
      return V;
  return Shape;
}

Value Interpreter::evalCast(const CastExpr *E) {
  const Expr *Sub = E->getSubExpr();
  switch (E->getCastKind()) {
  case CK_LValueToRValue: {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(Sub->IgnoreParens()))
      if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
          V && V->getType().isConstQualified() && V->hasInit())
        if (auto N = number(E))
          return Value::constant(*N);
    Value V = eval(Sub);
    return E->getType()->isRecordType() ? V : V.collapsed();
  }
  case CK_ArrayToPointerDecay:
  case CK_FunctionToPointerDecay: {
    Places P = place(Sub);
    Value V;
    for (PlaceId Id : P.At)
      V.addPoint(Id);
    V.Data = P.Data;
    V.Control = P.Control;
    return V;
  }
  case CK_NullToPointer:
  case CK_NullToMemberPointer:
  case CK_ToVoid:
    eval(Sub);
    return {};
  case CK_IntegralToBoolean:
  case CK_PointerToBoolean:
  case CK_FloatingToBoolean: {
    Value V = eval(Sub);
    noteTruth(Sub, V, Sub->getType());
    V.blur();
    return V;
  }
  case CK_IntegralCast:
  case CK_NoOp:
  case CK_ConstructorConversion:
  case CK_UserDefinedConversion: {
    Value V = eval(Sub);
    noteCast(E, V);
    return V;
  }
  case CK_FloatingCast:
  case CK_IntegralToFloating: {
    Value V = eval(Sub);
    unsigned To = floatBits(E->getType()), From = floatBits(Sub->getType());
    if (To && To <= 16 && From > To && V.Data.group(Taint::Contents))
      V.Data.add(Taint::Narrow);
    if (E->getCastKind() == CK_IntegralToFloating)
      V.blur();
    return V;
  }
  case CK_FloatingToIntegral: {
    Value V = eval(Sub);
    V.blur();
    return V;
  }
  default: {
    Value V = eval(Sub);
    noteCast(E, V);
    return V;
  }
  }
}

Value Interpreter::evalInitList(const InitListExpr *E) {
  if (E->isSyntacticForm() && E->getSemanticForm())
    E = E->getSemanticForm();
  if (const auto *R = E->getType()->getAsRecordDecl();
      R && !E->isTransparent()) {
    Value V;
    if (R->isUnion()) {
      for (const Expr *Init : E->inits())
        V.join(eval(Init).collapsed());
      return V;
    }
    unsigned I = 0;
    if (const auto *C = dyn_cast<CXXRecordDecl>(R))
      for (unsigned B = 0; B < C->getNumBases() && I < E->getNumInits(); ++B) {
        Value Base = eval(E->getInit(I++));
        for (auto &[F, Part] : Base.Fields)
          V.write(F, std::move(Part));
        V.Data |= Base.Data;
      }
    for (const FieldDecl *F : R->fields()) {
      if (F->isUnnamedBitField())
        continue;
      if (I >= E->getNumInits())
        break;
      const Expr *Init = E->getInit(I++);
      if (F->getType()->isReferenceType()) {
        Places P = place(Init);
        Value Ref;
        for (PlaceId Id : P.At)
          Ref.addPoint(Id);
        V.write(F, std::move(Ref));
      } else {
        V.write(F, eval(Init));
      }
    }
    return V;
  }
  Value V;
  V.Shape = Value::Form::Absent;
  // The elements of a long table are all alike to us, but for pointers.
  constexpr unsigned Enough = 64;
  unsigned Count = std::min(E->getNumInits(), Enough);
  for (unsigned I = 0; I < Count; ++I)
    V.join(eval(E->getInit(I)));
  if (V.Shape == Value::Form::Absent)
    V.blur();
  return V;
}

Value Interpreter::evalConstruct(const CXXConstructExpr *E, Places *Into) {
  const CXXConstructorDecl *C = E->getConstructor();
  if (E->getNumArgs() == 1 && (C->isCopyOrMoveConstructor()) &&
      (C->isDefaulted() || !C->hasBody())) {
    Value V = eval(E->getArg(0));
    return V;
  }
  llvm::SmallVector<Argument, 4> Args;
  for (unsigned I = 0; I < E->getNumArgs(); ++I)
    Args.push_back(argument(E->getArg(I), I < C->getNumParams()
                                              ? C->getParamDecl(I)->getType()
                                              : QualType()));
  llvm::StringRef Name = recordName(E->getType());
  if (Name == "dim3" && C->getNumParams() == 3) {
    Value V;
    unsigned I = 0;
    for (const FieldDecl *F : C->getParent()->fields()) {
      if (I < Args.size())
        V.write(F, Args[I].first);
      ++I;
    }
    return V;
  }
  Places Temporary;
  if (!Into) {
    Temporary.At.push_back(Mem.place(temporary(Value(), E)));
    Into = &Temporary;
  }
  Value This;
  for (PlaceId Id : Into->At)
    This.addPoint(Id);
  Value R = callFunction(C, Args, This, E);
  if (Into->At.empty())
    return R;
  return Mem.load(Into->At.front());
}

Value Interpreter::evalLambda(const LambdaExpr *E) {
  Value V = Value::pointer(Mem.place(functionObject(E->getCallOperator())));
  for (const LambdaCapture &C : E->captures())
    if (C.capturesVariable())
      if (const auto *Var = dyn_cast<VarDecl>(C.getCapturedVar()))
        if (Var->isInitCapture())
          declare(Var);
  return V;
}

Value Interpreter::evalNew(const CXXNewExpr *E) {
  for (unsigned I = 0; I < E->getNumPlacementArgs(); ++I)
    eval(E->getPlacementArg(I));
  if (E->getArraySize() && *E->getArraySize())
    eval(*E->getArraySize());
  ObjectId Id = allocation(E, InKernel);
  if (const Expr *Init = E->getInitializer()) {
    Value V = eval(Init);
    Mem.store(Mem.place(Id), V, false);
  }
  return Value::pointer(Mem.place(Id));
}

ObjectId Interpreter::temporary(const Value &V, const Expr *Site) {
  auto [At, New] = Sites.try_emplace(Site, 0);
  if (New) {
    ObjectId Id = Mem.make({});
    Sites[Site] = Id;
    Mem[Id].Contents = V;
    return Id;
  }
  ObjectId Id = At->second;
  Mem.store(Mem.place(Id), V, true);
  return Id;
}

ObjectId Interpreter::allocation(const Expr *Site, bool OnDevice) {
  auto [At, New] = Allocations.try_emplace(Site, 0);
  if (New) {
    Object O;
    O.ObjectKind = Object::Kind::Allocation;
    O.OnDevice = OnDevice;
    O.Array = true;
    At->second = Mem.make(std::move(O));
  }
  return Allocations[Site];
}

ObjectId Interpreter::functionObject(const FunctionDecl *F) {
  auto At = Objects.find(F);
  if (At != Objects.end())
    return At->second;
  Object O;
  O.ObjectKind = Object::Kind::Function;
  O.Declaration = F;
  return Objects[F] = Mem.make(std::move(O));
}

ObjectId Interpreter::objectOf(const ValueDecl *D) {
  D = cast<ValueDecl>(D->getCanonicalDecl());
  auto At = Objects.find(D);
  if (At != Objects.end())
    return At->second;
  Object O;
  O.Declaration = D;
  O.Array = D->getType()->isArrayType();
  const auto *V = dyn_cast<VarDecl>(D);
  bool Device =
      V && (V->hasAttr<CUDADeviceAttr>() || V->hasAttr<CUDAConstantAttr>() ||
            V->hasAttr<HIPManagedAttr>());
  const VarDecl *Definition = V ? V->getDefinition() : nullptr;
  if (V && !Definition)
    Definition = V;
  if (V && V->hasAttr<CUDASharedAttr>()) {
    O.ObjectKind = Object::Kind::Shared;
    O.OnDevice = true;
    return Objects[D] = Mem.make(std::move(O));
  }
  if (!V || !V->hasGlobalStorage())
    return Objects[D] = Mem.make(std::move(O));
  O.OnDevice = Device;
  QualType Element = Context.getBaseElementType(V->getType());
  bool Fixed =
      V->isConstexpr() ||
      (Element.isConstQualified() &&
       (Definition->hasConstantInitialization() || !Definition->hasInit())) ||
      (V->hasAttr<CUDAConstantAttr>() && Definition->hasInit());
  if (V->getType()->isReferenceType())
    Fixed = false;
  if (Fixed || !inMainFile(Context.getSourceManager(), V->getLocation())) {
    O.ObjectKind = Object::Kind::Constant;
    ObjectId Id = Objects[D] = Mem.make(std::move(O));
    if (const Expr *Init = Definition->getInit();
        Init && !Init->isValueDependent() && Fixed) {
      // Contents of constants are the same on every path.
      Value Contents = eval(Init);
      if (Mem[Id].Array)
        Contents.blur();
      Mem[Id].Contents = std::move(Contents);
    }
    return Id;
  }
  O.ObjectKind = Object::Kind::State;
  O.Index = Fact.States.size();
  StateFact S;
  S.Name = V->getQualifiedNameAsString();
  S.OnDevice = Device;
  S.Where = where(V->getLocation());
  Fact.States.push_back(std::move(S));
  ObjectId Id = Objects[D] = Mem.make(std::move(O));
  StateObjects.push_back(Id);
  const Expr *Init = Definition->getInit();
  if (Init && !Init->isValueDependent() && !Device) {
    // What the first call finds, and every later one unless it is replaced.
    Value Contents;
    if (V->getType()->isReferenceType()) {
      for (PlaceId P : place(Init).At)
        Contents.addPoint(P);
    } else {
      Contents = eval(Init);
      Contents.blur();
    }
    Mem[Id].Contents.join(Contents);
    Mem[Id].Contents.blur();
    if (Contents.allData().any())
      noteStore(Id, Contents, V->getLocation());
  }
  return Id;
}

} // namespace kmend
