//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BarrierRegions.h"
#include "BarrierPaths.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"

using namespace llvm;

namespace kmend {

/// Larger kernels are not worth it.
static constexpr size_t MostBlocks = 2000, MostBranches = 64;

static CallInst *asBarrier(Instruction &I) {
  auto *Call = dyn_cast<CallInst>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && Callee->getName() == "kmend_barrier" ? Call : nullptr;
}

CallInst *barrierIn(const BasicBlock &B) {
  for (const Instruction &I : B)
    if (CallInst *Call = asBarrier(const_cast<Instruction &>(I)))
      return Call;
  return nullptr;
}

bool hasNoEffect(const Instruction &I) {
  if (I.isTerminator() || I.isDebugOrPseudoInst() || isa<PHINode>(I) ||
      I.hasMetadata(LLVMContext::MD_invariant_load) || I.hasMetadata(SlotMark))
    return true;
  if (auto *Call = dyn_cast<IntrinsicInst>(&I);
      Call && Call->isAssumeLikeIntrinsic())
    return true;
  return !I.mayReadOrWriteMemory() && isSafeToSpeculativelyExecute(&I);
}

struct BarrierRegions::TripCounts {
  explicit TripCounts(Function &F)
      : Library(Triple(F.getParent()->getTargetTriple())), Info(Library),
        Assumptions(F), Tree(F), Loops(Tree),
        SE(F, Info, Assumptions, Tree, Loops) {}
  TargetLibraryInfoImpl Library;
  TargetLibraryInfo Info;
  AssumptionCache Assumptions;
  DominatorTree Tree;
  LoopInfo Loops;
  ScalarEvolution SE;
};

BarrierRegions::~BarrierRegions() = default;

BarrierRegions::BarrierRegions(Function &F) : F(F) {
  removeUnreachableBlocks(F);
  if (F.size() > MostBlocks) {
    Why.Why = "it is too large";
    return;
  }
  normalize();
  if (Why)
    return;
  SmallVector<BasicBlock *> Starts = findDisorder();
  if (Starts.empty())
    return;
  const DebugLoc Where = Regions.front().Exit->getTerminator()->getDebugLoc();
  if (separatePaths(F, Starts)) {
    Trips.reset();
    normalize();
    if (Why || findDisorder().empty())
      return;
  }
  Why = {"no barrier parts what its threads do before and after a branch that "
         "they take together",
         Where};
}

/// Finds the regions of the function as it is now.
void BarrierRegions::normalize() {
  Points.clear();
  Joins.clear();
  {
    // A loop between two barriers is entered through a block of its own.
    DominatorTree Tree(F);
    LoopInfo Loops(Tree);
    AssumptionCache Assumptions(F);
    for (Loop *L : Loops)
      simplifyLoop(L, &Tree, &Loops, nullptr, &Assumptions, nullptr,
                   /*PreserveLCSSA=*/false);
  }
  isolateBarriers();
  isolateReturn();
  do {
    while (markBranches())
      if (Points.size() > MostBranches) {
        Why.Why = "too many branches decide which barrier comes next";
        return;
      }
    unmarkBranches();
  } while (!findRegions());
  if (Why)
    return;
  giveEdgesBlocks();
  while (!findRegions())
    ;
  if (Why)
    return;
  for (BarrierRegion &R : Regions)
    R.Busy = isBusy(R);
}

void BarrierRegions::isolateBarriers() {
  SmallVector<CallInst *> Barriers;
  for (Instruction &I : instructions(F))
    if (CallInst *Call = asBarrier(I))
      Barriers.push_back(Call);
  for (CallInst *Barrier : Barriers) {
    // The store that says which barrier it is goes with it.
    Instruction *First = Barrier;
    if (auto *Site = dyn_cast_or_null<StoreInst>(Barrier->getPrevNode());
        Site && Site->getPointerOperand()->getName() == "kmend_site")
      First = Site;
    BasicBlock *Own = First->getParent();
    // Where threads vote, they do so before the barrier.
    const bool Votes =
        !match(Barrier->getArgOperand(0), PatternMatch::m_Zero());
    if (Votes)
      Own = Own->splitBasicBlock(First->getIterator(), "vote");
    if (First != &Own->front() || Votes ||
        &Own->getParent()->getEntryBlock() == Own)
      Own = Own->splitBasicBlock(First->getIterator(), "barrier");
    Instruction *Behind = Barrier->getNextNode();
    BasicBlock *After = Own->getSingleSuccessor();
    if (Behind != Own->getTerminator() || !After ||
        !After->getSinglePredecessor())
      Own->splitBasicBlock(Behind->getIterator(), "go.on");
    Points.insert(Own);
  }
}

void BarrierRegions::isolateReturn() {
  SmallVector<ReturnInst *> Returns;
  for (BasicBlock &B : F)
    if (auto *Return = dyn_cast<ReturnInst>(B.getTerminator()))
      Returns.push_back(Return);
  if (Returns.size() == 1) {
    BasicBlock *B = Returns[0]->getParent();
    if (&B->front() != Returns[0] || B == &F.getEntryBlock())
      B = B->splitBasicBlock(Returns[0]->getIterator(), "return");
    Points.insert(B);
    return;
  }
  BasicBlock *Only = BasicBlock::Create(F.getContext(), "return", &F);
  IRBuilder<> B(Only);
  B.CreateRetVoid();
  for (ReturnInst *Return : Returns) {
    B.SetInsertPoint(Return);
    B.CreateBr(Only);
    Return->eraseFromParent();
  }
  Points.insert(Only);
}

/// Finds for every block what its threads come to next. Where that depends on a
/// branch, the branch is itself such a point; true when one was found.
bool BarrierRegions::markBranches() {
  Next.clear();
  SmallVector<BasicBlock *> Order(post_order(&F));
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (BasicBlock *B : Order) {
      if (Points.contains(B))
        continue;
      BasicBlock *&Mine = Next[B];
      for (BasicBlock *S : successors(B)) {
        BasicBlock *Theirs = ends(S) ? S : Next.lookup(S);
        if (!Theirs || Theirs == Mine)
          continue;
        if (!Mine) {
          Mine = Theirs;
          Changed = true;
          continue;
        }
        Instruction *Branch = B->getTerminator();
        if (Branch != &B->front() || B == &F.getEntryBlock())
          B = B->splitBasicBlock(Branch->getIterator(), "branch");
        Points.insert(B);
        return true;
      }
    }
  }
  return false;
}

