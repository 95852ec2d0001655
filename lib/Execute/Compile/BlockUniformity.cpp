//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockUniformity.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/BasicAliasAnalysis.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/TypeBasedAliasAnalysis.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace kmend {

struct BlockUniformity::Analyses {
  explicit Analyses(Function &F)
      : Library(Triple(F.getParent()->getTargetTriple())), Info(Library),
        Assumptions(F), Tree(F),
        Basic(F.getDataLayout(), F, Info, Assumptions, &Tree),
        ByType(/*UsingTypeSanitizer=*/false), Aliases(Info) {
    Aliases.addAAResult(Basic);
    Aliases.addAAResult(ByType);
  }
  TargetLibraryInfoImpl Library;
  TargetLibraryInfo Info;
  AssumptionCache Assumptions;
  DominatorTree Tree;
  BasicAAResult Basic;
  TypeBasedAAResult ByType;
  AAResults Aliases;
};

/// Whether a thread that runs the same region may write what \p L reads. No
/// other thread runs at that time.
bool BlockUniformity::mayBeWritten(const LoadInst &L) {
  const BarrierRegion *R = Regions.regionOf(L.getParent());
  if (!R)
    return true;
  MemoryLocation Read = MemoryLocation::get(&L);
  for (BasicBlock *B : R->Blocks)
    for (Instruction &I : *B)
      if (I.mayWriteToMemory() && !I.isLifetimeStartOrEnd() &&
          isModSet(Results->Aliases.getModRefInfo(&I, Read)))
        return true;
  return false;
}

/// Whether \p I may differ although its operands do not.
bool BlockUniformity::isSource(const Instruction &I) {
  if (auto *L = dyn_cast<LoadInst>(&I)) {
    if (L->hasMetadata(LLVMContext::MD_invariant_load))
      return false;
    if (!L->isSimple() ||
        isa<AllocaInst>(getUnderlyingObject(L->getPointerOperand(), 0)))
      return true;
    return mayBeWritten(*L);
  }
  if (barrierIn(*I.getParent()))
    return false;
  return isa<AllocaInst>(I) || I.mayReadOrWriteMemory();
}

void BlockUniformity::markDifferent(const Value &V) {
  if (!V.getType()->isVoidTy() && Differs.insert(&V).second)
    Work.push_back(&V);
}

/// Where the ways from each block to the return meet (K. D. Cooper, T. J.
/// Harvey, K. Kennedy: A Simple, Fast Dominance Algorithm). Blocks without such
/// a way, which end in a trap, are left out: nobody goes on from there.
void BlockUniformity::findMeetings() {
  const BasicBlock *Return = nullptr;
  for (const BasicBlock *B : Regions.between())
    if (succ_empty(B))
      Return = B;
  if (!Return)
    return;
  std::vector<const BasicBlock *> Order(
      ipo_begin(Return), ipo_end(Return)); // the return comes last
  DenseMap<const BasicBlock *, unsigned> Place;
  for (auto [I, B] : enumerate(Order))
    Place[B] = I;
  Meeting[Return] = Return;
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const BasicBlock *B : drop_begin(reverse(Order))) {
      const BasicBlock *Meet = nullptr;
      for (const BasicBlock *S : successors(B)) {
        if (!Meeting.lookup(S))
          continue;
        const BasicBlock *Other = S;
        while (Meet && Meet != Other)
          if (Place[Meet] < Place[Other])
            Meet = Meeting[Meet];
          else
            Other = Meeting[Other];
        Meet = Other;
      }
      const BasicBlock *&Mine = Meeting[B];
      Changed |= Mine != Meet;
      Mine = Meet;
    }
  }
}

/// Threads part at \p Branch and meet where all ways lead.
void BlockUniformity::partAt(const Instruction &Branch) {
  const BasicBlock *From = Branch.getParent();
  const BasicBlock *Meet = Meeting.lookup(From);
  if (!Meet)
    return; // nobody goes on
  SmallSetVector<const BasicBlock *, 16> Between;
  auto Add = [&](const BasicBlock *B) {
    for (const BasicBlock *S : successors(B))
      if (S != Meet && Meeting.lookup(S))
        Between.insert(S);
  };
  Add(From);
  for (size_t I = 0; I != Between.size(); ++I)
    Add(Between[I]);
  for (const BasicBlock *B : Between) {
    if (!Parted.insert(B).second)
      continue;
    if (is_contained(Regions.between(), B) && !Why)
      Why = {"its threads may part before a barrier", Branch.getDebugLoc()};
    for (const Instruction &I : *B)
      if (isa<PHINode>(I) || !hasNoEffect(I))
        markDifferent(I);
  }
  for (const PHINode &P : Meet->phis())
    markDifferent(P);
}

/// What it means that the condition of \p Branch, on which it depends what
/// barrier comes next, differs.
Obstacle BlockUniformity::describe(const Instruction &Branch) const {
  for (const BasicBlock *S : successors(&Branch)) {
    const BarrierRegion *R = Regions.regionOf(S);
    if (succ_empty(R && !R->Busy ? R->Exit : S))
      return {"some of its threads may return before a barrier",
              Branch.getDebugLoc()};
  }
  return {"its threads may part before a barrier", Branch.getDebugLoc()};
}

BlockUniformity::BlockUniformity(Function &F, const BarrierRegions &Regions)
    : Regions(Regions) {
  Analyses Own(F);
  Results = &Own;
  findMeetings();
  for (unsigned D = 2; D != 5; ++D)
    markDifferent(*F.getArg(D));
  for (const Instruction &I : instructions(F))
    if (!I.getType()->isVoidTy() && isSource(I))
      markDifferent(I);
  while (!Work.empty()) {
    const Value *V = Work.pop_back_val();
    for (const User *U : V->users()) {
      auto *I = cast<Instruction>(U);
      if (!I->isTerminator()) {
        // What a barrier gives is the same for all.
        if (!barrierIn(*I->getParent()))
          markDifferent(*I);
        continue;
      }
      if (is_contained(Regions.between(), I->getParent()) && !Why)
        Why = describe(*I);
      partAt(*I);
    }
  }
  Results = nullptr;
}

} // namespace kmend
