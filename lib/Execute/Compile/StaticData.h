//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Static variables take memory before anything runs, so they are bounded when
// they are compiled.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EXECUTE_COMPILE_STATICDATA_H
#define KMEND_LIB_EXECUTE_COMPILE_STATICDATA_H

#include "llvm/Support/Error.h"

namespace llvm {
class Module;
} // namespace llvm

namespace kmend {

/// Bytes that all static variables of one side may take.
constexpr uint64_t MaxStaticBytes = 1ull << 30;

/// Error: Undecided, with the name of the largest variable, when those of \p M
/// take more than MaxStaticBytes.
llvm::Error checkStaticData(const llvm::Module &M);

} // namespace kmend

#endif // KMEND_LIB_EXECUTE_COMPILE_STATICDATA_H
