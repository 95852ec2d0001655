//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockLoop.h"
#include "../Simt/Context.h"
#include "ContextFields.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace kmend {

void makeBlockLoop(Function &Thread, const Twine &Name) {
  Module &M = *Thread.getParent();
  LLVMContext &C = M.getContext();
  auto *Ptr = PointerType::getUnqual(C);
  auto *I32 = Type::getInt32Ty(C);
  auto *F =
      Function::Create(FunctionType::get(Type::getVoidTy(C), {Ptr, Ptr}, false),
                       GlobalValue::ExternalLinkage, Name, M);
  for (StringRef Attribute : {"target-cpu", "target-features", "tune-cpu"})
    if (Thread.hasFnAttribute(Attribute))
      F->addFnAttr(Thread.getFnAttribute(Attribute));
  DebugLoc Loc;
  if (DISubprogram *Model = Thread.getSubprogram()) {
    DIBuilder DI(M, false, Model->getUnit());
    auto *Made = DI.createFunction(
        Model->getFile(), F->getName(), F->getName(), Model->getFile(),
        Model->getLine(), Model->getType(), Model->getLine(),
        DINode::FlagArtificial,
        DISubprogram::SPFlagDefinition | DISubprogram::SPFlagOptimized);
    F->setSubprogram(Made);
    DI.finalizeSubprogram(Made);
    Loc = DILocation::get(C, Model->getLine(), 0, Made);
  }
  IRBuilder<> B(BasicBlock::Create(C, "entry", F));
  B.SetCurrentDebugLocation(Loc);
  Value *Bounds[3];
  for (unsigned D = 0; D != 3; ++D)
    Bounds[D] = loadField(B, F->getArg(1),
                          offsetof(BlockContext, BlockDim) + 4 * D, I32);
  PHINode *Index[3];
  BasicBlock *Head[3], *Exit[3];
  for (int D = 2; D >= 0; --D) { // z outermost; every extent is at least 1
    BasicBlock *From = B.GetInsertBlock();
    Head[D] = BasicBlock::Create(C, "head", F);
    Exit[D] = BasicBlock::Create(C, "exit", F);
    B.CreateBr(Head[D]);
    B.SetInsertPoint(Head[D]);
    Index[D] = B.CreatePHI(I32, 2);
    Index[D]->addIncoming(B.getInt32(0), From);
  }
  CallInst *Call = B.CreateCall(
      &Thread, {F->getArg(0), F->getArg(1), Index[0], Index[1], Index[2]});
  for (unsigned D = 0; D != 3; ++D) {
    Value *Next = B.CreateNUWAdd(Index[D], B.getInt32(1));
    Index[D]->addIncoming(Next, B.GetInsertBlock());
    B.CreateCondBr(B.CreateICmpULT(Next, Bounds[D]), Head[D], Exit[D]);
    B.SetInsertPoint(Exit[D]);
  }
  B.CreateRetVoid();

  BasicBlock *Body = Call->getParent();
  InlineFunctionInfo Inlined;
  InlineFunction(*Call, Inlined);
  // Parameters and what the block has in common are loaded before the loops.
  // LLVM would not: it moves loads into branches first, and from there it
  // cannot take them out of a loop again.
  Instruction *Before = F->getEntryBlock().getTerminator();
  for (Instruction &I : make_early_inc_range(*Body)) {
    bool IsCommon = isa<GetElementPtrInst>(I) ||
                    I.hasMetadata(LLVMContext::MD_invariant_load);
    if (IsCommon && all_of(I.operands(), [&](Value *Operand) {
          auto *O = dyn_cast<Instruction>(Operand);
          return !O || O->getParent() == &F->getEntryBlock();
        }))
      I.moveBefore(Before->getIterator());
  }
}

} // namespace kmend
