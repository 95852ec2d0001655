//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What compiled device code reads of the block and the thread it runs for. The
// compiler (Compile/DeviceLowering) addresses these fields by offset.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EXECUTE_SIMT_CONTEXT_H
#define KMEND_LIB_EXECUTE_SIMT_CONTEXT_H

#include <cstdint>

namespace kmend {

/// One block of a launch, the same for all its threads.
struct BlockContext {
  uint32_t BlockIdx[3];
  uint32_t BlockDim[3];
  uint32_t GridDim[3];
  uint32_t DynamicSharedBytes;
  char *Shared;        ///< static shared variables
  char *DynamicShared; ///< `extern __shared__`
};

/// The thread that runs now; kmend_self points at it. Functions that could not
/// be inlined into their kernel read it.
struct ThreadContext {
  uint32_t ThreadIdx[3];
  uint32_t Finished; ///< a coroutine sets it when its kernel has returned
  BlockContext *Block;
  uint64_t Result; ///< what the operation gave that a coroutine waited in
};

using ThreadFunction = void (*)(void **Arguments, BlockContext *Block,
                                uint32_t X, uint32_t Y, uint32_t Z);
/// Starts a thread, which runs until it first waits; its frame is returned.
using CoroutineFunction = void *(*)(void **Arguments, BlockContext *Block,
                                    uint32_t X, uint32_t Y, uint32_t Z);
using LoopFunction = void (*)(void **Arguments, BlockContext *Block);
/// Runs a block's threads, in this order, from one barrier to the next.
using OrderedFunction = void (*)(void **Arguments, BlockContext *Block,
                                 ThreadContext *Threads, uint64_t Count);

} // namespace kmend

#endif // KMEND_LIB_EXECUTE_SIMT_CONTEXT_H
