//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ForeignMemory.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace kmend {

/// The entry's slots are kmend's own, and so is what calls the entry.
static bool isOwn(const Value *Pointer, const Function &F) {
  const Value *Object = getUnderlyingObject(Pointer, /*MaxLookup=*/0);
  if (isa<AllocaInst, GlobalVariable, Function, ConstantPointerNull>(Object))
    return true;
  return isa<Argument>(Object) && F.getName() == "kmend_entry";
}

/// Functions that take device pointers, as the CUDA runtime's do.
static bool isRuntime(const Function *Callee) {
  return Callee && (Callee->getName().starts_with("cuda") ||
                    Callee->getName().starts_with("__cuda") ||
                    Callee->getName().starts_with("kmend_"));
}

static bool touches(const Instruction &I) {
  const Function &F = *I.getFunction();
  if (const auto *L = dyn_cast<LoadInst>(&I))
    return !isOwn(L->getPointerOperand(), F);
  if (const auto *S = dyn_cast<StoreInst>(&I))
    return !isOwn(S->getPointerOperand(), F);
  if (isa<AtomicRMWInst, AtomicCmpXchgInst>(I))
    return true;
  const auto *Call = dyn_cast<CallBase>(&I);
  if (!Call || isa<LifetimeIntrinsic, DbgInfoIntrinsic>(Call))
    return false;
  const Function *Callee = Call->getCalledFunction();
  // A function of the module is looked at itself.
  if (isRuntime(Callee) || (Callee && !Callee->isDeclaration()))
    return false;
  return any_of(Call->args(), [&](const Use &U) {
    return U->getType()->isPointerTy() && !isOwn(U, F);
  });
}

bool touchesForeignMemory(const Module &M) {
  for (const Function &F : M)
    for (const Instruction &I : instructions(F))
      if (touches(I))
        return true;
  return false;
}

} // namespace kmend
