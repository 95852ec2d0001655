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
//   K.thread(args, block, x, y, z)   runs one CUDA thread
//   K.loop(args, block)              runs a whole block, for kernels in which
//   no
//                                    thread waits for another
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EXECUTE_COMPILE_DEVICELOWERING_H
#define KMEND_LIB_EXECUTE_COMPILE_DEVICELOWERING_H

#include "ClangCompiler.h"

namespace llvm {
class TargetMachine;
}

namespace kmend {

/// A kernel that can be launched.
struct DeviceKernel {
  std::string Name, DisplayName;
  unsigned MaxThreads = 1024;
  uint64_t StaticSharedBytes = 0;
  bool NeedsFibers = false; ///< its threads wait for each other
};

struct DeviceProgram {
  std::vector<DeviceKernel> Kernels;
  /// Places of barriers and warp operations; kmend_site holds an index + 1.
  std::vector<SourceLocation> Sites;
  /// Bytes of all static shared variables of the module together.
  uint64_t SharedBytes = 0;
};

/// Lowers the module in place. With \p Yield every kernel runs on fibers and
/// gives way before each store to memory that others may see.
DeviceProgram lowerDevice(CompiledSide &Side, bool Yield);

/// Runs LLVM's O2 pipeline (O1 when \p Fast).
void optimize(llvm::Module &M, llvm::TargetMachine &Machine, bool Fast);

} // namespace kmend

#endif // KMEND_LIB_EXECUTE_COMPILE_DEVICELOWERING_H
