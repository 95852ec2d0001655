//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegionLoops.h"
#include "GuardBounds.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace kmend {

RegionLoops::RegionLoops(Function &Thread, Function &F,
                         const BarrierRegions &Regions,
                         const BlockUniformity &Uniform, unsigned MaxThreads)
    : Thread(Thread), F(F), Regions(Regions), Uniform(Uniform),
      MaxThreads(MaxThreads), C(F.getContext()) {
  F.splice(F.begin(), &Thread);
  for (unsigned I : {0, 1})
    Thread.getArg(I)->replaceAllUsesWith(F.getArg(I));
  Start = BasicBlock::Create(C, "start", &F, &F.getEntryBlock());
  IRBuilder<> B(Start);
  if (DISubprogram *Described = F.getSubprogram())
    Where = DILocation::get(C, Described->getLine(), 0, Described);
  B.SetCurrentDebugLocation(Where);
  Bounds = loadBlockDim(B, F.getArg(1));
  Threads =
      B.CreateZExt(B.CreateMul(B.CreateMul(Bounds[0], Bounds[1]), Bounds[2]),
                   B.getInt64Ty());
  Linear = cast<Instruction>(B.Insert(
      new FreezeInst(PoisonValue::get(B.getInt64Ty()), "kmend.thread")));
}

void RegionLoops::make(bool Ordered) {
  dropAssumptions();
  findLifted();
  placeLocals();
  makeFrames();
  shareSlots();
  for (BasicBlock *B : Regions.between())
    if (CallInst *Barrier = barrierIn(*B))
      countVotes(*Barrier);
  connectValues();
  connectLifted();
  storeSlots();
  connectBlocks();
  nameLoops();
  makeLoops(Ordered);
  moveSlotsToFrame();
}

/// What holds of one thread need not hold of all at once.
void RegionLoops::dropAssumptions() {
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    I.setMetadata(LLVMContext::MD_noalias, nullptr);
    I.setMetadata(LLVMContext::MD_alias_scope, nullptr);
    if (isa<AssumeInst, NoAliasScopeDeclInst>(I))
      I.eraseFromParent();
  }
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

void RegionLoops::makeFrames() {
  for (const BarrierRegion &R : Regions.regions()) {
    Frame Own;
    Own.Before = BasicBlock::Create(C, "before", &F, R.Leader);
    Own.Begin = BasicBlock::Create(C, "begin", &F, R.Leader);
    Own.Arrive = BasicBlock::Create(C, "arrive", &F);
    Own.Behind = BasicBlock::Create(C, "behind", &F);
    for (BasicBlock *B : {Own.Before, Own.Begin, Own.Arrive, Own.Behind})
      new UnreachableInst(C, B);
    Frames.push_back(std::move(Own));
  }
}

BasicBlock *RegionLoops::entryOf(BasicBlock *B) {
  const BarrierRegion *R = Regions.regionOf(B);
  return R ? frameOf(*R).Before : B;
}

/// The places that a loop's metadata names, without what it asks the optimiser
/// to do.
static MDNode *placesOf(const MDNode &Loop) {
  SmallVector<Metadata *> Kept = {nullptr};
  for (const MDOperand &O : Loop.operands())
    if (isa_and_present<DILocation>(O.get()))
      Kept.push_back(O.get());
  MDNode *Made = MDNode::getDistinct(Loop.getContext(), Kept);
  Made->replaceOperandWith(0, Made);
  return Made;
}

