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
#include <cstdint>
#include <string>
#include <vector>

namespace kmend {

/// The side of a CUDA compilation.
enum class Side { Host, Device };

/// How the threads of a kernel run on simt. Results and events are the same.
enum class Tier : uint8_t {
  Auto,      ///< the fastest that can run the kernel, for each kernel
  Loop,      ///< one loop over the threads of a block; none may wait
  Split,     ///< such a loop between each two barriers that all threads reach
  Coroutine, ///< one coroutine a thread; no recursion, no function pointers
  Fiber      ///< one stack a thread: everything
};

/// What a user may say about compilation.
struct CompileOptions {
  std::string CudaPath;               ///< --cuda-path: real headers, no shim
  std::vector<std::string> ExtraArgs; ///< after `--`: -D, -I, -std
  /// Of every kernel; one that it cannot run is refused by name.
  Tier ForcedTier = Tier::Auto;
};

/// Where the embedded files appear: /kmend/cuda (shim), /kmend/std (small
/// standard headers), /kmend/wrap (wrappers that make the machine's standard
/// library callable from device code), /kmend/resource/include (Clang's builtin
/// headers), /kmend/include (kmend/reference.h).
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> shimFileSystem();

/// The same for compiling \p SourceFile with \p Arguments. Of the machine's
/// files it shows only those below the source's own folder and those that the
/// arguments name; a source that includes another finds none.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
shimFileSystem(llvm::StringRef SourceFile,
               llvm::ArrayRef<std::string> Arguments);

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
