//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Expressions: the value of each, and the places that lvalues name.
//
//===----------------------------------------------------------------------===//

#include "../Facts/Collect.h"
#include "Interpreter.h"
#include "Types.h"

using namespace clang;

namespace kmend {

/// Expressions inside each other, over all calls that are being followed.
static constexpr unsigned MaxDepth = 600;

std::optional<int64_t> Interpreter::number(const Expr *E) const {
  if (E->isValueDependent() || !E->getType()->isIntegralOrEnumerationType())
    return std::nullopt;
  Expr::EvalResult R;
  if (!E->EvaluateAsInt(R, Context, Expr::SE_NoSideEffects))
    return std::nullopt;
  return integerOf(R.Val.getInt());
}

Value Interpreter::eval(const Expr *E) {
  if (!E || !step())
    return {};
  if (Depth > MaxDepth) {
    Fact.Complete = false;
    return {};
  }
  ++Depth;
  Value V;
  E = E->IgnoreParens();
  if (std::optional<Value> Index = builtinIndex(E))
    V = *Index;
  else if (E->isGLValue())
    V = load(place(E));
  else
    V = evalRaw(E);
  --Depth;
  return V;
}

Value Interpreter::evalRaw(const Expr *E) {
  switch (E->getStmtClass()) {
  case Stmt::IntegerLiteralClass:
  case Stmt::CharacterLiteralClass:
  case Stmt::CXXBoolLiteralExprClass:
  case Stmt::UnaryExprOrTypeTraitExprClass:
  case Stmt::TypeTraitExprClass:
  case Stmt::ConstantExprClass:
  case Stmt::SizeOfPackExprClass:
    if (auto N = number(E))
      return Value::constant(*N);
    return E->getStmtClass() == Stmt::ConstantExprClass
               ? eval(cast<ConstantExpr>(E)->getSubExpr())
               : Value();
  case Stmt::FloatingLiteralClass:
  case Stmt::CXXNullPtrLiteralExprClass:
  case Stmt::GNUNullExprClass:
    return {};
  case Stmt::ImplicitValueInitExprClass:
  case Stmt::CXXScalarValueInitExprClass:
    return E->getType()->isIntegralOrEnumerationType() ? Value::constant(0)
                                                       : Value();
  case Stmt::SubstNonTypeTemplateParmExprClass:
    return eval(cast<SubstNonTypeTemplateParmExpr>(E)->getReplacement());
  case Stmt::DeclRefExprClass: // an enumerator
    if (auto N = number(E))
      return Value::constant(*N);
    return {};
  case Stmt::BinaryOperatorClass:
  case Stmt::CompoundAssignOperatorClass:
    return evalBinary(cast<BinaryOperator>(E));
  case Stmt::UnaryOperatorClass:
    return evalUnary(cast<UnaryOperator>(E));
  case Stmt::ConditionalOperatorClass:
  case Stmt::BinaryConditionalOperatorClass:
    return evalConditional(cast<AbstractConditionalOperator>(E));
  case Stmt::InitListExprClass:
    return evalInitList(cast<InitListExpr>(E));
  case Stmt::CXXConstructExprClass:
  case Stmt::CXXTemporaryObjectExprClass:
    return evalConstruct(cast<CXXConstructExpr>(E), nullptr);
  case Stmt::LambdaExprClass:
    return evalLambda(cast<LambdaExpr>(E));
  case Stmt::CXXNewExprClass:
    return evalNew(cast<CXXNewExpr>(E));
  case Stmt::CXXThisExprClass:
    return Frames.empty() ? Value() : Frames.back().This;
  case Stmt::ExprWithCleanupsClass:
    return eval(cast<ExprWithCleanups>(E)->getSubExpr());
  case Stmt::CXXBindTemporaryExprClass:
    return eval(cast<CXXBindTemporaryExpr>(E)->getSubExpr());
  case Stmt::MaterializeTemporaryExprClass:
    return eval(cast<MaterializeTemporaryExpr>(E)->getSubExpr());
  case Stmt::CXXDefaultArgExprClass:
    return eval(cast<CXXDefaultArgExpr>(E)->getExpr());
  case Stmt::CXXDefaultInitExprClass:
    return eval(cast<CXXDefaultInitExpr>(E)->getExpr());
  case Stmt::OpaqueValueExprClass:
    return eval(cast<OpaqueValueExpr>(E)->getSourceExpr());
  case Stmt::PseudoObjectExprClass:
    return eval(cast<PseudoObjectExpr>(E)->getSyntacticForm());
  case Stmt::StmtExprClass: {
    const CompoundStmt *Body = cast<StmtExpr>(E)->getSubStmt();
    Value V;
    for (const Stmt *S : Body->body()) {
      if (S == Body->body_back() && isa<Expr>(S))
        V = eval(cast<Expr>(S));
      else
        exec(S);
    }
    return V;
  }
  case Stmt::CallExprClass:
  case Stmt::CXXMemberCallExprClass:
  case Stmt::CXXOperatorCallExprClass:
  case Stmt::CUDAKernelCallExprClass:
  case Stmt::UserDefinedLiteralClass:
    return evalCall(cast<CallExpr>(E));
  default:
    if (const auto *C = dyn_cast<CastExpr>(E))
      return evalCast(C);
    return evalChildren(E);
  }
}

Value Interpreter::evalChildren(const Expr *E) {
  Value V;
  for (const Stmt *Child : E->children())
    if (const auto *Sub = dyn_cast_or_null<Expr>(Child)) {
      Value Part = eval(Sub).collapsed();
      Part.blur();
      V.join(Part);
    }
  V.blur();
  return V;
}

Places Interpreter::pointees(const Value &Pointer) const {
  Places P;
  P.At = Pointer.Points;
  P.Data = Pointer.allData();
  P.Control = Pointer.allControl();
  return P;
}

Places Interpreter::place(const Expr *E) {
  Places P;
  if (!E || !step())
    return P;
  if (Depth > MaxDepth) {
    Fact.Complete = false;
    return P;
  }
  ++Depth;
  E = E->IgnoreParens();
  switch (E->getStmtClass()) {
  case Stmt::DeclRefExprClass: {
    const ValueDecl *D = cast<DeclRefExpr>(E)->getDecl();
    if (const auto *B = dyn_cast<BindingDecl>(D)) {
      if (const VarDecl *Holder = B->getHoldingVar())
        P.At.push_back(Mem.place(objectOf(Holder)));
      else if (B->getBinding())
        P = place(B->getBinding());
      break;
    }
    if (const auto *F = dyn_cast<FunctionDecl>(D)) {
      P.At.push_back(Mem.place(functionObject(F)));
      break;
    }
    ObjectId Id = objectOf(D);
    if (D->getType()->isReferenceType())
      P = pointees(Mem[Id].Contents);
    else
      P.At.push_back(Mem.place(Id));
    break;
  }
  case Stmt::ArraySubscriptExprClass: {
    const auto *A = cast<ArraySubscriptExpr>(E);
    Value Base = eval(A->getBase());
    Value Index = eval(A->getIdx());
    P = pointees(Base);
    P.Data |= Index.allData();
    P.Control |= Index.allControl();
    P.Element = true;
    break;
  }
  case Stmt::UnaryOperatorClass: {
    const auto *U = cast<UnaryOperator>(E);
    if (U->getOpcode() == UO_Deref) {
      P = pointees(eval(U->getSubExpr()));
    } else if (U->isIncrementDecrementOp()) {
      evalUnary(U);
      P = place(U->getSubExpr());
    } else {
      P = place(U->getSubExpr());
    }
    break;
  }
  case Stmt::BinaryOperatorClass:
  case Stmt::CompoundAssignOperatorClass: {
    const auto *B = cast<BinaryOperator>(E);
    evalBinary(B);
    P = place(B->getOpcode() == BO_Comma ? B->getRHS() : B->getLHS());
    break;
  }
  case Stmt::MemberExprClass: {
    const auto *M = cast<MemberExpr>(E);
    if (const auto *V = dyn_cast<VarDecl>(M->getMemberDecl())) {
      P.At.push_back(Mem.place(objectOf(V)));
      break;
    }
    Places Base =
        M->isArrow() ? pointees(eval(M->getBase()))
        : M->getBase()->isGLValue()
            ? place(M->getBase())
            : Places{
                  {Mem.place(temporary(eval(M->getBase()), E))}, {}, {}, false};
    P = Base;
    if (const auto *F = dyn_cast<FieldDecl>(M->getMemberDecl())) {
      // The members of a union are one place, whatever they are called.
      if (!F->getParent()->isUnion() && !F->getParent()->isLambda()) {
        P.At.clear();
        for (PlaceId Id : Base.At)
          P.At.push_back(Mem.field(Id, F));
      }
      if (F->getType()->isReferenceType())
        P = pointees(load(P));
    }
    break;
  }
  case Stmt::ConditionalOperatorClass:
  case Stmt::BinaryConditionalOperatorClass: {
    const auto *C = cast<AbstractConditionalOperator>(E);
    Value Test = condition(C->getCond());
    markCap(C->getCond(), C->getTrueExpr(), C->getFalseExpr());
    Taint Before = Guard;
    Guard |= Test.allData() | Test.allControl();
    P = place(C->getTrueExpr());
    Places Other = place(C->getFalseExpr());
    Guard = Before;
    for (PlaceId Id : Other.At)
      P.At.push_back(Id);
    P.Data |= Other.Data;
    P.Control |= Other.Control | Test.allData() | Test.allControl();
    P.Element |= Other.Element;
    break;
  }
  case Stmt::MaterializeTemporaryExprClass:
    P.At.push_back(Mem.place(
        temporary(eval(cast<MaterializeTemporaryExpr>(E)->getSubExpr()), E)));
    break;
  case Stmt::ExprWithCleanupsClass:
    P = place(cast<ExprWithCleanups>(E)->getSubExpr());
    break;
  case Stmt::OpaqueValueExprClass:
    P = place(cast<OpaqueValueExpr>(E)->getSourceExpr());
    break;
  case Stmt::SubstNonTypeTemplateParmExprClass:
    P = place(cast<SubstNonTypeTemplateParmExpr>(E)->getReplacement());
    break;
  case Stmt::CXXDefaultArgExprClass:
    P = place(cast<CXXDefaultArgExpr>(E)->getExpr());
    break;
  case Stmt::CallExprClass:
  case Stmt::CXXMemberCallExprClass:
  case Stmt::CXXOperatorCallExprClass:
    P = pointees(evalCall(cast<CallExpr>(E)));
    break;
  default:
    if (const auto *C = dyn_cast<CastExpr>(E)) {
      if (C->getCastKind() == CK_LValueBitCast) {
        Value Pointer;
        P = place(C->getSubExpr());
        Pointer.Points.assign(P.At.begin(), P.At.end());
        noteCast(C, Pointer);
        break;
      }
      if (C->getSubExpr()->isGLValue()) {
        P = place(C->getSubExpr());
        Value Pointer;
        Pointer.Points.assign(P.At.begin(), P.At.end());
        noteCast(C, Pointer);
        break;
      }
    }
    if (E->isGLValue() && !isa<CastExpr>(E))
      P.At.push_back(Mem.place(temporary(evalChildren(E), E)));
    else
      P.At.push_back(Mem.place(temporary(eval(E), E)));
  }
  --Depth;
  return P;
}

Value Interpreter::load(const Places &P) {
  Value V;
  V.Shape = Value::Form::Absent;
  Taint Address = P.Data.without(Taint::Address).without(Taint::State);
  for (PlaceId Id : P.At) {
    Object &O = Mem[Mem.object(Id)];
    Value Part = Mem.load(Id);
    switch (O.ObjectKind) {
    case Object::Kind::Tensor: {
      bool Output =
          O.Index < Fact.Parameters.size() &&
          Fact.Parameters[O.Index].ParameterKind == ParameterFact::Kind::Output;
      if (!Output || !O.Written)
        Part.Data.add(Taint::Contents, O.Index);
      if (Address.has(Taint::Thread)) {
        if (!Silent && O.Index < Taint::Width)
          Fact.BulkTensors |= 1u << O.Index;
      } else if (!Output) {
        Part.Data.add(Taint::Sample, O.Index);
      }
      break;
    }
    case Object::Kind::State:
      if (!O.Written)
        Part.Data.add(Taint::State, O.Index);
      break;
    case Object::Kind::Allocation:
      if (O.Persistent && !O.Written)
        Part.Data.add(Taint::State, O.Index);
      break;
    case Object::Kind::Constant:
      if (O.Array) {
        Part.Data.add(Taint::Table);
        if (Address.group(Taint::Scalar) && !Address.has(Taint::Thread) &&
            !Address.group(Taint::Contents))
          Part.Data.add(Taint::TableByExtent);
      }
      break;
    default:
      break;
    }
    if (O.Array || P.Element)
      if (Part.Shape != Value::Form::Absent)
        Part.blur();
    V.join(Part);
  }
  if (V.Shape == Value::Form::Absent)
    V.blur();
  // Nothing is known of memory that no pointer of this call leads to, but that
  // it was reached through this one.
  V.Data |= P.At.empty() ? P.Data.without(Taint::Address) : Address;
  V.Control |= P.Control;
  if (!InKernel && !Peeking && V.allData().group(Taint::Contents))
    V.Data.add(Taint::HostPath);
  return V;
}

bool Interpreter::local(ObjectId Id) const {
  const Object &O = Mem[Id];
  if (O.ObjectKind != Object::Kind::Local)
    return false;
  if (!O.Declaration)
    return true; // a temporary
  const DeclContext *Owner = O.Declaration->getDeclContext();
  while (Owner && !Owner->isFunctionOrMethod())
    Owner = Owner->getParent();
  return !Frames.empty() && Frames.back().Function &&
         (Owner == Frames.back().Function ||
          Owner == Frames.back().Function->getCanonicalDecl());
}

void Interpreter::store(const Places &P, Value V, clang::SourceLocation Where,
                        bool Weak) {
  V.Data |= P.Data.without(Taint::Address).without(Taint::State);
  V.Control |= P.Control | pc();
  bool One = P.At.size() == 1 && !P.Element && !Weak;
  for (PlaceId Id : P.At) {
    ObjectId O = Mem.object(Id);
    noteStore(O, V, Where);
    if (Mem[O].ObjectKind == Object::Kind::Constant ||
        Mem[O].ObjectKind == Object::Kind::Function)
      continue;
    Mem.store(Id, V, One && local(O) && !Mem[O].Array);
  }
}

Value Interpreter::arithmetic(BinaryOperatorKind Op, const Value &L,
                              const Value &R, QualType T) {
  using Form = Value::Form;
  Value V;
  V.Data = L.allData() | R.allData();
  V.Control = L.allControl() | R.allControl();
  for (const Value *Side : {&L, &R})
    for (PlaceId Id : Side->collapsed().Points)
      V.addPoint(Id);
  bool Tensor = V.Data.group(Taint::Contents);
  if (unsigned Bits = floatBits(T); Bits && Tensor) {
    if (Bits <= 16)
      V.Data.add(Taint::Narrow);
    if (Bits == 64)
      V.Data.add(Taint::Wide);
    if (Op == BO_Sub && (L.allData().group(Taint::Contents) &
                         R.allData().group(Taint::Contents)))
      V.Data.add(Taint::Difference);
  }
  if (!T->isIntegralOrEnumerationType())
    return V;
  bool LN = L.Shape == Form::Constant, RN = R.Shape == Form::Constant;
  auto Set = [&](Form F, int64_t N) {
    V.Shape = F;
    V.Number = N;
  };
  if (LN && RN) {
    uint64_t A = L.Number, B = R.Number;
    switch (Op) {
    case BO_Add:
      Set(Form::Constant, A + B);
      break;
    case BO_Sub:
      Set(Form::Constant, A - B);
      break;
    case BO_Mul:
      Set(Form::Constant, A * B);
      break;
    case BO_Div:
      if (R.Number > 0)
        Set(Form::Constant, L.Number / R.Number);
      break;
    case BO_Rem:
      if (R.Number > 0)
        Set(Form::Constant, L.Number % R.Number);
      break;
    case BO_Shl:
      if (B < 63)
        Set(Form::Constant, A << B);
      break;
    case BO_Shr:
      if (B < 63)
        Set(Form::Constant, L.Number >> B);
      break;
    case BO_And:
      Set(Form::Constant, A & B);
      break;
    case BO_Or:
      Set(Form::Constant, A | B);
      break;
    case BO_Xor:
      Set(Form::Constant, A ^ B);
      break;
    default:
      break;
    }
  } else if (L.Shape == Form::Affine && RN && (Op == BO_Add || Op == BO_Sub)) {
    uint64_t A = L.Number, B = R.Number;
    Set(Form::Affine, Op == BO_Add ? A + B : A - B);
  } else if (LN && R.Shape == Form::Affine && Op == BO_Add) {
    Set(Form::Affine, uint64_t(L.Number) + uint64_t(R.Number));
  } else if (Op == BO_Xor && RN && L.Shape == Form::Affine && !L.Number) {
    Set(Form::Mixed, R.Number);
  } else if (Op == BO_Xor && LN && R.Shape == Form::Affine && !R.Number) {
    Set(Form::Mixed, L.Number);
  } else if (Op == BO_Rem && RN && R.Number > 0) {
    Set(Form::Remainder, R.Number);
  } else if (Op == BO_And && (LN || RN)) {
    int64_t Mask = LN ? L.Number : R.Number;
    if (Mask > 0)
      Set(Form::Remainder, int64_t(2)
                               << (63 - llvm::countl_zero(uint64_t(Mask))));
  }
  return V;
}

Value Interpreter::evalBinary(const BinaryOperator *E) {
  BinaryOperatorKind Op = E->getOpcode();
  if (Op == BO_Comma) {
    eval(E->getLHS());
    return eval(E->getRHS());
  }
  if (Op == BO_Assign) {
    Value R = eval(E->getRHS());
    Places P = place(E->getLHS());
    store(P, R, E->getOperatorLoc());
    return R;
  }
  if (E->isCompoundAssignmentOp()) {
    Value R = eval(E->getRHS());
    Places P = place(E->getLHS());
    Value L = load(P);
    Value V = arithmetic(BinaryOperator::getOpForCompoundAssignment(Op), L, R,
                         E->getLHS()->getType());
    store(P, V, E->getOperatorLoc());
    return V;
  }
  if (E->isLogicalOp()) {
    Value L = condition(E->getLHS());
    Taint Before = Guard;
    Guard |= L.allData() | L.allControl();
    Mem.enter();
    Value R = condition(E->getRHS());
    Mem.join({Mem.leave()}, true);
    Guard = Before;
    L.join(R);
    L.blur();
    return L;
  }
  Value L = eval(E->getLHS()), R = eval(E->getRHS());
  if (E->isComparisonOp()) {
    noteComparison(E, Op, L, R, E->getLHS()->getType());
    Value V;
    V.Data = L.allData() | R.allData();
    V.Control = L.allControl() | R.allControl();
    return V;
  }
  return arithmetic(Op, L, R, E->getType());
}

Value Interpreter::evalUnary(const UnaryOperator *E) {
  switch (E->getOpcode()) {
  case UO_AddrOf: {
    if (const auto *Ref =
            dyn_cast<DeclRefExpr>(E->getSubExpr()->IgnoreParens());
        Ref && isa<FieldDecl>(Ref->getDecl()))
      return {}; // a pointer to member
    Places P = place(E->getSubExpr());
    Value V;
    for (PlaceId Id : P.At)
      V.addPoint(Id);
    V.Data = P.Data;
    V.Control = P.Control;
    return V;
  }
  case UO_PreInc:
  case UO_PreDec:
  case UO_PostInc:
  case UO_PostDec: {
    Places P = place(E->getSubExpr());
    Value Old = load(P);
    Value New = arithmetic(E->isIncrementOp() ? BO_Add : BO_Sub, Old,
                           Value::constant(1), E->getType());
    store(P, New, E->getOperatorLoc());
    return E->isPrefix() ? New : Old;
  }
  case UO_LNot: {
    Value V = eval(E->getSubExpr());
    noteTruth(E->getSubExpr(), V, E->getSubExpr()->getType());
    V.blur();
    return V;
  }
  case UO_Minus: {
    Value V = eval(E->getSubExpr());
    if (V.Shape == Value::Form::Constant)
      V.Number = -uint64_t(V.Number);
    else
      V.blur();
    return V;
  }
  case UO_Plus:
  case UO_Extension:
    return eval(E->getSubExpr());
  default: {
    Value V = eval(E->getSubExpr()).collapsed();
    V.blur();
    return V;
  }
  }
}

Value Interpreter::evalConditional(const AbstractConditionalOperator *E) {
  Value Test = condition(E->getCond());
  if (auto N = number(E->getCond()))
    return eval(*N ? E->getTrueExpr() : E->getFalseExpr());
  markCap(E->getCond(), E->getTrueExpr(), E->getFalseExpr());
  Taint Before = Guard;
  Guard |= Test.allData() | Test.allControl();
  std::vector<std::vector<Change>> Left;
  Mem.enter();
  Value V = eval(E->getTrueExpr());
  Left.push_back(Mem.leave());
  Mem.enter();
  V.join(eval(E->getFalseExpr()));
  Left.push_back(Mem.leave());
  Mem.join(Left, false);
  Guard = Before;
  V.Control |= Test.allData() | Test.allControl();
  return V;
}

} // namespace kmend
