//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops that wait for memory others write: their threads have to give way.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EXECUTE_COMPILE_SPINLOOPS_H
#define KMEND_LIB_EXECUTE_COMPILE_SPINLOOPS_H

namespace llvm {
class Function;
class LoadInst;
} // namespace llvm

namespace kmend {

/// Marks \p Load, of an operation that threads do in one step, as such.
void markAtomic(llvm::LoadInst &Load);

/// Puts a call of kmend_spin at the end of every round of each loop of \p F
/// that may leave off because of a value another thread writes: one of a
/// volatile or atomic load, or of any load when the loop holds a fence or
/// sleeps. A loop that tries compare-and-swap again with what it found last
/// needs nobody else and is left alone.
void insertSpins(llvm::Function &F);

} // namespace kmend

#endif // KMEND_LIB_EXECUTE_COMPILE_SPINLOOPS_H
