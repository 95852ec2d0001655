//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a thread does from one barrier to the next, in blocks of its own.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EXECUTE_COMPILE_BARRIERPATHS_H
#define KMEND_LIB_EXECUTE_COMPILE_BARRIERPATHS_H

#include "llvm/ADT/ArrayRef.h"

namespace llvm {
class BasicBlock;
class Function;
} // namespace llvm

namespace kmend {

/// Copies blocks of \p F so that those reached from one of \p Starts before the
/// next barrier (which have blocks of their own) are reached from no other
/// place, and makes all ways out of them meet at one branch. \p F does what it
/// did. False, with \p F as it was, when that would make it much larger.
bool separatePaths(llvm::Function &F,
                   llvm::ArrayRef<llvm::BasicBlock *> Starts);

} // namespace kmend

#endif // KMEND_LIB_EXECUTE_COMPILE_BARRIERPATHS_H
