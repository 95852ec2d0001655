//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SplitLoop.h"
#include "Coroutine.h"
#include "RegionLoops.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace kmend {

/// What the runtime does for one thread without looking which thread it is.
static bool needsNoThread(StringRef Name) {
  return !Name.starts_with("kmend_") || Name.starts_with("kmend_ptx_") ||
         Name.starts_with("kmend_branch_") ||
         StringSwitch<bool>(Name)
             .Cases({"kmend_barrier", "kmend_threadfence", "kmend_trap",
                     "kmend_assert_fail", "kmend_outside_local",
                     "kmend_clock64", "kmend_is_shared", "kmend_is_cooperative",
                     "kmend_atomic_half", "kmend_xorwow_skip",
                     "kmend_misaligned"},
                    true)
             .Default(false);
}

/// What can be seen without an analysis.
static Obstacle obviousObstacle(Function &Thread) {
  if (std::string Why = obstacleToCoroutine(Thread); !Why.empty())
    return {Why, {}};
  for (Instruction &I : instructions(Thread)) {
    if (I.isTerminator() &&
        !isa<BranchInst, SwitchInst, ReturnInst, UnreachableInst>(I))
      return {"it jumps to an address that it computes", I.getDebugLoc()};
    auto *Call = dyn_cast<CallInst>(&I);
    const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    if (!Callee || needsNoThread(Callee->getName())) {
      if (Callee && Callee->getName() == "kmend_barrier" &&
          !isa<ConstantInt>(Call->getArgOperand(0)))
        return {"it has a barrier of a kind that is computed", I.getDebugLoc()};
      continue;
    }
    if (waits(Callee->getName()))
      return {"its threads wait for each other in other ways than at barriers "
              "of the block",
              I.getDebugLoc()};
    return {"it copies asynchronously or names the thread to the runtime",
            I.getDebugLoc()};
  }
  return {};
}

/// Makes \p Name of \p Thread, which is erased, or says why not.
static Obstacle makeOne(Function &Thread, const Twine &Name, bool Ordered,
                        unsigned MaxThreads) {
  BarrierRegions Regions(Thread);
  if (Regions.obstacle())
    return Regions.obstacle();
  BlockUniformity Uniform(Thread, Regions);
  if (Uniform.obstacle())
    return Uniform.obstacle();
  LLVMContext &C = Thread.getContext();
  auto *Ptr = PointerType::getUnqual(C);
  SmallVector<Type *, 4> Parameters = {Ptr, Ptr};
  if (Ordered)
    Parameters.append({Ptr, Type::getInt64Ty(C)});
  auto *F = Function::Create(
      FunctionType::get(Type::getVoidTy(C), Parameters, /*isVarArg=*/false),
      GlobalValue::ExternalLinkage, Name, Thread.getParent());
  F->setAttributes(
      AttributeList::get(C, Thread.getAttributes().getFnAttrs(), {}, {}));
  // Other orders are for small cases, most often: quick to compile.
  if (Ordered)
    F->addFnAttr(Attribute::OptimizeForSize);
  F->setSubprogram(Thread.getSubprogram());
  Thread.setSubprogram(nullptr);
  RegionLoops(Thread, *F, Regions, Uniform, MaxThreads).make(Ordered);
  Thread.eraseFromParent();
  return {};
}

Obstacle makeSplitLoops(Function &Thread, StringRef Name, unsigned MaxThreads) {
  if (Obstacle Why = obviousObstacle(Thread))
    return Why;
  ValueToValueMapTy Map;
  Function *Copy = CloneFunction(&Thread, Map);
  if (Obstacle Why =
          makeOne(*Copy, Name + ".split", /*Ordered=*/false, MaxThreads)) {
    Copy->eraseFromParent();
    return Why;
  }
  return makeOne(Thread, Name + ".ordered", /*Ordered=*/true, MaxThreads);
}

} // namespace kmend
