//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a source can reach of the machine's files. A source is somebody else's
// text, and what it includes ends up in error messages, in reports and in what
// a model is asked.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_FRONTEND_FILEFENCE_H
#define KMEND_LIB_FRONTEND_FILEFENCE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <string>
#include <vector>

namespace kmend {

/// \p Files without all that is neither one of \p Roots nor below one, also
/// after symbolic links are followed: there is no such file.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
fenced(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files,
       llvm::ArrayRef<std::string> Roots);

/// The roots for \p SourceFile compiled with \p Arguments: its folder, and the
/// files and folders that the arguments name.
std::vector<std::string> reachableFrom(llvm::StringRef SourceFile,
                                       llvm::ArrayRef<std::string> Arguments);

} // namespace kmend

#endif // KMEND_LIB_FRONTEND_FILEFENCE_H
