//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes loops over threads of a kernel whose regions are known; a part of
// SplitLoop.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EXECUTE_COMPILE_REGIONLOOPS_H
#define KMEND_LIB_EXECUTE_COMPILE_REGIONLOOPS_H

#include "BlockUniformity.h"
#include "ThreadLoops.h"
#include "llvm/ADT/MapVector.h"

namespace kmend {

/// Fills a function with the code of a K.thread. A value is one of
///   lifted:  the same in all threads and computed once, before the loop over
///            the threads of its region;
///   uniform: the same in all threads but computed in a loop; where something
///            else needs it, it lies in a variable;
///   own:     different, and in an array with a place for each thread where
///            another region needs it and it cannot be computed again.
class RegionLoops {
public:
  /// Takes the blocks of \p Thread.
  RegionLoops(llvm::Function &Thread, llvm::Function &F,
              const BarrierRegions &Regions, const BlockUniformity &Uniform,
              unsigned MaxThreads);
  /// \p Ordered: in the order of an array that arguments 2 and 3 of the
  /// function are; else ascending.
  void make(bool Ordered);

private:
  /// What surrounds the blocks of a region.
  struct Frame {
    llvm::BasicBlock *Before; ///< what is lifted
    llvm::BasicBlock *Begin;  ///< of what a thread does
    llvm::BasicBlock *Arrive; ///< a thread comes to the region's exit
    llvm::BasicBlock *Behind; ///< all threads have
    llvm::DebugLoc Where;     ///< of the loop of the source around it
    llvm::DenseMap<llvm::Value *, llvm::Value *> Values; ///< made in Begin
  };

  void dropAssumptions();
  void findLifted();
  void placeLocals();
  bool staysInRegion(llvm::AllocaInst &Local) const;
  void makeFrames();
  void shareSlots();
  bool isUsedOnTheWay(llvm::PHINode &P, const BarrierRegion &From) const;
  void connectValues();
  void connectLifted();
  void storeSlots();
  void connectBlocks();
  void countVotes(llvm::CallInst &Barrier);
  void makeLoops(bool Ordered);
  bool isEmpty(const BarrierRegion &R);
  void replacePlaceholders(const BarrierRegion &R, const ThreadLoops &L);
  void moveSlotsToFrame();
  void nameLoops();

  llvm::SmallVector<llvm::BasicBlock *, 8> blocksOf(const BarrierRegion &R);
  Frame &frameOf(const BarrierRegion &R) {
    return Frames[&R - Regions.regions().data()];
  }
  llvm::BasicBlock *entryOf(llvm::BasicBlock *B);
  bool isLifted(const llvm::Value *V) const;
  bool isLeaderPhi(const llvm::Value *V) const;
  llvm::Value *valueIn(llvm::Value *V, const BarrierRegion &R);
  llvm::Value *computeAgain(llvm::Value *V, const BarrierRegion &R,
                            unsigned &Budget);
  llvm::Value *valueBetween(llvm::Value *V, llvm::IRBuilder<> &B);
  llvm::AllocaInst *slotOf(llvm::Value *V);
  llvm::Value *placeIn(llvm::AllocaInst *Slot, llvm::IRBuilder<> &B);
  llvm::Value *load(llvm::Value *V, llvm::IRBuilder<> &B);
  void store(llvm::Value *V, llvm::AllocaInst *Slot, llvm::Instruction *At);

  llvm::Function &Thread, &F;
  const BarrierRegions &Regions;
  const BlockUniformity &Uniform;
  unsigned MaxThreads;
  llvm::LLVMContext &C;
  llvm::BasicBlock *Start;
  llvm::DebugLoc Where;
  std::array<llvm::Value *, 3> Bounds;
  llvm::Value *Threads = nullptr; ///< their number, i64
  llvm::Instruction *Linear;      ///< stands for the thread's place
  llvm::CallInst *Memory = nullptr;
  uint64_t LocalBytes = 0; ///< of each thread
  llvm::SmallVector<Frame, 8> Frames;
  llvm::SetVector<llvm::Instruction *> Lifted;
  /// What values that were made in a Begin stand for.
  llvm::DenseMap<const llvm::Value *, llvm::Value *> Originals;
  llvm::DenseMap<const llvm::Value *, uint64_t> Locals; ///< offsets
  llvm::MapVector<llvm::Value *, llvm::AllocaInst *> Slots;
  llvm::SetVector<llvm::AllocaInst *> Arrays; ///< slots of own values
  llvm::DenseSet<std::pair<llvm::PHINode *, llvm::Value *>> Shared;
};

} // namespace kmend

#endif // KMEND_LIB_EXECUTE_COMPILE_REGIONLOOPS_H
