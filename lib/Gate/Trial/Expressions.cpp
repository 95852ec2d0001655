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

Cell Cell::integer(int64_t N) {
  Cell C;
  C.CellKind = Kind::Integer;
  C.Number = N;
  return C;
}

Cell Cell::real(double R) {
  Cell C;
  C.CellKind = Kind::Float;
  C.Real = R;
  return C;
}

Cell Cell::opaque() {
  Cell C;
  C.CellKind = Kind::Pointer;
  return C;
}

Cell HostMachine::pointer() {
  Cell P = Cell::opaque();
  P.Target = temporary(Cell());
  P.Element = true;
  return P;
}

Cell *HostMachine::temporary(Cell V) {
  Store.push_back(std::move(V));
  return &Store.back();
}

Cell HostMachine::fresh(QualType T) const {
  Cell C;
  // Larger ones hold no plan for a launch.
  constexpr int64_t MaxBytes = 16 << 10;
  if (T->isIncompleteType() || T->isDependentType() || T->isReferenceType() ||
      Context.getTypeSizeInChars(T).getQuantity() > MaxBytes)
    return C;
  if (const auto *A = Context.getAsConstantArrayType(T)) {
    C.CellKind = Cell::Kind::Group;
    C.Parts.assign(A->getSize().getLimitedValue(), fresh(A->getElementType()));
  } else if (const auto *R = T->getAsCXXRecordDecl();
             R && R->hasDefinition() && !R->isUnion() && !R->getNumBases()) {
    C.CellKind = Cell::Kind::Group;
    for (const FieldDecl *F : R->fields())
      C.Parts.push_back(fresh(F->getType()));
  }
  return C;
}

Cell HostMachine::convert(Cell V, QualType T) const {
  if (T->isBooleanType()) {
    if (V.CellKind == Cell::Kind::Integer)
      return Cell::integer(V.Number != 0);
    if (V.CellKind == Cell::Kind::Float)
      return Cell::integer(V.Real != 0);
    if (V.CellKind == Cell::Kind::Pointer)
      return Cell::integer(1);
    return {};
  }
  if (T->isIntegralOrEnumerationType()) {
    if (V.CellKind == Cell::Kind::Float) {
      if (!(std::fabs(V.Real) < 9e18))
        return {};
      V = Cell::integer(int64_t(V.Real));
    }
    if (V.CellKind != Cell::Kind::Integer)
      return {};
    unsigned Bits = Context.getIntWidth(T);
    if (Bits < 64) {
      uint64_t Mask = (uint64_t(1) << Bits) - 1, N = uint64_t(V.Number) & Mask;
      if (T->isSignedIntegerOrEnumerationType() && (N >> (Bits - 1)))
        N |= ~Mask;
      V.Number = int64_t(N);
    }
    return V;
  }
  if (T->isFloatingType()) {
    if (V.CellKind == Cell::Kind::Integer)
      return Cell::real(double(V.Number));
    if (V.CellKind == Cell::Kind::Float &&
        T->isSpecificBuiltinType(BuiltinType::Float))
      return Cell::real(float(V.Real));
  }
  return V;
}

