//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nested loops over the threads of a block.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EXECUTE_COMPILE_THREADLOOPS_H
#define KMEND_LIB_EXECUTE_COMPILE_THREADLOOPS_H

#include "llvm/IR/IRBuilder.h"

namespace kmend {

/// Loops that are entered from where they were asked for. What the threads do
/// goes between Body, behind its phis, and Next.
struct ThreadLoops {
  llvm::BasicBlock *Body, *Next, *Done;
  llvm::Value *Index[3]; ///< threadIdx; i32
  llvm::Value *Linear;   ///< the place of a thread among all; i64
  llvm::SmallVector<llvm::Instruction *, 3> BackEdges;
};

/// The number of threads in x, y and z, which \p Block says.
std::array<llvm::Value *, 3> loadBlockDim(llvm::IRBuilder<> &B,
                                          llvm::Value *Block);

/// for z, y, x, each from 0 to below its bound, which is at least 1. The
/// builder goes on behind the loops; Body branches to Next.
ThreadLoops makeThreadLoops(llvm::IRBuilder<> &B,
                            std::array<llvm::Value *, 3> Bounds);

/// for each of \p Count places of the array of ThreadContext at \p Threads,
/// with kmend_self pointing there.
ThreadLoops makeOrderedLoop(llvm::IRBuilder<> &B, llvm::Value *Threads,
                            llvm::Value *Count);

/// Metadata of a loop that is none of the source: its rounds are no steps.
constexpr llvm::StringRef NoStepsMark = "kmend.nosteps";
/// Marks the loop that \p BackEdge closes, or all of \p L.
void markNoSteps(llvm::Instruction &BackEdge);
void markNoSteps(const ThreadLoops &L);

} // namespace kmend

#endif // KMEND_LIB_EXECUTE_COMPILE_THREADLOOPS_H
