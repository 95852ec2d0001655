//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GuardBounds.h"
#include "BarrierRegions.h"
#include "Guards.h"
#include "ThreadLoops.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/KnownBits.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace kmend {

namespace {

/// The rounds for which a guard holds: [First[0], Last[0]), and after them
/// [First[1], Last[1]) where its index may wrap round.
struct Rounds {
  Value *Index = nullptr; ///< as the loop computes it
  int64_t Step = 1;
  bool Signed = false, Wraps = true;
  Value *Base = nullptr; ///< the index for X = 0
  Value *First[2], *Last[2];
};

class RoundBounds {
public:
  RoundBounds(PHINode &X, BasicBlock &Latch, Value &Extent,
              const GuardFinder &Finder)
      : X(X), Latch(Latch), Extent(Extent), Finder(Finder),
        Before(X.getIncomingBlock(X.getIncomingBlock(0) == &Latch ? 1 : 0)),
        B(Before->getTerminator()) {
    B.SetCurrentDebugLocation(Latch.getTerminator()->getDebugLoc());
  }
  void add(const Guard &G);
  void apply();

private:
  std::optional<int64_t> stepOf(Value *V, unsigned Depth = 0) const;
  Value *atStart(Value *V, unsigned Depth = 0);
  bool addRange(const Guard &G);
  void computeRange(Rounds &R, IntegerType *Wide, Value *Low, Value *High);
  void replaceIndex(const Rounds &R, Value *First);

