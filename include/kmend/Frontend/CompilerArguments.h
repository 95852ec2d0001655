//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How kmend calls Clang: the shim headers and Clang's builtin headers come out
// of the binary through a virtual file system; nothing of the machine is needed
// unless the source asks for a standard library header that has no shim.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_FRONTEND_COMPILERARGUMENTS_H
#define KMEND_FRONTEND_COMPILERARGUMENTS_H

#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <string>
#include <vector>

namespace kmend {

/// The side of a CUDA compilation.
enum class Side { Host, Device };

/// What a user may say about compilation.
struct CompileOptions {
  std::string CudaPath;               ///< --cuda-path: real headers, no shim
  std::vector<std::string> ExtraArgs; ///< after `--`: -D, -I, -std
};

/// Where the embedded files appear: /kmend/cuda (shim), /kmend/std (small
/// standard headers), /kmend/wrap (wrappers that make the machine's standard
/// library callable from device code), /kmend/resource/include (Clang's builtin
/// headers), /kmend/include (kmend/reference.h).
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> shimFileSystem();

/// Arguments of `clang -cc1` (without the input and the action) for one side of
/// the CUDA source \p Text. The small standard headers are used when they cover
/// every `#include <...>` of \p Text, else the machine's.
std::vector<std::string> cudaArguments(Side S, llvm::StringRef Text,
                                       const CompileOptions &Options);

/// The same for a C++ reference.
std::vector<std::string> referenceArguments(llvm::StringRef Text,
                                            const CompileOptions &Options);

} // namespace kmend

#endif // KMEND_FRONTEND_COMPILERARGUMENTS_H
