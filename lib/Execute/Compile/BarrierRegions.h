//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parts of a kernel that lie between barriers of the block, each of which
// all threads can run before any thread runs the next.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EXECUTE_COMPILE_BARRIERREGIONS_H
#define KMEND_LIB_EXECUTE_COMPILE_BARRIERREGIONS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/DebugLoc.h"
#include "llvm/IR/Instructions.h"
#include <string>

namespace kmend {

/// Why a kernel cannot be run in some way, and where; empty when it can.
struct Obstacle {
  std::string Why;
  llvm::DebugLoc Where;
  explicit operator bool() const { return !Why.empty(); }
};

/// Blocks that a thread runs without waiting.
struct BarrierRegion {
  llvm::BasicBlock *Leader = nullptr;              ///< entered here alone
  llvm::SmallVector<llvm::BasicBlock *, 4> Blocks; ///< the leader first
  /// Where all ways out lead: a barrier, a branch that decides which barrier
  /// comes next, the return, or the leader of another region.
  llvm::BasicBlock *Exit = nullptr;
  /// It may do what others can observe, or take long.
  bool Busy = false;
};

/// The block barrier that is all of \p B but its branch, or null.
llvm::CallInst *barrierIn(const llvm::BasicBlock &B);

/// Metadata of a load from memory of ours, which can always be read.
constexpr llvm::StringRef SlotMark = "kmend.slot";

/// Whether nothing is lost or gained when \p I is executed more or less often.
bool hasNoEffect(const llvm::Instruction &I);

class BarrierRegions {
public:
  /// Splits blocks of \p F so that barriers, and branches on which it depends
  /// what barrier comes next, have blocks of their own; \p F does what it did.
  explicit BarrierRegions(llvm::Function &F);
  ~BarrierRegions();

  const Obstacle &obstacle() const { return Why; }
  llvm::ArrayRef<BarrierRegion> regions() const { return Regions; }
  /// Null for a block between regions.
  const BarrierRegion *regionOf(const llvm::BasicBlock *B) const {
    auto It = Number.find(B);
    return It == Number.end() ? nullptr : &Regions[It->second];
  }
  /// Whether a way from \p B within its region leads back to it.
  bool isInLoop(const llvm::BasicBlock &B) const;
  /// Blocks of branches and barriers, which all threads have to reach together,
  /// and the return.
  llvm::ArrayRef<llvm::BasicBlock *> between() const {
    return Points.getArrayRef();
  }

private:
  void isolateBarriers();
  void isolateReturn();
  bool markBranches();
  void unmarkBranches();
  bool findRegions();
  void giveEdgesBlocks();
  bool isBusy(const BarrierRegion &R);
  void normalize();
  llvm::SmallVector<llvm::BasicBlock *> findDisorder() const;
  bool ends(llvm::BasicBlock *B) const {
    return Points.contains(B) || Joins.contains(B);
  }

  struct TripCounts;

  llvm::Function &F;
  std::unique_ptr<TripCounts> Trips; ///< made when first asked for
  Obstacle Why;
  llvm::SetVector<llvm::BasicBlock *> Points;
  llvm::SetVector<llvm::BasicBlock *> Joins; ///< leaders that regions lead to
  llvm::DenseMap<llvm::BasicBlock *, llvm::BasicBlock *> Next;
  llvm::SmallVector<BarrierRegion, 8> Regions;
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> Number;
};

} // namespace kmend

#endif // KMEND_LIB_EXECUTE_COMPILE_BARRIERREGIONS_H