  PHINode &X;
  BasicBlock &Latch;
  Value &Extent;
  const GuardFinder &Finder;
  BasicBlock *Before;
  IRBuilder<> B;
  DenseMap<Value *, Value *> Start; ///< values for X = 0
  SmallVector<Rounds, 4> Ranges;
  Value *Always = nullptr; ///< conditions that are the same in all rounds
  bool HasSecond = false;
};

/// By how much \p V grows from one round to the next, modulo 2^width; nothing
/// when that is not a constant.
std::optional<int64_t> RoundBounds::stepOf(Value *V, unsigned Depth) const {
  constexpr unsigned Deepest = 12;
  if (V == &X)
    return 1;
  if (!Finder.isInRound(V))
    return 0;
  auto *I = cast<Instruction>(V);
  if (Depth == Deepest || isa<PHINode>(I))
    return std::nullopt;
  auto Operand = [&](unsigned N) {
    return stepOf(I->getOperand(N), Depth + 1);
  };
  const APInt *C;
  switch (I->getOpcode()) {
  case Instruction::Add:
  case Instruction::Sub: {
    auto L = Operand(0), R = Operand(1);
    if (!L || !R)
      return std::nullopt;
    return I->getOpcode() == Instruction::Add ? *L + *R : *L - *R;
  }
  case Instruction::Mul:
    if (match(I->getOperand(1), m_APInt(C)) && C->ult(1 << 16))
      if (auto L = Operand(0))
        return *L * int64_t(C->getZExtValue());
    break;
  case Instruction::Shl:
    if (match(I->getOperand(1), m_APInt(C)) && C->ult(16))
      if (auto L = Operand(0))
        return *L << C->getZExtValue();
    break;
  case Instruction::Trunc:
    return Operand(0);
  case Instruction::ZExt:
  case Instruction::SExt:
    if (I->getOperand(0) == &X)
      return 1; // at most 1024: it does not wrap round
    break;
  default:
    break;
  }
  for (Value *Each : I->operands())
    if (stepOf(Each, Depth + 1).value_or(1) != 0)
      return std::nullopt;
  return 0;
}

/// What \p V is in the round X = 0, computed before the loop; null when that
/// could have effects or is too much.
Value *RoundBounds::atStart(Value *V, unsigned Depth) {
  constexpr unsigned Deepest = 12;
  if (V == &X)
    return B.getInt32(0);
  if (!Finder.isInRound(V))
    return V;
  if (Value *Done = Start.lookup(V))
    return Done;
  auto *I = cast<Instruction>(V);
  if (Depth == Deepest || isa<PHINode>(I) || !hasNoEffect(*I))
    return nullptr;
  SmallVector<Value *> Operands;
  for (Value *Each : I->operands()) {
    Value *O = atStart(Each, Depth + 1);
    if (!O)
      return nullptr;
    Operands.push_back(O);
  }
  Instruction *Made = I->clone();
  for (auto [N, O] : enumerate(Operands))
    Made->setOperand(N, O);
  // What holds in a round that is executed need not hold in this one.
  Made->dropPoisonGeneratingAnnotations();
  if (Constant *Folded = ConstantFoldInstruction(Made, Latch.getDataLayout())) {
    Made->deleteValue();
    return Start[V] = Folded;
  }
  B.Insert(Made);
  return Start[V] = Made;
}

/// Rounds in which Low <= index < High; both in the type \p Wide, in which
/// nothing overflows, and within what the index can be.
void RoundBounds::computeRange(Rounds &R, IntegerType *Wide, Value *Low,
                               Value *High) {
  const unsigned Bits = R.Index->getType()->getIntegerBitWidth();
  Value *Base =
      R.Signed ? B.CreateSExt(R.Base, Wide) : B.CreateZExt(R.Base, Wide);
  Value *Zero = ConstantInt::get(Wide, 0);
  Value *End =
      B.CreateMul(B.CreateZExt(&Extent, Wide), ConstantInt::get(Wide, R.Step));
  auto Round = [&](Value *Bound, bool Second) {
    Value *Away = B.CreateSub(Bound, Base);
    if (Second)
      Away = B.CreateAdd(
          Away, ConstantInt::get(
                    Wide, APInt::getOneBitSet(Wide->getBitWidth(), Bits)));
    Away = B.CreateBinaryIntrinsic(Intrinsic::smax, Away, Zero);
    Away = B.CreateBinaryIntrinsic(Intrinsic::smin, Away, End);
    if (R.Step != 1)
      Away = B.CreateUDiv(B.CreateAdd(Away, ConstantInt::get(Wide, R.Step - 1)),
                          ConstantInt::get(Wide, R.Step));
    return B.CreateTrunc(Away, B.getInt32Ty());
  };
  for (bool Second : {false, true}) {
    if (Second && !R.Wraps)
      break;
    R.First[Second] = Round(Low, Second);
    R.Last[Second] = Round(High, Second);
  }
}

bool RoundBounds::addRange(const Guard &G) {
  auto *Compare = dyn_cast<ICmpInst>(G.Condition->get());
  if (!Compare || !Compare->getOperand(0)->getType()->isIntegerTy())
    return false;
  CmpInst::Predicate P =
      G.Wanted ? Compare->getPredicate() : Compare->getInversePredicate();
  Value *Index = Compare->getOperand(0), *Bound = Compare->getOperand(1);
  if (stepOf(Bound).value_or(1) != 0) {
    std::swap(Index, Bound);
    P = CmpInst::getSwappedPredicate(P);
  }
  if (P == CmpInst::ICMP_NE || stepOf(Bound).value_or(1) != 0)
    return false;
  // A comparison of an index that was widened.
  Rounds R;
  const bool Unsigned = CmpInst::isUnsigned(P);
  R.Signed = CmpInst::isSigned(P);
  if (auto *Cast = dyn_cast<CastInst>(Index);
      Cast && isa<ZExtInst, SExtInst>(Cast) && Finder.isInRound(Cast) &&
      Cast->getOperand(0) != &X) {
    if (isa<SExtInst>(Cast) && Unsigned) {
      // Negative ones are large; below a bound that is not there are none.
      if (P != CmpInst::ICMP_ULT && P != CmpInst::ICMP_ULE)
        return false;
      if (!computeKnownBits(Bound, Latch.getDataLayout()).isNonNegative())
        return false;
    }
    R.Signed = isa<SExtInst>(Cast);
    Index = Cast->getOperand(0);
  }
  const unsigned Bits = Index->getType()->getIntegerBitWidth();
  const unsigned BoundBits = Bound->getType()->getIntegerBitWidth();
  constexpr int64_t LargestStep = 1 << 12;
  auto Step = stepOf(Index);
  if (!Step || *Step < 1 || *Step > LargestStep || Bits < 32 || Bits > 64 ||
      BoundBits > 64)
    return false;
  R.Step = *Step;
  R.Index = Index;
  R.Base = atStart(Index);
  Value *Limit = R.Base ? atStart(Bound) : nullptr;
  if (!Limit)
    return false;
  R.Wraps = !match(R.Base, m_Zero());
  if (R.Wraps && HasSecond)
    return false;

  IntegerType *Wide = B.getIntNTy(std::max(Bits, BoundBits) > 32 ? 128 : 64);
  const unsigned WideBits = Wide->getBitWidth();
  // An equality looks at an index as its widening did.
  const bool BoundSigned =
      CmpInst::isEquality(P) ? R.Signed : CmpInst::isSigned(P);
  Limit = BoundSigned ? B.CreateSExt(Limit, Wide) : B.CreateZExt(Limit, Wide);
  APInt Least = R.Signed ? APInt::getSignedMinValue(Bits).sext(WideBits)
                         : APInt(WideBits, 0);
  APInt Beyond = R.Signed ? APInt::getOneBitSet(WideBits, Bits - 1)
                          : APInt::getOneBitSet(WideBits, Bits);
  Value *Low = ConstantInt::get(Wide, Least);
  Value *High = ConstantInt::get(Wide, Beyond);
  Value *Behind = B.CreateAdd(Limit, ConstantInt::get(Wide, 1));
  auto AtLeast = [&](Value *V) {
    return B.CreateBinaryIntrinsic(Intrinsic::smax, V, Low);
  };
  auto AtMost = [&](Value *V) {
    return B.CreateBinaryIntrinsic(Intrinsic::smin, V, High);
  };
  Value *From = Low, *To = High;
  switch (P) {
  case CmpInst::ICMP_EQ:
    From = AtLeast(Limit), To = AtMost(Behind);
    break;
  case CmpInst::ICMP_SLT:
  case CmpInst::ICMP_ULT:
    To = AtMost(Limit);
    break;
  case CmpInst::ICMP_SLE:
  case CmpInst::ICMP_ULE:
    To = AtMost(Behind);
    break;
  case CmpInst::ICMP_SGT:
  case CmpInst::ICMP_UGT:
    From = AtLeast(Behind);
    break;
  default:
    From = AtLeast(Limit);
    break;
  }
  // Of a sign-extended index below an unsigned bound, none is negative.
  if (Unsigned && R.Signed)
    From = ConstantInt::get(Wide, 0);
  computeRange(R, Wide, From, To);
  HasSecond |= R.Wraps;
  Ranges.push_back(R);
  return true;
}

void RoundBounds::add(const Guard &G) {
  Value *V = G.Condition->get();
  bool Done = false;
  if (stepOf(V).value_or(1) == 0) {
    if (Value *Same = atStart(V)) {
      Same = G.Wanted ? Same : B.CreateNot(Same);
      // What a round that is not executed would test may be poison.
      Same = B.CreateFreeze(Same);
      Always = Always ? B.CreateAnd(Always, Same) : Same;
      Done = true;
    }
  } else {
    Done = addRange(G);
  }
  if (Done)
    G.Condition->set(B.getInt1(G.Wanted));
}

/// Within one range the index does not wrap round, and LLVM may know.
void RoundBounds::replaceIndex(const Rounds &R, Value *First) {
  if (R.Index == &X || !Finder.isInRound(R.Index))
    return;
  BasicBlock *From =
      X.getIncomingBlock(X.getIncomingBlock(0) == &Latch ? 1 : 0);
  IRBuilder<> Ahead(From->getTerminator());
  Type *T = R.Index->getType();
  Value *Begin =
      Ahead.CreateAdd(R.Base, Ahead.CreateMul(Ahead.CreateZExtOrTrunc(First, T),
                                              ConstantInt::get(T, R.Step)));
  PHINode *Index = PHINode::Create(T, 2, "kmend.index", X.getIterator());
  Index->addIncoming(Begin, From);
  IRBuilder<> InLatch(Latch.getTerminator());
  Value *Next = InLatch.CreateAdd(Index, ConstantInt::get(T, R.Step), "",
                                  /*HasNUW=*/!R.Signed, /*HasNSW=*/R.Signed);
  Index->addIncoming(Next, &Latch);
  R.Index->replaceAllUsesWith(Index);
}

void RoundBounds::apply() {
  if (Ranges.empty() && !Always)
    return;
  LLVMContext &C = B.getContext();
  Function *F = Latch.getParent();
  Value *First[2] = {B.getInt32(0), B.getInt32(0)};
  Value *Last[2] = {&Extent, &Extent};
  for (unsigned Part = 0; Part != (HasSecond ? 2 : 1); ++Part) {
    for (const Rounds &R : Ranges) {
      // One that does not wrap round holds in the same rounds of both parts.
      const unsigned Of = R.Wraps ? Part : 0;
      First[Part] =
          B.CreateBinaryIntrinsic(Intrinsic::umax, First[Part], R.First[Of]);
      Last[Part] =
          B.CreateBinaryIntrinsic(Intrinsic::umin, Last[Part], R.Last[Of]);
    }
    if (Always)
      Last[Part] = B.CreateSelect(Always, Last[Part], B.getInt32(0));
  }
  auto *Test = cast<BranchInst>(Latch.getTerminator());
  BasicBlock *Head = X.getParent();
  BasicBlock *Exit = Test->getSuccessor(Test->getSuccessor(0) == Head ? 1 : 0);
  Instruction *Enter = Before->getTerminator();
  auto *Next = cast<Instruction>(X.getIncomingValueForBlock(&Latch));
  DebugLoc Where = Test->getDebugLoc();
  MDNode *Mark = Test->getMetadata(LLVMContext::MD_loop);
  IRBuilder<> InLatch(Test);
  Value *Begin = First[0], *End = Last[0];
  if (!HasSecond) {
    B.SetInsertPoint(Enter);
    B.CreateCondBr(B.CreateICmpULT(Begin, End), Head, Exit);
    Enter->eraseFromParent();
    X.setIncomingValueForBlock(Before, Begin);
    InLatch.CreateCondBr(InLatch.CreateICmpULT(Next, End), Head, Exit)
        ->setMetadata(LLVMContext::MD_loop, Mark);
    Test->eraseFromParent();
  } else {
    BasicBlock *Part = BasicBlock::Create(C, "part", F, Head);
    BasicBlock *Other = BasicBlock::Create(C, "part.next", F, Exit);
    Enter->replaceSuccessorWith(Head, Part);
    IRBuilder<> P(Part);
    P.SetCurrentDebugLocation(Where);
    PHINode *Second = P.CreatePHI(P.getInt1Ty(), 2);
    Second->addIncoming(P.getFalse(), Before);
    Second->addIncoming(P.getTrue(), Other);
    Begin = P.CreateSelect(Second, First[1], First[0]);
    End = P.CreateSelect(Second, Last[1], Last[0]);
    P.CreateCondBr(P.CreateICmpULT(Begin, End), Head, Other);
    int Slot = X.getBasicBlockIndex(Before);
    X.setIncomingBlock(Slot, Part);
    X.setIncomingValue(Slot, Begin);
    InLatch.CreateCondBr(InLatch.CreateICmpULT(Next, End), Head, Other)
        ->setMetadata(LLVMContext::MD_loop, Mark);
    Test->eraseFromParent();
    IRBuilder<> O(Other);
    O.SetCurrentDebugLocation(Where);
    Value *Again =
        O.CreateAnd(O.CreateNot(Second), O.CreateICmpULT(First[1], Last[1]));
    markNoSteps(*O.CreateCondBr(Again, Part, Exit));
  }
  for (const Rounds &R : Ranges)
    replaceIndex(R, Begin);
}

} // namespace

void boundByGuards(PHINode &X, BasicBlock &Latch, Value &Extent) {
  GuardFinder Finder(X, Latch);
  SmallVector<Guard, 4> Guards = Finder.find();
  if (Guards.empty())
    return;
  RoundBounds Bounds(X, Latch, Extent, Finder);
  for (const Guard &G : Guards)
    Bounds.add(G);
  Bounds.apply();
}

} // namespace kmend