/// A branch may have been found before another that all its ways lead to.
void BarrierRegions::unmarkBranches() {
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (BasicBlock *B : Points) {
      if (barrierIn(*B) || succ_empty(B))
        continue;
      SmallPtrSet<BasicBlock *, 2> To;
      for (BasicBlock *S : successors(B))
        if (BasicBlock *Theirs = ends(S) ? S : Next.lookup(S))
          To.insert(Theirs);
      if (To.size() > 1)
        continue;
      Points.remove(B);
      while (markBranches())
        ;
      Changed = true;
      break;
    }
  }
}

/// False when regions meet at a block, which becomes a leader.
bool BarrierRegions::findRegions() {
  Regions.clear();
  Number.clear();
  SetVector<BasicBlock *> Leaders;
  Leaders.insert(&F.getEntryBlock());
  for (BasicBlock *B : ReversePostOrderTraversal<Function *>(&F)) {
    if (Joins.contains(B))
      Leaders.insert(B);
    if (Points.contains(B))
      for (BasicBlock *S : successors(B))
        if (!Points.contains(S))
          Leaders.insert(S);
  }
  for (BasicBlock *Leader : Leaders) {
    BarrierRegion R;
    R.Leader = Leader;
    SetVector<BasicBlock *> Own;
    Own.insert(Leader);
    for (size_t I = 0; I != Own.size(); ++I)
      for (BasicBlock *S : successors(Own[I])) {
        if (!Points.contains(S) && !Leaders.contains(S)) {
          Own.insert(S);
          continue;
        }
        if ((R.Exit && R.Exit != S) || S == Leader)
          Why = {"its control flow has no structure that loops over threads "
                 "can follow",
                 Own[I]->getTerminator()->getDebugLoc()};
        R.Exit = S;
      }
    R.Blocks.assign(Own.begin(), Own.end());
    for (BasicBlock *B : R.Blocks)
      if (!Number.try_emplace(B, Regions.size()).second) {
        Why = {};
        Joins.insert(B);
        return false;
      }
    if (!R.Exit && !Why)
      Why = {"threads do not go on from here",
             Leader->getTerminator()->getDebugLoc()};
    Regions.push_back(std::move(R));
  }
  return true;
}

