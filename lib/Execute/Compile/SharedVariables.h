//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The layout of a kernel's shared memory.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EXECUTE_COMPILE_SHAREDVARIABLES_H
#define KMEND_LIB_EXECUTE_COMPILE_SHAREDVARIABLES_H

#include "llvm/ADT/ArrayRef.h"

namespace llvm {
class GlobalVariable;
class Module;
} // namespace llvm

namespace kmend {

struct DeviceKernel;

/// Replaces the shared variables of \p M, \p Static ones and those of dynamic
/// size, by places in the block's memory, and records the places of each
/// kernel's static ones in \p Kernels. What functions use that stayed functions
/// lies at one place for all kernels.
void layOutShared(llvm::Module &M,
                  llvm::ArrayRef<llvm::GlobalVariable *> Static,
                  llvm::MutableArrayRef<DeviceKernel> Kernels);

} // namespace kmend

#endif // KMEND_LIB_EXECUTE_COMPILE_SHAREDVARIABLES_H
