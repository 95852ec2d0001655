//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Turns a device module into code for one CPU thread: coordinates become
// arguments, shared variables become places in the block's memory, barriers and
// warp operations become calls that know their source line.
//
//   K.thread(args, block, x, y, z)   runs one CUDA thread, on a fiber when it
//                                    waits for others
//   K.coro(args, block, x, y, z)     starts one as a coroutine (Coroutine.h)
//   K.loop(args, block)              runs a whole block, for kernels in which
//                                    no thread waits for another
//   K.split, K.ordered               run a whole block from barrier to barrier
//                                    (SplitLoop.h)
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EXECUTE_COMPILE_DEVICELOWERING_H
#define KMEND_LIB_EXECUTE_COMPILE_DEVICELOWERING_H

#include "../Simt/SharedMemory.h"
#include "ClangCompiler.h"
#include "kmend/Frontend/CompilerArguments.h"

namespace llvm {
class TargetMachine;
}

namespace kmend {

/// A kernel that can be launched.
struct DeviceKernel {
  std::string Name, DisplayName;
  unsigned MaxThreads = 1024;
  uint64_t StaticSharedBytes = 0;
  /// Loop: there are K.thread and K.loop; Split: K.split and K.ordered;
  /// Coroutine: K.coro; Fiber: K.thread.
  Tier RunsAs = Tier::Fiber;
  std::vector<SharedVariable> Shared; ///< static ones
};

struct DeviceProgram {
  std::vector<DeviceKernel> Kernels;
  /// Places of barriers and warp operations; kmend_site holds an index + 1.
  std::vector<SourceLocation> Sites;
};

struct LoweringOptions {
  /// Every thread gives way before each store to memory that others may see and
  /// before each atomic.
  bool Yield = false;
  /// Threads will run one by one, with their coordinates kept: nothing is won
  /// by splitting a kernel.
  bool OneByOne = false;
  Tier Forced = Tier::Auto; ///< of all kernels, unless it is Auto
};

/// Lowers the module in place. Errors: Undecided, for a kernel that the forced
/// tier cannot run, by name.
llvm::Expected<DeviceProgram> lowerDevice(CompiledSide &Side,
                                          const LoweringOptions &Options);

/// Runs LLVM's O2 pipeline (O1 when \p Fast).
void optimize(llvm::Module &M, llvm::TargetMachine &Machine, bool Fast);

} // namespace kmend

#endif // KMEND_LIB_EXECUTE_COMPILE_DEVICELOWERING_H
