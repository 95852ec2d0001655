//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs the threads of resident blocks as fibers. A thread runs until it waits:
// at a barrier, in a warp operation, for the grid. The order in which threads
// get their turn is the schedule; the same schedule gives the same run.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EXECUTE_SIMT_SCHEDULER_H
#define KMEND_LIB_EXECUTE_SIMT_SCHEDULER_H

#include "Context.h"
#include "kmend/Execute/Run.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <boost/context/detail/fcontext.hpp>

namespace kmend {

/// What a lane brings to a warp operation.
struct WarpRequest {
  enum class Kind : uint8_t {
    Sync,
    Shuffle,
    Vote,
    ActiveMask,
    Match,
    Reduce,
    Exchange
  };
  Kind Operation = Kind::Sync;
  uint32_t Mask = 0;
  uint64_t Value = 0;
  int Lane = 0, Width = 32, Variant = 0;
  const void *Give = nullptr;
  void *Take = nullptr;
  int Bytes = 0;
  // What it takes away.
  uint64_t Result = 0;
  int Predicate = 0;
};

/// One CUDA thread.
struct Fiber {
  enum class State : uint8_t {
    Ready,
    AtBarrier,
    AtWarp,
    AtNamed,
    AtGrid,
    Done
  };
  ThreadContext Self; ///< first: kmend_self points here
  State Now = State::Done;
  boost::context::detail::fcontext_t Context = nullptr;
  char *Stack = nullptr;
  uint32_t Site = 0;
  uint32_t Block = 0;  ///< index among the resident blocks
  uint32_t Linear = 0; ///< thread index in its block
  int BarrierKind = 0, BarrierPredicate = 0, NamedId = 0;
  WarpRequest Request;
};

/// How the launch of one kernel ended.
struct LaunchTrouble {
  EventKind Kind;
  std::string Message;
  uint32_t Site = 0;
  const Fiber *At = nullptr;
};

class Scheduler {
public:
  /// Called for notes (divergence, absent lanes) and once for a deadlock.
  using Report = llvm::function_ref<void(const LaunchTrouble &)>;

  Scheduler();
  ~Scheduler();

  /// Runs all threads of \p Blocks to their end, all blocks resident. False
  /// after a deadlock, which was reported; the fibers are then lost.
  bool run(ThreadFunction Kernel, void **Arguments,
           std::vector<BlockContext> &Blocks, const Schedule &Order,
           uint8_t Poison, Report Tell);

  /// \name Called by device code on a fiber.
  /// @{
  int barrier(int Kind, int Predicate);
  void warp(WarpRequest &Request);
  void namedBarrier(int Id, int Threads, bool ArriveOnly);
  void gridSync();
  void yield();
  /// @}

  /// The fiber that runs, or null.
  Fiber *current() const { return Current; }
  /// The fiber on whose stack, guard page included, \p Address lies.
  const Fiber *ownerOfStack(const void *Address) const;

private:
  struct BlockState {
    uint32_t Alive = 0, AtBarrier = 0;
    uint32_t NamedArrived[16] = {};
  };

  static void enter(boost::context::detail::transfer_t From);
  void prepare(size_t Threads);
  void suspend();
  void finishThread(Fiber &F);
  void releaseBarrier(uint32_t Block);
  bool completeWarp(Fiber *Lanes, unsigned Count, const WarpRequest &Like,
                    uint32_t Site, bool Stuck);
  void computeWarp(Fiber *Lanes, uint32_t Members, const WarpRequest &Like);
  bool resolveStuckWarps();
  void reportDeadlock();
  Fiber *warpOf(const Fiber &F, unsigned &Count);

  std::vector<Fiber> Fibers;
  std::vector<char *> Stacks;
  std::vector<BlockState> States;
  std::vector<uint32_t> Turn; ///< fibers in the order of the schedule
  boost::context::detail::fcontext_t Home = nullptr;
  Fiber *Current = nullptr;
  ThreadFunction Kernel = nullptr;
  void **Arguments = nullptr;
  uint32_t ThreadsPerBlock = 0;
  uint32_t AliveEverywhere = 0, AtGrid = 0;
  bool Restart = false;
  uint8_t Poison = 0xff;
  bool ToldDivergence = false, ToldAbsent = false;
  Report *Tell = nullptr;
};

} // namespace kmend

#endif // KMEND_LIB_EXECUTE_SIMT_SCHEDULER_H
