//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Constructors.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include <tuple>
#include <vector>

using namespace llvm;

namespace kmend {

void addConstructorRunner(Module &M) {
  LLVMContext &C = M.getContext();
  auto *F =
      Function::Create(FunctionType::get(Type::getVoidTy(C), false),
                       GlobalValue::ExternalLinkage, "kmend_constructors", M);
  IRBuilder<> B(BasicBlock::Create(C, "entry", F));
  if (GlobalVariable *List = M.getGlobalVariable("llvm.global_ctors")) {
    // Kernels first: a global's constructor may launch one.
    std::vector<std::tuple<bool, uint64_t, size_t, Function *>> Order;
    if (auto *Array = dyn_cast<ConstantArray>(List->getInitializer()))
      for (Value *Each : Array->operands()) {
        auto *Entry = cast<ConstantStruct>(Each);
        if (auto *Made =
                dyn_cast<Function>(Entry->getOperand(1)->stripPointerCasts()))
          Order.push_back(
              {Made->getName() != "__cuda_module_ctor",
               cast<ConstantInt>(Entry->getOperand(0))->getZExtValue(),
               Order.size(), Made});
      }
    llvm::sort(Order);
    for (auto &[Later, Priority, Index, Made] : Order)
      B.CreateCall(Made);
    List->eraseFromParent();
  }
  B.CreateRetVoid();
}

} // namespace kmend
