//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockLoop.h"
#include "GuardBounds.h"
#include "ThreadLoops.h"
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
  std::array<Value *, 3> Bounds = loadBlockDim(B, F->getArg(1));
  ThreadLoops Loops = makeThreadLoops(B, Bounds);
  B.CreateRetVoid();
  B.SetInsertPoint(Loops.Body);
  CallInst *Call =
      B.CreateCall(&Thread, {F->getArg(0), F->getArg(1), Loops.Index[0],
                             Loops.Index[1], Loops.Index[2]});
  B.CreateBr(Loops.Next);

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
  boundByGuards(*cast<PHINode>(Loops.Index[0]), *Loops.Next, *Bounds[0]);
}

} // namespace kmend
