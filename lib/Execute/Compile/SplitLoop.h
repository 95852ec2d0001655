//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block of threads that wait for each other at barriers alone, as one loop
// over the threads for each part of the kernel between two barriers.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EXECUTE_COMPILE_SPLITLOOP_H
#define KMEND_LIB_EXECUTE_COMPILE_SPLITLOOP_H

#include "BarrierRegions.h"
#include "llvm/ADT/StringRef.h"

namespace kmend {

/// Replaces K.thread(args, block, x, y, z) by
///   Name.split(args, block)                    all threads of a block, in
///                                              ascending order
///   Name.ordered(args, block, threads, count)  in the order of an array of
///                                              ThreadContext; kmend_self is
///                                              kept
/// Branches that all threads take alike are taken once. What a thread keeps
/// over a barrier lies in an array with a place for each of at most
/// \p MaxThreads threads. Returns why that cannot be done, K.thread as it was.
Obstacle makeSplitLoops(llvm::Function &Thread, llvm::StringRef Name,
                        unsigned MaxThreads);

} // namespace kmend

#endif // KMEND_LIB_EXECUTE_COMPILE_SPLITLOOP_H
