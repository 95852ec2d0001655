//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BarrierPaths.h"
#include "BarrierRegions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;

namespace kmend {

namespace {

using BlockSet = SmallSetVector<BasicBlock *, 16>;

/// Where a way from one barrier to the next ends.
bool endsPath(const BasicBlock &B) { return barrierIn(B) || succ_empty(&B); }

/// The blocks that \p Start leads to before a barrier or the return.
BlockSet pathsFrom(BasicBlock *Start) {
  BlockSet Reached;
  Reached.insert(Start);
  for (size_t I = 0; I != Reached.size(); ++I)
    for (BasicBlock *S : successors(Reached[I]))
      if (!endsPath(*S) || isa<UnreachableInst>(S->getTerminator()))
        Reached.insert(S);
  return Reached;
}

class PathSeparator {
public:
  explicit PathSeparator(Function &F) : F(F) {
    Beginnings.insert(&F.getEntryBlock());
    for (BasicBlock &B : F)
      if (barrierIn(B))
        Beginnings.insert_range(successors(&B));
  }
  BlockSet sharedWithOthers(BasicBlock *Start) const;
  void separate(BasicBlock *Start);
  void finish();

private:
  void demote(const BlockSet &Blocks);
  void meet(const BlockSet &Blocks);

  Function &F;
  BlockSet Beginnings;
  SmallVector<AllocaInst *> Variables;
};

BlockSet PathSeparator::sharedWithOthers(BasicBlock *Start) const {
  BlockSet Mine = pathsFrom(Start), Shared;
  for (BasicBlock *Other : Beginnings)
    if (Other != Start)
      for (BasicBlock *B : pathsFrom(Other))
        if (Mine.contains(B))
          Shared.insert(B);
  return Shared;
}

/// Values that leave \p Blocks lie in variables for a while.
void PathSeparator::demote(const BlockSet &Blocks) {
  SmallVector<PHINode *> Phis;
  for (BasicBlock *B : Blocks)
    for (PHINode &P : B->phis())
      Phis.push_back(&P);
  for (PHINode *P : Phis)
    if (AllocaInst *Made = DemotePHIToStack(P))
      Variables.push_back(Made);
  SmallVector<Instruction *> Leaving;
  for (BasicBlock *B : Blocks)
    for (Instruction &I : *B)
      if (!isa<AllocaInst>(I) && I.isUsedOutsideOfBlock(B))
        Leaving.push_back(&I);
  for (Instruction *I : Leaving)
    if (AllocaInst *Made = DemoteRegToStack(*I))
      Variables.push_back(Made);
}

/// All ways out of \p Blocks lead to one switch.
void PathSeparator::meet(const BlockSet &Blocks) {
  LLVMContext &C = F.getContext();
  SmallMapVector<BasicBlock *, BasicBlock *, 4> Ways;
  DebugLoc Where;
  for (BasicBlock *B : Blocks) {
    Instruction *T = B->getTerminator();
    for (BasicBlock *S : successors(T))
      if (!Blocks.contains(S)) {
        Ways.insert({S, nullptr});
        if (!Where)
          Where = T->getDebugLoc();
      }
  }
  if (Ways.size() < 2)
    return;
  BasicBlock *Meet = BasicBlock::Create(C, "meet", &F);
  IRBuilder<> B(Meet);
  B.SetCurrentDebugLocation(Where);
  PHINode *Which = B.CreatePHI(B.getInt32Ty(), Ways.size());
  SwitchInst *Choice = B.CreateSwitch(Which, Ways.begin()->first, Ways.size());
  for (auto [N, Way] : enumerate(Ways)) {
    Way.second = BasicBlock::Create(C, "way", &F, Meet);
    B.SetInsertPoint(Way.second);
    B.CreateBr(Meet);
    Which->addIncoming(B.getInt32(N), Way.second);
    if (N)
      Choice->addCase(B.getInt32(N), Way.first);
  }
  for (BasicBlock *From : Blocks) {
    Instruction *T = From->getTerminator();
    for (unsigned S = 0; S != T->getNumSuccessors(); ++S)
      if (auto It = Ways.find(T->getSuccessor(S)); It != Ways.end())
        T->setSuccessor(S, It->second);
  }
}

void PathSeparator::separate(BasicBlock *Start) {
  BlockSet Shared = sharedWithOthers(Start);
  BlockSet Mine = pathsFrom(Start);
  // Where paths end values meet anew.
  demote(Shared);
  ValueToValueMapTy Map;
  SmallVector<BasicBlock *> Copies;
  for (BasicBlock *B : Shared) {
    BasicBlock *Copy = CloneBasicBlock(B, Map, ".own", &F);
    Map[B] = Copy;
    Copies.push_back(Copy);
  }
  remapInstructionsInBlocks(Copies, Map);
  BlockSet Own;
  for (BasicBlock *B : Mine) {
    if (Shared.contains(B)) {
      Own.insert(cast<BasicBlock>(&*Map[B]));
      continue;
    }
    Own.insert(B);
    Instruction *T = B->getTerminator();
    for (unsigned S = 0; S != T->getNumSuccessors(); ++S)
      if (Shared.contains(T->getSuccessor(S)))
        T->setSuccessor(S, cast<BasicBlock>(&*Map[T->getSuccessor(S)]));
  }
  meet(Own);
}

void PathSeparator::finish() {
  removeUnreachableBlocks(F);
  DominatorTree Tree(F);
  SmallVector<AllocaInst *> Left;
  for (AllocaInst *Each : Variables)
    if (isAllocaPromotable(Each))
      Left.push_back(Each);
  PromoteMemToReg(Left, Tree);
}

} // namespace

bool separatePaths(Function &F, ArrayRef<BasicBlock *> Starts) {
  PathSeparator Separator(F);
  size_t Whole = 0, Copied = 0;
  for (BasicBlock &B : F)
    Whole += B.size();
  for (BasicBlock *Start : Starts)
    for (BasicBlock *B : Separator.sharedWithOthers(Start))
      Copied += B->size();
  constexpr size_t Few = 500;
  if (Copied > Few && Copied > 2 * Whole)
    return false;
  for (BasicBlock *Start : Starts)
    Separator.separate(Start);
  Separator.finish();
  return true;
}

} // namespace kmend
