//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which values of a kernel are the same in all threads of a block.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EXECUTE_COMPILE_BLOCKUNIFORMITY_H
#define KMEND_LIB_EXECUTE_COMPILE_BLOCKUNIFORMITY_H

#include "BarrierRegions.h"
#include "llvm/ADT/DenseSet.h"

namespace kmend {

/// A value is uniform when all threads that compute it compute the same.
/// Sources of difference: threadIdx, atomics, calls, loads of a thread's own
/// variables, and loads of memory that the threads may write between the same
/// two barriers. Where threads part at a branch, so do they at what lies
/// between it and where its ways meet again.
class BlockUniformity {
public:
  /// \p F is a K.thread(args, block, x, y, z).
  BlockUniformity(llvm::Function &F, const BarrierRegions &Regions);

  bool isUniform(const llvm::Value *V) const { return !Differs.contains(V); }
  /// The first place that all threads have to reach together and may not, or
  /// where the value that decides differs.
  Obstacle obstacle() const { return Why; }

private:
  bool isSource(const llvm::Instruction &I);
  bool mayBeWritten(const llvm::LoadInst &L);
  void findMeetings();
  Obstacle describe(const llvm::Instruction &Branch) const;
  void partAt(const llvm::Instruction &Branch);
  void markDifferent(const llvm::Value &V);

  struct Analyses;
  const BarrierRegions &Regions;
  Analyses *Results = nullptr;
  llvm::DenseSet<const llvm::Value *> Differs;
  llvm::DenseSet<const llvm::BasicBlock *> Parted;
  /// Where all ways from a block to the return meet again.
  llvm::DenseMap<const llvm::BasicBlock *, const llvm::BasicBlock *> Meeting;
  llvm::SmallVector<const llvm::Value *> Work;
  Obstacle Why;
};

} // namespace kmend

#endif // KMEND_LIB_EXECUTE_COMPILE_BLOCKUNIFORMITY_H
