//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The conditions under which a round of a loop does anything.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EXECUTE_COMPILE_GUARDS_H
#define KMEND_LIB_EXECUTE_COMPILE_GUARDS_H

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Instructions.h"

namespace kmend {

/// A condition that must have the value Wanted for the round to go on.
struct Guard {
  llvm::Use *Condition;
  bool Wanted;
};

/// Looks at the start of a round, as far as it has no effects.
class GuardFinder {
public:
  GuardFinder(llvm::PHINode &X, llvm::BasicBlock &Latch) : X(X), Latch(Latch) {}
  llvm::SmallVector<Guard, 4> find();
  bool isInRound(const llvm::Value *V) const {
    auto *I = llvm::dyn_cast<llvm::Instruction>(V);
    return I && Chain.contains(I->getParent());
  }

private:
  bool endsRound(const llvm::BasicBlock *B) const;
  void addConditions(llvm::Use &Condition, bool Wanted,
                     llvm::SmallVectorImpl<Guard> &List);

  llvm::PHINode &X;
  llvm::BasicBlock &Latch;
  llvm::SmallPtrSet<const llvm::BasicBlock *, 8>
      Chain; ///< up to the last guard
};

} // namespace kmend

#endif // KMEND_LIB_EXECUTE_COMPILE_GUARDS_H
