//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SpinLoops.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace kmend {

static constexpr StringRef AtomicMark = "kmend.atomic";

void markAtomic(LoadInst &Load) {
  Load.setMetadata(AtomicMark, MDNode::get(Load.getContext(), {}));
}

namespace {

bool isCallOf(const Instruction &I, ArrayRef<StringRef> Names) {
  auto *Call = dyn_cast<CallInst>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && is_contained(Names, Callee->getName());
}

/// One loop and what decides when it ends.
class LoopExit {
public:
  explicit LoopExit(const Loop &L) : L(L) {
    for (BasicBlock *B : L.blocks())
      for (Instruction &I : *B)
        Fenced |= isCallOf(I, {"kmend_threadfence", "kmend_nanosleep"});
  }

  bool waitsForOthers() const {
    SmallVector<BasicBlock *> Exiting;
    L.getExitingBlocks(Exiting);
    for (BasicBlock *B : Exiting) {
      Value *Condition = conditionOf(*B);
      if (Condition && observes(Condition) && !triesAgain(Condition))
        return true;
    }
    return false;
  }

private:
  static Value *conditionOf(const BasicBlock &B) {
    const Instruction *T = B.getTerminator();
    if (auto *Branch = dyn_cast<BranchInst>(T))
      return Branch->isConditional() ? Branch->getCondition() : nullptr;
    if (auto *Switch = dyn_cast<SwitchInst>(T))
      return Switch->getCondition();
    return nullptr;
  }

  bool isObservation(const Instruction &I) const {
    if (auto *Load = dyn_cast<LoadInst>(&I))
      return Load->isVolatile() || Load->isAtomic() || Fenced ||
             Load->hasMetadata(AtomicMark);
    return isa<AtomicRMWInst, AtomicCmpXchgInst>(I);
  }

  /// Whether \p V is made, in this loop, of what another thread may write.
  bool observes(Value *V) const {
    SetVector<Value *> Slice;
    Slice.insert(V);
    for (size_t N = 0; N != Slice.size(); ++N) {
      auto *I = dyn_cast<Instruction>(Slice[N]);
      if (!I || !L.contains(I))
        continue;
      if (isObservation(*I))
        return true;
      for (Value *Operand : I->operands())
        Slice.insert(Operand);
      // Which value a phi takes is decided by the branches before it.
      if (isa<PHINode>(I))
        for (BasicBlock *B : cast<PHINode>(I)->blocks())
          for (unsigned Depth = 0; B && L.contains(B) && Depth != 4;
               ++Depth, B = B->getSinglePredecessor())
            if (Value *Condition = conditionOf(*B))
              Slice.insert(Condition);
    }
    return false;
  }

  /// `do { seen = old; old = atomicCAS(p, seen, f(seen)); } while (old !=
  /// seen)`: both sides of the comparison were observed.
  bool triesAgain(Value *Condition) const {
    auto *Compare = dyn_cast<ICmpInst>(Condition);
    return Compare && Compare->isEquality() &&
           observes(Compare->getOperand(0)) && observes(Compare->getOperand(1));
  }

  const Loop &L;
  bool Fenced = false;
};

} // namespace

void insertSpins(Function &F) {
  DominatorTree Tree(F);
  LoopInfo Loops(Tree);
  SmallVector<std::pair<BasicBlock *, DebugLoc>> Rounds;
  for (Loop *L : Loops.getLoopsInPreorder()) {
    if (!LoopExit(*L).waitsForOthers())
      continue;
    SmallVector<BasicBlock *> Latches;
    L->getLoopLatches(Latches);
    for (BasicBlock *Latch : Latches)
      Rounds.push_back({Latch, L->getStartLoc()});
  }
  for (auto &[Latch, Place] : Rounds) {
    Module &M = *F.getParent();
    IRBuilder<> B(Latch->getTerminator());
    B.SetCurrentDebugLocation(Place ? Place
                                    : Latch->getTerminator()->getDebugLoc());
    B.CreateCall(M.getOrInsertFunction("kmend_spin", B.getVoidTy()));
  }
}

} // namespace kmend
