//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThreadLoops.h"
#include "../Simt/Context.h"
#include "ContextFields.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace kmend {

std::array<Value *, 3> loadBlockDim(IRBuilder<> &B, Value *Block) {
  std::array<Value *, 3> Bounds;
  for (unsigned D = 0; D != 3; ++D)
    Bounds[D] = loadField(B, Block, offsetof(BlockContext, BlockDim) + 4 * D,
                          B.getInt32Ty());
  return Bounds;
}

ThreadLoops makeThreadLoops(IRBuilder<> &B, std::array<Value *, 3> Bounds) {
  LLVMContext &C = B.getContext();
  Function *F = B.GetInsertBlock()->getParent();
  Type *I64 = B.getInt64Ty();
  ThreadLoops L;
  PHINode *Index[3];
  BasicBlock *Head[3], *Exit[3];
  Value *Place = nullptr;        // of the row, then of the thread
  for (int D = 2; D >= 0; --D) { // z outermost
    BasicBlock *From = B.GetInsertBlock();
    Head[D] = BasicBlock::Create(C, "head", F);
    Exit[D] = BasicBlock::Create(C, "exit", F);
    B.CreateBr(Head[D]);
    B.SetInsertPoint(Head[D]);
    Index[D] = B.CreatePHI(B.getInt32Ty(), 2);
    Index[D]->addIncoming(B.getInt32(0), From);
    L.Index[D] = Index[D];
    Value *Own = B.CreateZExt(Index[D], I64);
    Place = !Place
                ? Own
                : B.CreateNUWAdd(
                      B.CreateNUWMul(Place, B.CreateZExt(Bounds[D], I64)), Own);
  }
  L.Linear = Place;
  L.Body = Head[0];
  L.Next = BasicBlock::Create(C, "next", F);
  L.Done = Exit[2];
  B.SetInsertPoint(L.Next);
  for (unsigned D = 0; D != 3; ++D) {
    Value *Next = B.CreateNUWAdd(Index[D], B.getInt32(1));
    Index[D]->addIncoming(Next, B.GetInsertBlock());
    L.BackEdges.push_back(
        B.CreateCondBr(B.CreateICmpULT(Next, Bounds[D]), Head[D], Exit[D]));
    B.SetInsertPoint(Exit[D]);
  }
  return L;
}

ThreadLoops makeOrderedLoop(IRBuilder<> &B, Value *Threads, Value *Count) {
  LLVMContext &C = B.getContext();
  Function *F = B.GetInsertBlock()->getParent();
  Module &M = *F->getParent();
  ThreadLoops L;
  BasicBlock *From = B.GetInsertBlock();
  L.Body = BasicBlock::Create(C, "head", F);
  L.Next = BasicBlock::Create(C, "next", F);
  L.Done = BasicBlock::Create(C, "exit", F);
  B.CreateBr(L.Body);
  B.SetInsertPoint(L.Body);
  PHINode *Place = B.CreatePHI(B.getInt64Ty(), 2);
  Place->addIncoming(B.getInt64(0), From);
  L.Linear = Place;
  Value *Self = B.CreateGEP(
      ArrayType::get(B.getInt8Ty(), sizeof(ThreadContext)), Threads, Place);
  // Fault handlers read it: it must be there in every round.
  B.CreateStore(Self, M.getOrInsertGlobal("kmend_self", B.getPtrTy()),
                /*isVolatile=*/true);
  for (unsigned D = 0; D != 3; ++D)
    L.Index[D] = loadField(B, Self, offsetof(ThreadContext, ThreadIdx) + 4 * D,
                           B.getInt32Ty());
  B.SetInsertPoint(L.Next);
  Value *Next = B.CreateNUWAdd(Place, B.getInt64(1));
  Place->addIncoming(Next, L.Next);
  L.BackEdges.push_back(
      B.CreateCondBr(B.CreateICmpULT(Next, Count), L.Body, L.Done));
  B.SetInsertPoint(L.Done);
  return L;
}

void markNoSteps(Instruction &BackEdge) {
  LLVMContext &C = BackEdge.getContext();
  MDNode *Mark = MDNode::get(C, MDString::get(C, NoStepsMark));
  // What unrolling gains it costs again when the kernel is compiled.
  MDNode *Rolled = MDNode::get(C, MDString::get(C, "llvm.loop.unroll.disable"));
  MDNode *Single = MDNode::get(
      C, {MDString::get(C, "llvm.loop.interleave.count"),
          ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(C), 1))});
  MDNode *Loop = MDNode::getDistinct(C, {nullptr, Mark, Rolled, Single});
  Loop->replaceOperandWith(0, Loop);
  BackEdge.setMetadata(LLVMContext::MD_loop, Loop);
}

void markNoSteps(const ThreadLoops &L) {
  for (Instruction *BackEdge : L.BackEdges)
    markNoSteps(*BackEdge);
}

} // namespace kmend
