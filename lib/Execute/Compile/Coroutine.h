//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function that runs one CUDA thread becomes a coroutine, which suspends
// where the thread waits.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EXECUTE_COMPILE_COROUTINE_H
#define KMEND_LIB_EXECUTE_COMPILE_COROUTINE_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class Function;
class PassBuilder;
} // namespace llvm

namespace kmend {

/// Whether \p Name is a function of the runtime in which a thread may wait.
/// When such an operation completes, its results are in ThreadContext::Result
/// and where its pointers say; the function itself does nothing afterwards,
/// since a coroutine does not come back to it.
bool waits(llvm::StringRef Name);

/// Why \p Thread cannot become a coroutine, or an empty string: it calls code
/// that was not inlined, or takes stack memory of a size known only at run
/// time.
std::string obstacleToCoroutine(const llvm::Function &Thread);

/// Replaces K.thread(args, block, x, y, z) by
///   ptr K.coro(args, block, x, y, z)
/// which runs the thread until it first waits and returns its frame, memory of
/// kmend_frame. The code that goes on is at the address in the frame's first
/// word. LLVM's coroutine passes do the rest.
llvm::Function *makeCoroutine(llvm::Function &Thread, llvm::StringRef Name);

/// Has coroutines split before all other passes: LLVM's pipeline would optimise
/// them first as a whole and then in parts, which takes half as long again.
void splitCoroutinesEarly(llvm::PassBuilder &Builder);

} // namespace kmend

#endif // KMEND_LIB_EXECUTE_COMPILE_COROUTINE_H
