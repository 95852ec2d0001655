//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs the threads of resident blocks as coroutines or as fibers. A thread runs
// until it waits: at a barrier, in a warp operation, for the grid. The order in
// which threads get their turn is the schedule; the same schedule gives the
// same run, whatever the threads are made of.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EXECUTE_SIMT_SCHEDULER_H
#define KMEND_LIB_EXECUTE_SIMT_SCHEDULER_H

#include "CudaThread.h"
#include "FrameArena.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallSet.h"
#include <boost/context/detail/fcontext.hpp>
#include <deque>

namespace kmend {

/// Puts threads of one block, which are in ascending order, into that of
/// \p Order: asc, desc, shuffle or yield.
void orderThreads(llvm::MutableArrayRef<uint32_t> Threads,
                  const BlockContext &Block, const Schedule &Order);

class Scheduler {
public:
  /// Called for notes (divergence, absent lanes) and once for a deadlock.
  using Report = llvm::function_ref<void(const LaunchTrouble &)>;
  /// Adds one block to those that are resident; false when there is none left
  /// or no room. Asked when all threads wait for memory that nobody writes.
  using Admission = llvm::function_ref<bool()>;

  Scheduler();
  ~Scheduler();

  /// Runs all threads of \p Blocks to their end, all blocks resident: as
  /// coroutines, or as fibers when \p AsCoroutine is null. False after a
  /// deadlock, which was reported; the threads are then lost.
  bool run(ThreadFunction AsFiber, CoroutineFunction AsCoroutine,
           void **Arguments, std::deque<BlockContext> &Blocks,
           const Schedule &Order, uint8_t Poison, Admission Admit, Report Tell);

  /// \name Called by device code in a thread's turn.
  /// Each records what the thread waits for. On a fiber they return when the
  /// wait is over. In a coroutine they return at once with kmend_wait set when
  /// the thread has to suspend, and the result comes later, in
  /// ThreadContext::Result.
  /// @{
  int barrier(int Kind, int Predicate);
  void warp(WarpRequest &Request);
  void namedBarrier(int Id, int Threads, bool ArriveOnly);
  void gridSync();
  void yield();
  /// Before each run: what was told of the one before may be told again.
  void startRun();
  /// Before each launch: \p Seed decides which calls of yield() give way once
  /// there were many (docs/Execution.md, "Schedules").
  void startLaunch(uint64_t Seed);
  /// One more round of a loop that looks at memory others write. \p GiveWay:
  /// lets others run at once, not only after some rounds.
  void spin(bool GiveWay);
  /// Memory for the frame of the coroutine that starts.
  void *frame(uint64_t Bytes) { return Frames.allocate(Bytes); }
  /// Gives back all frames.
  void resetFrames() { Frames.reset(); }
  /// @}

  /// The thread that runs, or null.
  CudaThread *current() const { return Current; }
  /// The fiber on whose stack, guard page included, \p Address lies.
  const CudaThread *ownerOfStack(const void *Address) const;
  /// Where the stack of \p F begins, its highest address.
  const char *endOfStack(const CudaThread &F) const;

private:
  struct BlockState {
    uint32_t Alive = 0, AtBarrier = 0;
    uint32_t NamedArrived[16] = {};
  };
  struct WarpState {
    uint32_t Alive = 0, Waiting = 0; ///< lanes, as masks
  };

  static void enter(boost::context::detail::transfer_t From);
  void prepareStacks(size_t Threads);
  void addBlock(BlockContext &Block, uint32_t Index);
  void orderTurns(size_t From, size_t To, const BlockContext &First,
                  const Schedule &Order);
  void resume(CudaThread &T);
  bool runTurns(bool Yielding);
  void orderByWarps(llvm::MutableArrayRef<uint32_t> Own, uint64_t Seed) const;
  uint32_t afterTurn(uint32_t I) const;
  void suspend();
  void makeReady(CudaThread &T) {
    T.Now = CudaThread::State::Ready;
    FirstReady = std::min(FirstReady, T.Position);
  }
  void finishThread(CudaThread &T);
  void releaseBarrier(uint32_t Block);
  void noteBarrier(uint32_t Block, const CudaThread &First,
                   const CudaThread *Elsewhere, uint32_t Arrived);
  bool releaseGrid();
  bool completeWarp(CudaThread *Lanes, unsigned Count, const WarpRequest &Like,
                    uint32_t Site, bool Stuck);
  void noteAbsentLanes(const CudaThread *Lanes, unsigned Count,
                       uint32_t Members);
  void computeMatrix(CudaThread *Lanes, uint32_t Members);
  void computeWarp(CudaThread *Lanes, uint32_t Members,
                   const WarpRequest &Like);
  bool resolveStuckWarps();
  void reportDeadlock();
  CudaThread *warpOf(const CudaThread &T, unsigned &Count);
  WarpState &warpState(const CudaThread &T) {
    return Warps[T.Block * size_t(WarpsPerBlock) + T.Linear / 32];
  }
  ThreadDetails &detailsOf(const CudaThread &T) const {
    return Details[&T - Threads];
  }
  WarpRequest &requestOf(const CudaThread &T) const {
    return detailsOf(T).Request;
  }
  llvm::MutableArrayRef<CudaThread> threadsOf(uint32_t Block) {
    return {Threads + Block * size_t(ThreadsPerBlock), ThreadsPerBlock};
  }

  CudaThread *Threads = nullptr; ///< never moves: compiled code points at them
  ThreadDetails *Details = nullptr; ///< of each
  size_t Count = 0;                 ///< of threads that are resident
  std::vector<char *> Stacks;
  FrameArena Frames;
  std::vector<BlockState> States;
  std::vector<WarpState> Warps;
  std::vector<uint32_t> Turn; ///< threads in the order of the schedule
  uint32_t FirstReady = 0; ///< nobody before this turn is ready
  boost::context::detail::fcontext_t Home = nullptr;
  CudaThread *Current = nullptr;
  ThreadFunction AsFiber = nullptr;
  CoroutineFunction AsCoroutine = nullptr;
  void **Arguments = nullptr;
  uint32_t ThreadsPerBlock = 0, WarpsPerBlock = 0;
  uint32_t AliveEverywhere = 0, AtGrid = 0;
  bool Restart = false;
  /// How Turn is ordered. In all but the last the lanes of a warp stand
  /// together.
  enum class TurnOrder : uint8_t { Ascending, Descending, ByWarps, Mixed };
  TurnOrder Turns = TurnOrder::Mixed;
  uint64_t Yields = 0;    ///< calls of yield() in this launch
  uint64_t Chance = 1;    ///< state of the sample of later ones
  uint64_t IdleTurns = 0; ///< in a row, in which threads only looked at memory
  uint8_t Poison = 0xff;
  bool ToldDivergence = false, ToldAbsent = false, ToldMask = false;
  llvm::SmallSet<uint32_t, 8> ToldEarly; ///< sites
  Report *Tell = nullptr;
};

} // namespace kmend

#endif // KMEND_LIB_EXECUTE_SIMT_SCHEDULER_H