Cell HostMachine::compute(BinaryOperatorKind Op, const Cell &L, const Cell &R,
                          QualType T) const {
  using K = Cell::Kind;
  if ((L.CellKind == K::Float || R.CellKind == K::Float) &&
      (L.CellKind == K::Float || L.CellKind == K::Integer) &&
      (R.CellKind == K::Float || R.CellKind == K::Integer)) {
    double A = L.CellKind == K::Float ? L.Real : double(L.Number);
    double B = R.CellKind == K::Float ? R.Real : double(R.Number);
    switch (Op) {
    case BO_Add:
      return convert(Cell::real(A + B), T);
    case BO_Sub:
      return convert(Cell::real(A - B), T);
    case BO_Mul:
      return convert(Cell::real(A * B), T);
    case BO_Div:
      return convert(Cell::real(A / B), T);
    case BO_LT:
      return Cell::integer(A < B);
    case BO_LE:
      return Cell::integer(A <= B);
    case BO_GT:
      return Cell::integer(A > B);
    case BO_GE:
      return Cell::integer(A >= B);
    case BO_EQ:
      return Cell::integer(A == B);
    case BO_NE:
      return Cell::integer(A != B);
    default:
      return {};
    }
  }
  if (L.CellKind == K::Pointer || R.CellKind == K::Pointer) {
    const Cell &P = L.CellKind == K::Pointer ? L : R;
    const Cell &O = L.CellKind == K::Pointer ? R : L;
    if (O.CellKind == K::Integer && (Op == BO_Add || Op == BO_Sub)) {
      Cell New = P;
      New.Number += Op == BO_Add ? O.Number : -O.Number;
      return New;
    }
    if (O.CellKind == K::Pointer && P.Target && O.Target &&
        P.Target != O.Target && (Op == BO_EQ || Op == BO_NE))
      return Cell::integer(Op == BO_NE);
    if (O.CellKind == K::Pointer && P.Target && P.Target == O.Target) {
      Cell A = Cell::integer(L.Number), B = Cell::integer(R.Number);
      return compute(Op, A, B, Context.LongTy);
    }
    if (O.CellKind == K::Integer && O.Number == 0) { // with null
      if (Op == BO_EQ)
        return Cell::integer(0);
      if (Op == BO_NE)
        return Cell::integer(1);
    }
    return {};
  }
  if (L.CellKind != K::Integer || R.CellKind != K::Integer)
    return {};
  int64_t A = L.Number, B = R.Number;
  bool Unsigned = T->isUnsignedIntegerOrEnumerationType();
  auto Done = [&](uint64_t N) { return convert(Cell::integer(int64_t(N)), T); };
  auto Test = [](bool B) { return Cell::integer(B); };
  switch (Op) {
  case BO_Add:
    return Done(uint64_t(A) + uint64_t(B));
  case BO_Sub:
    return Done(uint64_t(A) - uint64_t(B));
  case BO_Mul:
    return Done(uint64_t(A) * uint64_t(B));
  case BO_Div:
  case BO_Rem:
    if (B == 0 || (B == -1 && A == INT64_MIN))
      return {};
    if (Unsigned)
      return Done(Op == BO_Div ? uint64_t(A) / uint64_t(B)
                               : uint64_t(A) % uint64_t(B));
    return Done(Op == BO_Div ? A / B : A % B);
  case BO_Shl:
    return B < 0 || B > 63 ? Cell() : Done(uint64_t(A) << B);
  case BO_Shr:
    return B < 0 || B > 63
               ? Cell()
               : Done(Unsigned ? uint64_t(A) >> B : uint64_t(A >> B));
  case BO_And:
    return Done(A & B);
  case BO_Or:
    return Done(A | B);
  case BO_Xor:
    return Done(A ^ B);
  case BO_LT:
    return Test(Unsigned ? uint64_t(A) < uint64_t(B) : A < B);
  case BO_LE:
    return Test(Unsigned ? uint64_t(A) <= uint64_t(B) : A <= B);
  case BO_GT:
    return Test(Unsigned ? uint64_t(A) > uint64_t(B) : A > B);
  case BO_GE:
    return Test(Unsigned ? uint64_t(A) >= uint64_t(B) : A >= B);
  case BO_EQ:
    return Test(A == B);
  case BO_NE:
    return Test(A != B);
  default:
    return {};
  }
}

Cell *HostMachine::variable(const VarDecl *V) {
  if (!Calls.empty())
    // A lambda sees the variables of the call around it.
    for (auto Call = Calls.rbegin(); Call != Calls.rend(); ++Call)
      if (auto At = Call->Variables.find(V); At != Call->Variables.end())
        return At->second;
  if (!V->hasGlobalStorage())
    return nullptr;
  V = V->getCanonicalDecl();
  if (auto At = Globals.find(V); At != Globals.end())
    return At->second;
  Cell *At = Globals[V] = temporary(fresh(V->getType()));
  const VarDecl *Definition = V->getDefinition();
  const Expr *Init = Definition ? Definition->getInit() : V->getInit();
  if (Init && !Init->isValueDependent())
    *At = eval(Init);
  else if (V->getType()->isIntegralOrEnumerationType() ||
           V->getType()->isPointerType())
    *At = Cell::integer(0);
  return At;
}

