//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether host code follows pointers that it was given. Most launchers only
// pass them on.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EXECUTE_COMPILE_FOREIGNMEMORY_H
#define KMEND_LIB_EXECUTE_COMPILE_FOREIGNMEMORY_H

namespace llvm {
class Module;
}

namespace kmend {

/// False when every access of \p M is to its own variables, and pointers to
/// other memory go to the CUDA runtime alone. True on any doubt.
bool touchesForeignMemory(const llvm::Module &M);

} // namespace kmend

#endif // KMEND_LIB_EXECUTE_COMPILE_FOREIGNMEMORY_H
