//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContextFields.h"
#include "../Simt/Context.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace kmend {

bool isThreadFunction(const Function &F) {
  return F.getName().ends_with(ThreadSuffix);
}

LoadInst *loadField(IRBuilder<> &B, Value *Base, unsigned Offset, Type *T) {
  Value *P = B.CreateConstGEP1_32(B.getInt8Ty(), Base, Offset);
  LoadInst *L = B.CreateLoad(T, P);
  L->setMetadata(LLVMContext::MD_invariant_load,
                 MDNode::get(B.getContext(), {}));
  return L;
}

Value *blockOf(IRBuilder<> &B, Function &F) {
  if (isThreadFunction(F))
    return F.getArg(1);
  PointerType *Ptr = B.getPtrTy();
  Value *Self =
      B.CreateLoad(Ptr, F.getParent()->getOrInsertGlobal("kmend_self", Ptr));
  return loadField(B, Self, offsetof(ThreadContext, Block), Ptr);
}

} // namespace kmend
