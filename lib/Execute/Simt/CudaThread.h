//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One CUDA thread as the scheduler keeps it, whether a coroutine or a fiber
// runs it, and what it brings to an operation of its warp.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EXECUTE_SIMT_CUDATHREAD_H
#define KMEND_LIB_EXECUTE_SIMT_CUDATHREAD_H

#include "Context.h"
#include "kmend/Execute/Run.h"

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
  /// Where results go that are more than 64 bits; of Match an int, or null.
  /// They are written when the operation completes, before any lane goes on.
  void *Take = nullptr;
  int Bytes = 0;
  // What it takes away.
  uint64_t Result = 0;
  int Predicate = 0;
};

/// One CUDA thread: what every turn and every barrier touches, in one cache
/// line.
struct alignas(64) CudaThread {
  enum class State : uint8_t {
    Ready,
    AtBarrier,
    AtWarp,
    AtNamed,
    AtGrid,
    Spinning, ///< ready, but it only looks whether others have written
    Done
  };
  ThreadContext Self; ///< first: kmend_self points here
  /// The coroutine's frame or the fiber's context; null before the first turn.
  void *Handle;
  State Now;
  uint8_t BarrierKind;
  uint8_t Idle; ///< turns for which a spinning thread counts as idle
  uint8_t NamedId;
  uint32_t Site;
  uint32_t Block;    ///< index among the resident blocks
  uint32_t Position; ///< in the order of turns
  uint32_t Spins;    ///< rounds of loops that wait for memory
  uint16_t Linear;   ///< thread index in its block
  bool BarrierPredicate;
};
static_assert(sizeof(CudaThread) == 64, "a turn touches one cache line");

/// What else a thread has.
struct ThreadDetails {
  WarpRequest Request;
  uint32_t NamedCount; ///< threads that the named barrier waits for
  char *Stack;         ///< of a fiber
};

/// How the launch of one kernel ended, or what is worth a note.
struct LaunchTrouble {
  EventKind Kind;
  std::string Message;
  uint32_t Site = 0;
  const CudaThread *At = nullptr;
};

} // namespace kmend

#endif // KMEND_LIB_EXECUTE_SIMT_CUDATHREAD_H
