//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which headers kmend brings along.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_FRONTEND_SHIMFILES_H
#define KMEND_LIB_FRONTEND_SHIMFILES_H

#include "llvm/ADT/StringRef.h"

namespace kmend {

/// Whether `#include <Name>` of a CUDA source is answered out of the binary,
/// by a shim, a small standard header or a refusal.
bool hasCudaHeader(llvm::StringRef Name);

/// Whether `#include <Name>` of a C++ source is answered out of the binary.
bool hasSmallHeader(llvm::StringRef Name);

/// Whether the binary brings Clang's precompiled form of a file below /kmend.
bool hasPrecompiled(llvm::StringRef Path);

} // namespace kmend

#endif // KMEND_LIB_FRONTEND_SHIMFILES_H