Cell *HostMachine::deref(const Cell &Pointer) {
  if (Pointer.CellKind != Cell::Kind::Pointer || !Pointer.Target)
    return nullptr;
  if (!Pointer.Element)
    return Pointer.Number == 0 ? Pointer.Target : nullptr;
  if (Pointer.Target->CellKind != Cell::Kind::Group || Pointer.Number < 0 ||
      uint64_t(Pointer.Number) >= Pointer.Target->Parts.size())
    return nullptr;
  return &Pointer.Target->Parts[Pointer.Number];
}

Cell *HostMachine::place(const Expr *E) {
  if (!step())
    return nullptr;
  E = E->IgnoreParens();
  switch (E->getStmtClass()) {
  case Stmt::DeclRefExprClass: {
    const auto *V = dyn_cast<VarDecl>(cast<DeclRefExpr>(E)->getDecl());
    if (!V)
      return nullptr;
    Cell *At = variable(V);
    if (At && V->getType()->isReferenceType())
      return deref(*At);
    return At;
  }
  case Stmt::ArraySubscriptExprClass: {
    const auto *A = cast<ArraySubscriptExpr>(E);
    Cell P =
        compute(BO_Add, eval(A->getBase()), eval(A->getIdx()), Context.LongTy);
    return deref(P);
  }
  case Stmt::UnaryOperatorClass: {
    const auto *U = cast<UnaryOperator>(E);
    if (U->getOpcode() == UO_Deref)
      return deref(eval(U->getSubExpr()));
    if (U->isIncrementDecrementOp())
      evalUnary(U);
    return place(U->getSubExpr());
  }
  case Stmt::BinaryOperatorClass:
  case Stmt::CompoundAssignOperatorClass: {
    const auto *B = cast<BinaryOperator>(E);
    evalBinary(B);
    return place(B->getOpcode() == BO_Comma ? B->getRHS() : B->getLHS());
  }
  case Stmt::MemberExprClass: {
    const auto *M = cast<MemberExpr>(E);
    if (const auto *V = dyn_cast<VarDecl>(M->getMemberDecl()))
      return variable(V);
    const auto *F = dyn_cast<FieldDecl>(M->getMemberDecl());
    Cell *Base = M->isArrow()                ? deref(eval(M->getBase()))
                 : M->getBase()->isGLValue() ? place(M->getBase())
                                             : temporary(eval(M->getBase()));
    if (!F || !Base || Base->CellKind != Cell::Kind::Group ||
        F->getFieldIndex() >= Base->Parts.size())
      return nullptr;
    Cell *At = &Base->Parts[F->getFieldIndex()];
    return F->getType()->isReferenceType() ? deref(*At) : At;
  }
  case Stmt::ConditionalOperatorClass: {
    const auto *C = cast<ConditionalOperator>(E);
    std::optional<bool> Test = truth(C->getCond());
    return Test ? place(*Test ? C->getTrueExpr() : C->getFalseExpr()) : nullptr;
  }
  case Stmt::CallExprClass:
  case Stmt::CXXMemberCallExprClass:
  case Stmt::CXXOperatorCallExprClass: {
    Cell P = evalCall(cast<CallExpr>(E));
    return deref(P);
  }
  case Stmt::MaterializeTemporaryExprClass:
    return temporary(eval(cast<MaterializeTemporaryExpr>(E)->getSubExpr()));
  case Stmt::ExprWithCleanupsClass:
    return place(cast<ExprWithCleanups>(E)->getSubExpr());
  default:
    if (const auto *C = dyn_cast<CastExpr>(E))
      return C->getSubExpr()->isGLValue() ? place(C->getSubExpr()) : nullptr;
    return E->isGLValue() ? nullptr : temporary(eval(E));
  }
}