/// How many threads come to \p Barrier with a predicate that is not 0, where
/// it asks.
void RegionLoops::countVotes(CallInst &Barrier) {
  const auto Kind = cast<ConstantInt>(Barrier.getArgOperand(0))->getZExtValue();
  BasicBlock *Between = Barrier.getParent();
  Value *Result = ConstantInt::get(Barrier.getType(), 0);
  if (Kind != 0) {
    IRBuilder<> B(Start, Start->begin());
    AllocaInst *Votes = B.CreateAlloca(B.getInt32Ty(), nullptr, "votes");
    for (const BarrierRegion &R : Regions.regions()) {
      if (R.Exit != Between)
        continue;
      Frame &Own = frameOf(R);
      B.SetInsertPoint(Own.Before->getTerminator());
      B.CreateStore(B.getInt32(0), Votes);
      Value *Mine = valueIn(Barrier.getArgOperand(1), R);
      B.SetInsertPoint(Own.Arrive->getTerminator());
      B.CreateStore(
          B.CreateAdd(B.CreateLoad(B.getInt32Ty(), Votes),
                      B.CreateZExt(B.CreateIsNotNull(Mine), B.getInt32Ty())),
          Votes);
    }
    B.SetInsertPoint(&Barrier);
    Value *Count = B.CreateLoad(B.getInt32Ty(), Votes);
    Value *All = B.CreateTrunc(Threads, B.getInt32Ty());
    Result = Kind == 1 ? Count
             : Kind == 2
                 ? B.CreateZExt(B.CreateICmpEQ(Count, All), B.getInt32Ty())
                 : B.CreateZExt(B.CreateIsNotNull(Count), B.getInt32Ty());
    Result = B.CreateZExtOrTrunc(Result, Barrier.getType());
  }
  Barrier.replaceAllUsesWith(Result);
  if (auto *Site = dyn_cast_or_null<StoreInst>(Barrier.getPrevNode());
      Site && Site->getPointerOperand()->getName() == "kmend_site")
    Site->eraseFromParent();
}

void RegionLoops::connectBlocks() {
  for (const BarrierRegion &R : Regions.regions()) {
    Frame &Own = frameOf(R);
    Own.Behind->getTerminator()->eraseFromParent();
    BranchInst *Out = BranchInst::Create(entryOf(R.Exit), Own.Behind);
    Out->setDebugLoc(R.Exit->getTerminator()->getDebugLoc());
    for (BasicBlock *B : R.Blocks) {
      Instruction *T = B->getTerminator();
      MDNode *Loop = T->getMetadata(LLVMContext::MD_loop);
      if (Loop && !Regions.isInLoop(*B)) {
        // It closes a loop with a barrier in it.
        Out->setMetadata(LLVMContext::MD_loop, placesOf(*Loop));
        Out->setDebugLoc(T->getDebugLoc());
        T->setMetadata(LLVMContext::MD_loop, nullptr);
      }
      for (unsigned S = 0; S != T->getNumSuccessors(); ++S)
        if (T->getSuccessor(S) == R.Exit)
          T->setSuccessor(S, Own.Arrive);
    }
    ReplaceInstWithInst(Own.Before->getTerminator(),
                        BranchInst::Create(Own.Behind));
    ReplaceInstWithInst(Own.Begin->getTerminator(),
                        BranchInst::Create(R.Leader));
  }
  for (BasicBlock *B : Regions.between()) {
    Instruction *T = B->getTerminator();
    for (unsigned S = 0; S != T->getNumSuccessors(); ++S)
      T->setSuccessor(S, entryOf(T->getSuccessor(S)));
    if (CallInst *Barrier = barrierIn(*B))
      Barrier->eraseFromParent();
  }
  // Once blocks lead elsewhere, what is lifted can move.
  for (Instruction *I : Lifted) {
    BasicBlock *Before = frameOf(*Regions.regionOf(I->getParent())).Before;
    if (isa<PHINode>(I))
      I->moveBefore(*Before, Before->begin());
    else
      I->moveBefore(Before->getTerminator()->getIterator());
  }
  for (const BarrierRegion &R : Regions.regions())
    for (PHINode &P : make_early_inc_range(R.Leader->phis())) {
      P.replaceAllUsesWith(PoisonValue::get(P.getType()));
      P.eraseFromParent();
    }
  IRBuilder<> B(Start);
  B.SetCurrentDebugLocation(Where);
  B.CreateBr(frameOf(Regions.regions().front()).Before);
}