/// Where values meet at a leader, each comes from one block of a region.
void BarrierRegions::giveEdgesBlocks() {
  SmallVector<BasicBlock *> Leaders;
  for (const BarrierRegion &R : Regions)
    Leaders.push_back(R.Leader);
  for (BasicBlock *Leader : Leaders) {
    if (!isa<PHINode>(Leader->front()))
      continue;
    SmallMapVector<const void *, SmallSetVector<BasicBlock *, 2>, 4> From;
    for (BasicBlock *P : predecessors(Leader)) {
      const BarrierRegion *R = regionOf(P);
      From[R ? static_cast<const void *>(R) : P].insert(P);
    }
    for (auto &[Source, Blocks] : From)
      if (Blocks.size() > 1 || Points.contains(Blocks[0]))
        SplitBlockPredecessors(Leader, Blocks.getArrayRef(), ".meet");
    Joins.insert(Leader);
  }
}

bool BarrierRegions::isInLoop(const BasicBlock &B) const {
  SmallSetVector<const BasicBlock *, 8> Reached;
  Reached.insert_range(successors(&B));
  for (size_t I = 0; I != Reached.size(); ++I) {
    if (Reached[I] == &B)
      return true;
    if (regionOf(Reached[I]) == regionOf(&B))
      Reached.insert_range(successors(Reached[I]));
  }
  return false;
}

/// A variable of the thread is nobody else's.
static bool isPrivate(const Instruction &I) {
  if (auto *L = dyn_cast<LoadInst>(&I))
    return isa<AllocaInst>(getUnderlyingObject(L->getPointerOperand(), 0));
  if (auto *S = dyn_cast<StoreInst>(&I))
    return isa<AllocaInst>(getUnderlyingObject(S->getPointerOperand(), 0));
  if (auto *M = dyn_cast<MemSetInst>(&I))
    return isa<AllocaInst>(getUnderlyingObject(M->getDest(), 0));
  return isa<AllocaInst>(I);
}

bool BarrierRegions::isBusy(const BarrierRegion &R) {
  for (BasicBlock *B : R.Blocks)
    for (const Instruction &I : *B)
      if (!hasNoEffect(I) && !isPrivate(I))
        return true;
  // Loops of a few rounds end soon.
  constexpr unsigned FewRounds = 4096;
  for (BasicBlock *B : R.Blocks) {
    if (!isInLoop(*B))
      continue;
    if (!Trips)
      Trips = std::make_unique<TripCounts>(F);
    const Loop *L = Trips->Loops.getLoopFor(B);
    unsigned Most = L ? Trips->SE.getSmallConstantMaxTripCount(L) : 0;
    if (!Most || Most > FewRounds)
      return true;
  }
  return false;
}

/// Between two barriers a thread runs to the end before the next one begins.
/// That cannot be told from all threads running one region before another as
/// long as only one of them is busy. Returns where the ways begin on which two
/// are.
SmallVector<BasicBlock *> BarrierRegions::findDisorder() const {
  auto ReachedFrom = [&](BasicBlock *Start) {
    SetVector<BasicBlock *> Reached;
    Reached.insert(Start);
    for (size_t I = 0; I != Reached.size(); ++I) {
      BasicBlock *B = Reached[I];
      const BarrierRegion *R = regionOf(B);
      if (R)
        Reached.insert(R->Exit);
      else if (!barrierIn(*B))
        Reached.insert_range(successors(B));
    }
    return Reached;
  };
  auto IsBusy = [&](BasicBlock *B) {
    const BarrierRegion *R = regionOf(B);
    return R && R->Busy;
  };
  SmallVector<BasicBlock *> Starts;
  for (const BarrierRegion &R : Regions) {
    BasicBlock *Before = R.Leader->getSinglePredecessor();
    if (R.Leader != &F.getEntryBlock() && !(Before && barrierIn(*Before)))
      continue;
    for (BasicBlock *B : ReachedFrom(R.Leader))
      if (IsBusy(B) && any_of(ReachedFrom(regionOf(B)->Exit), IsBusy)) {
        Starts.push_back(R.Leader);
        break;
      }
  }
  return Starts;
}

} // namespace kmend