Cell HostMachine::evalBinary(const BinaryOperator *E) {
  BinaryOperatorKind Op = E->getOpcode();
  if (Op == BO_Comma) {
    eval(E->getLHS());
    return eval(E->getRHS());
  }
  if (E->isLogicalOp()) {
    std::optional<bool> L = truth(E->getLHS());
    if (!L || *L == (Op == BO_LOr))
      return L ? Cell::integer(*L) : Cell();
    std::optional<bool> R = truth(E->getRHS());
    return R ? Cell::integer(*R) : Cell();
  }
  if (Op == BO_Assign) {
    Cell R = eval(E->getRHS());
    if (Cell *At = place(E->getLHS()))
      *At = R;
    return R;
  }
  if (const auto *C = dyn_cast<CompoundAssignOperator>(E)) {
    Cell R = eval(E->getRHS());
    Cell *At = place(E->getLHS());
    if (!At)
      return {};
    QualType T = C->getComputationResultType();
    Cell V = compute(BinaryOperator::getOpForCompoundAssignment(Op),
                     convert(*At, C->getComputationLHSType()), R, T);
    *At = convert(V, E->getLHS()->getType());
    return *At;
  }
  Cell L = eval(E->getLHS()), R = eval(E->getRHS());
  QualType T = E->isComparisonOp() ? E->getLHS()->getType() : E->getType();
  return compute(Op, L, R, T);
}

Cell HostMachine::evalUnary(const UnaryOperator *E) {
  switch (E->getOpcode()) {
  case UO_AddrOf: {
    if (const auto *Ref =
            dyn_cast<DeclRefExpr>(E->getSubExpr()->IgnoreParens()))
      if (const auto *F = dyn_cast<FunctionDecl>(Ref->getDecl())) {
        Cell P = Cell::opaque();
        P.Function = F;
        return P;
      }
    Cell P = Cell::opaque();
    if (const auto *A =
            dyn_cast<ArraySubscriptExpr>(E->getSubExpr()->IgnoreParens()))
      return compute(BO_Add, eval(A->getBase()), eval(A->getIdx()),
                     Context.LongTy);
    P.Target = place(E->getSubExpr());
    return P;
  }
  case UO_LNot: {
    std::optional<bool> T = truth(E->getSubExpr());
    return T ? Cell::integer(!*T) : Cell();
  }
  case UO_Minus:
    return compute(BO_Sub, Cell::integer(0), eval(E->getSubExpr()),
                   E->getType());
  case UO_Not:
    return compute(BO_Xor, Cell::integer(-1), eval(E->getSubExpr()),
                   E->getType());
  case UO_PreInc:
  case UO_PreDec:
  case UO_PostInc:
  case UO_PostDec: {
    Cell *At = place(E->getSubExpr());
    if (!At)
      return {};
    Cell Old = *At;
    *At = compute(E->isIncrementOp() ? BO_Add : BO_Sub, Old, Cell::integer(1),
                  E->getSubExpr()->getType());
    return E->isPrefix() ? *At : Old;
  }
  default:
    return eval(E->getSubExpr());
  }
}

Cell HostMachine::evalInitList(const InitListExpr *E) {
  if (E->isSyntacticForm() && E->getSemanticForm())
    E = E->getSemanticForm();
  QualType T = E->getType();
  if (!T->isRecordType() && !T->isArrayType())
    return E->getNumInits() == 1 ? eval(E->getInit(0)) : Cell::integer(0);
  Cell C = fresh(T);
  for (unsigned I = 0; I < E->getNumInits() && I < C.Parts.size(); ++I)
    C.Parts[I] = eval(E->getInit(I));
  if (E->hasArrayFiller())
    for (unsigned I = E->getNumInits(); I < C.Parts.size(); ++I)
      C.Parts[I] = eval(E->getArrayFiller());
  return C;
}

Cell HostMachine::eval(const Expr *E) {
  if (!E || !step())
    return {};
  constexpr unsigned MaxDepth = 400;
  if (Depth > MaxDepth) {
    giveUp();
    return {};
  }
  ++Depth;
  Cell V = evalRaw(E->IgnoreParens());
  --Depth;
  return V;
}

