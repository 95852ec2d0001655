//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Facts that the interpreter notes on its way.
//
//===----------------------------------------------------------------------===//

#include "../Facts/Collect.h"
#include "Interpreter.h"
#include "Types.h"

using namespace clang;

namespace kmend {

/// Work after which the analysis gives up on an entry.
static constexpr long MaxSteps = 1'000'000;

bool Interpreter::step() {
  if (++Steps <= MaxSteps)
    return true;
  Fact.Complete = false;
  return false;
}

Taint Interpreter::pc() const {
  Taint T = Guard | LoopLeft;
  if (!Frames.empty())
    T |= Frames.back().Left;
  return T;
}

SourceLocation Interpreter::where(clang::SourceLocation L) const {
  return placeOf(Context.getSourceManager(), L);
}

/// Whether \p V holds nothing but what the source fixes.
static bool isFixed(const Value &V) {
  Taint T = V.allData();
  T.drop(Taint::Table);
  return !T.any() &&
         (V.Shape == Value::Form::Constant || V.allData().has(Taint::Table));
}

/// Whether \p V is made of extents and fixed numbers alone.
static bool isExtent(const Value &V, uint32_t Extents) {
  Taint T = V.allData();
  if (!(T.group(Taint::Scalar) & Extents))
    return false;
  T = T.without(Taint::Scalar);
  T.drop(Taint::Table);
  T.drop(Taint::TableByExtent);
  return !T.any();
}

GateFact *Interpreter::gate(const Expr *Site, GateFact::Kind K, uint32_t Params,
                            int64_t Literal, int64_t Modulus) {
  if (Silent)
    return nullptr;
  // One site may be reached on several ways; each keeps its own literal.
  for (GateFact &G : Fact.Gates)
    if (G.GateKind == K && G.Extents == Params && G.Literal == Literal &&
        G.Modulus == Modulus && G.Where.Line == where(Site->getExprLoc()).Line)
      return &G;
  constexpr size_t MaxGates = 4096;
  if (Fact.Gates.size() >= MaxGates)
    return nullptr;
  GateFact G;
  G.GateKind = K;
  G.Extents = Params;
  G.Literal = Literal;
  G.Modulus = Modulus;
  G.InKernel = InKernel;
  G.Where = where(Site->getExprLoc());
  GateIndex[Site] = Fact.Gates.size();
  Fact.Gates.push_back(std::move(G));
  return &Fact.Gates.back();
}

void Interpreter::noteComparison(const Expr *Site, BinaryOperatorKind Op,
                                 const Value &L, const Value &R, QualType T) {
  if (Silent)
    return;
  Taint Both = L.allData() | R.allData();
  if (InKernel)
    Fact.GuardExtents |= Both.group(Taint::Scalar);
  // Elements that all threads read at one place, compared with a number.
  for (auto [A, B] : {std::pair(&L, &R), std::pair(&R, &L)}) {
    uint32_t Sampled = A->allData().group(Taint::Sample);
    if (!Sampled || B->allData().any())
      continue;
    SniffFact S;
    S.Tensors = Sampled;
    S.Where = where(Site->getExprLoc());
    if (const auto *Compare = dyn_cast<BinaryOperator>(Site))
      for (const Expr *Side : {Compare->getLHS(), Compare->getRHS()}) {
        Expr::EvalResult Number;
        if (Side->getType()->isFloatingType() && !Side->isValueDependent() &&
            Side->EvaluateAsRValue(Number, Context) && Number.Val.isFloat() &&
            !Number.Val.getFloat().isZero() && Number.Val.getFloat().isFinite())
          S.Literal = true;
      }
    if (SniffIndex.try_emplace(Site, Fact.Sniffs.size()).second)
      Fact.Sniffs.push_back(S);
  }
  const Value *E = &L, *C = &R;
  if (!isExtent(*E, Extents) || !isFixed(*C))
    std::swap(E, C);
  if (!isExtent(*E, Extents) || !isFixed(*C))
    return;
  uint32_t Params = E->allData().group(Taint::Scalar) & Extents;
  if (C->Shape != Value::Form::Constant) {
    gate(Site, GateFact::Kind::Table, Params, 0, 0);
    return;
  }
  int64_t N = C->Number;
  bool Equal = Op == BO_EQ || Op == BO_NE;
  switch (E->Shape) {
  case Value::Form::Remainder:
    gate(Site, GateFact::Kind::Residue, Params, N, E->Number);
    return;
  case Value::Form::Affine:
    N = uint64_t(N) - uint64_t(E->Number);
    break;
  case Value::Form::Mixed:
    N ^= E->Number;
    break;
  default:
    break;
  }
  (void)T;
  gate(Site, Equal ? GateFact::Kind::Equality : GateFact::Kind::Threshold,
       Params, N, 0);
}

void Interpreter::noteTruth(const Expr *Site, const Value &V, QualType T) {
  if (T->isBooleanType() || T->isPointerType())
    return;
  if (T->isIntegralOrEnumerationType())
    noteComparison(Site, BO_NE, V, Value::constant(0), T);
}

void Interpreter::markCap(const Expr *Cond, const Expr *A, const Expr *B) {
  const auto *Compare = dyn_cast<BinaryOperator>(Cond->IgnoreParenImpCasts());
  if (!Compare || !Compare->isRelationalOp() || Silent)
    return;
  auto At = GateIndex.find(Compare);
  if (At == GateIndex.end() || At->second >= Fact.Gates.size())
    return;
  for (const Expr *Side : {Compare->getLHS(), Compare->getRHS()}) {
    std::optional<int64_t> N = number(Side);
    if (!N)
      continue;
    for (const Expr *Arm : {A, B})
      if (Arm && number(Arm) == N)
        Fact.Gates[At->second].Cap = true;
  }
}

void Interpreter::noteLoop(const Value &Condition, const Taint &Left) {
  if (Silent)
    return;
  Taint Bound = Condition.allData() | Left.minus(Guard);
  Fact.LoopExtents |= Bound.group(Taint::Scalar);
  if (InKernel && !Bound.group(Taint::Scalar) && !Bound.group(Taint::Contents))
    ++Fact.FixedLoops;
}

void Interpreter::noteStore(ObjectId Id, const Value &V,
                            clang::SourceLocation Where) {
  const Object &O = Mem[Id];
  switch (O.ObjectKind) {
  case Object::Kind::Tensor: {
    if (O.Index >= Fact.Parameters.size())
      return;
    bool Output =
        Fact.Parameters[O.Index].ParameterKind == ParameterFact::Kind::Output;
    if (!Output) {
      if (!Silent)
        Fact.InputWrites.try_emplace(O.Index, where(Where));
      return;
    }
    OutputFact &Out = Fact.Outputs[O.Index];
    if (!Silent) {
      if (!Out.Written)
        Out.Where = where(Where);
      Out.Written = true;
      if (InKernel)
        Out.ByKernel = true;
      else if (Out.ByKernel)
        Out.Overwritten = true;
      if (CurrentLaunch && *CurrentLaunch < Fact.Launches.size())
        Fact.Launches[*CurrentLaunch].Writes[O.Index] |= V.allData();
    }
    return;
  }
  case Object::Kind::State: {
    StateFact &S = Fact.States[O.Index];
    Taint Data = V.allData();
    if (Data.group(Taint::Contents) || Data.group(Taint::Sample) ||
        Data.group(Taint::Address) || Data.has(Taint::HostPath))
      S.KeepsTensor = true;
    else if (!Data.any() && V.collapsed().Points.empty() && InKernel)
      S.Cleared = true;
    // Growing a capacity to what an extent asks for is no counting.
    if (!InKernel && !LoopDepth && Data.has(Taint::State, O.Index) &&
        !Data.group(Taint::Scalar))
      S.Counts = true;
    keep(V, O.Index);
    return;
  }
  case Object::Kind::Shared:
    Fact.SharedStores = true;
    return;
  default:
    return;
  }
}

void Interpreter::noteCast(const CastExpr *E, const Value &V) {
  if (!isa<ExplicitCastExpr>(E) || V.Points.empty())
    return;
  QualType From = E->getSubExpr()->getType(), To = E->getType();
  if (E->isGLValue()) {
    if (!From.isConstQualified() || To.isConstQualified())
      return;
  } else {
    if (From->isPointerType() && To->isPointerType()) {
      if (!From->getPointeeType().isConstQualified() ||
          To->getPointeeType().isConstQualified())
        return;
    } else {
      return;
    }
  }
  for (PlaceId Id : V.Points) {
    const Object &O = Mem[Mem.object(Id)];
    if (O.ObjectKind == Object::Kind::Tensor)
      Fact.ConstCasts.try_emplace(O.Index, where(E->getExprLoc()));
  }
}

} // namespace kmend
