//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Flatten.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

/// The next call in \p F that can be inlined.
static CallInst *nextCall(Function &F) {
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallInst>(&I))
      if (Function *Callee = Call->getCalledFunction();
          Callee && !Callee->isDeclaration() && Callee != &F)
        return Call;
  return nullptr;
}

void kmend::flatten(Function &F) {
  // Functions that call each other would go on for ever.
  constexpr unsigned Most = 1000;
  for (unsigned I = 0; I != Most; ++I) {
    CallInst *Call = nextCall(F);
    InlineFunctionInfo Info;
    if (!Call || !InlineFunction(*Call, Info).isSuccess())
      return;
  }
}