Cell HostMachine::evalRaw(const Expr *E) {
  if (E->isGLValue()) {
    Cell *At = place(E);
    return At ? *At : Cell();
  }
  switch (E->getStmtClass()) {
  case Stmt::FloatingLiteralClass:
    return Cell::real(cast<FloatingLiteral>(E)->getValueAsApproximateDouble());
  case Stmt::CXXNullPtrLiteralExprClass:
  case Stmt::GNUNullExprClass:
  case Stmt::ImplicitValueInitExprClass:
  case Stmt::CXXScalarValueInitExprClass:
    return E->getType()->isRecordType() ? fresh(E->getType())
                                        : Cell::integer(0);
  case Stmt::BinaryOperatorClass:
  case Stmt::CompoundAssignOperatorClass:
    return evalBinary(cast<BinaryOperator>(E));
  case Stmt::UnaryOperatorClass:
    return evalUnary(cast<UnaryOperator>(E));
  case Stmt::ConditionalOperatorClass: {
    const auto *C = cast<ConditionalOperator>(E);
    std::optional<bool> Test = truth(C->getCond());
    return Test ? eval(*Test ? C->getTrueExpr() : C->getFalseExpr()) : Cell();
  }
  case Stmt::CXXConstructExprClass:
  case Stmt::CXXTemporaryObjectExprClass:
    return evalConstruct(cast<CXXConstructExpr>(E));
  case Stmt::InitListExprClass:
    return evalInitList(cast<InitListExpr>(E));
  case Stmt::CallExprClass:
  case Stmt::CXXMemberCallExprClass:
  case Stmt::CXXOperatorCallExprClass:
  case Stmt::CUDAKernelCallExprClass:
    return evalCall(cast<CallExpr>(E));
  case Stmt::CXXThisExprClass: {
    Cell P = Cell::opaque();
    P.Target = Calls.empty() ? nullptr : Calls.back().This;
    return P;
  }
  case Stmt::LambdaExprClass: {
    Cell P = Cell::opaque();
    P.Function = cast<LambdaExpr>(E)->getCallOperator();
    return P;
  }
  case Stmt::ExprWithCleanupsClass:
    return eval(cast<ExprWithCleanups>(E)->getSubExpr());
  case Stmt::CXXBindTemporaryExprClass:
    return eval(cast<CXXBindTemporaryExpr>(E)->getSubExpr());
  case Stmt::CXXDefaultArgExprClass:
    return eval(cast<CXXDefaultArgExpr>(E)->getExpr());
  case Stmt::CXXDefaultInitExprClass:
    return eval(cast<CXXDefaultInitExpr>(E)->getExpr());
  case Stmt::SubstNonTypeTemplateParmExprClass:
    return eval(cast<SubstNonTypeTemplateParmExpr>(E)->getReplacement());
  case Stmt::OpaqueValueExprClass:
    return eval(cast<OpaqueValueExpr>(E)->getSourceExpr());
  default:
    break;
  }
  if (const auto *C = dyn_cast<CastExpr>(E)) {
    switch (C->getCastKind()) {
    case CK_ArrayToPointerDecay: {
      Cell P = Cell::opaque();
      P.Target = place(C->getSubExpr());
      P.Element = true;
      return P;
    }
    case CK_FunctionToPointerDecay: {
      Cell P = Cell::opaque();
      if (const auto *Ref =
              dyn_cast<DeclRefExpr>(C->getSubExpr()->IgnoreParens()))
        P.Function = dyn_cast<FunctionDecl>(Ref->getDecl());
      return P;
    }
    case CK_NullToPointer:
      return Cell::integer(0);
    case CK_ToVoid:
      eval(C->getSubExpr());
      return {};
    default:
      return convert(eval(C->getSubExpr()), C->getType());
    }
  }
  Expr::EvalResult R;
  if (!E->isValueDependent() && E->getType()->isIntegralOrEnumerationType() &&
      E->EvaluateAsInt(R, Context))
    if (std::optional<int64_t> N = integerOf(R.Val.getInt()))
      return Cell::integer(*N);
  return {};
}

} // namespace kmend