/// The branch that closed a loop of the source may lie elsewhere in it now.
void RegionLoops::nameLoops() {
  DominatorTree Tree(F);
  LoopInfo Loops(Tree);
  for (Loop *L : Loops.getLoopsInPreorder()) {
    if (L->getLoopID())
      continue;
    for (BasicBlock *B : L->blocks())
      if (MDNode *Places =
              B->getTerminator()->getMetadata(LLVMContext::MD_loop);
          Places && Loops.getLoopFor(B) == L) {
        B->getTerminator()->setMetadata(LLVMContext::MD_loop, nullptr);
        L->setLoopID(Places);
        break;
      }
  }
  // Loops over threads in such a loop are named as it is: optimisation may
  // lose its own name.
  for (Frame &Own : Frames)
    for (Loop *L = Loops.getLoopFor(Own.Before); L && !Own.Where;
         L = L->getParentLoop())
      if (L->getLoopID())
        Own.Where = L->getStartLoc();
}

SmallVector<BasicBlock *, 8> RegionLoops::blocksOf(const BarrierRegion &R) {
  Frame &Own = frameOf(R);
  SmallVector<BasicBlock *, 8> All = {Own.Begin};
  All.append(R.Blocks.begin(), R.Blocks.end());
  All.push_back(Own.Arrive);
  return All;
}

/// Whether nothing is left for a thread to do in \p R.
bool RegionLoops::isEmpty(const BarrierRegion &R) {
  bool Empty = true;
  SmallVector<BasicBlock *, 8> All = blocksOf(R);
  for (BasicBlock *B : reverse(All))
    for (Instruction &I : make_early_inc_range(reverse(*B)))
      if (isInstructionTriviallyDead(&I))
        I.eraseFromParent();
      else
        Empty &= I.isTerminator() && !isa<SwitchInst>(I) &&
                 !(isa<BranchInst>(I) && cast<BranchInst>(I).isConditional());
  return Empty && !R.Busy;
}

void RegionLoops::replacePlaceholders(const BarrierRegion &R,
                                      const ThreadLoops &L) {
  for (BasicBlock *B : blocksOf(R))
    for (Instruction &I : *B)
      for (Use &U : I.operands()) {
        if (U.get() == Linear)
          U.set(L.Linear);
        for (unsigned D = 0; D != 3; ++D)
          if (U.get() == Thread.getArg(2 + D))
            U.set(L.Index[D]);
      }
}

void RegionLoops::makeLoops(bool Ordered) {
  for (const BarrierRegion &R : Regions.regions()) {
    Frame &Own = frameOf(R);
    Instruction *Out = Own.Before->getTerminator();
    IRBuilder<> B(Out);
    B.SetCurrentDebugLocation(Where);
    if (Own.Where)
      B.SetCurrentDebugLocation(Own.Where);
    for (Instruction &I : *R.Leader)
      if (I.getDebugLoc() && !Own.Where) {
        B.SetCurrentDebugLocation(I.getDebugLoc());
        break;
      }
    if (isEmpty(R)) {
      DeleteDeadBlocks(blocksOf(R));
      continue;
    }
    Out->eraseFromParent();
    B.SetInsertPoint(Own.Before);
    ThreadLoops L = Ordered ? makeOrderedLoop(B, F.getArg(2), F.getArg(3))
                            : makeThreadLoops(B, Bounds);
    B.CreateBr(Own.Behind);
    B.SetInsertPoint(L.Body);
    B.CreateBr(Own.Begin);
    B.SetInsertPoint(Own.Arrive->getTerminator());
    B.CreateBr(L.Next);
    Own.Arrive->getTerminator()->eraseFromParent();
    markNoSteps(L);
    replacePlaceholders(R, L);
    if (!Ordered)
      boundByGuards(*cast<PHINode>(L.Index[0]), *L.Next, *Bounds[0]);
  }
  Linear->eraseFromParent();
}

} // namespace kmend
