//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reading and writing whole files, with errors that name the file.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_SUPPORT_FILES_H
#define KMEND_SUPPORT_FILES_H

#include "kmend/Support/Error.h"
#include "llvm/ADT/StringRef.h"

namespace kmend {

/// Reads a regular file of at most \p MaxBytes. Missing, unreadable, a folder
/// or too large: an error with exit code \p OnError.
llvm::Expected<std::string> readFile(llvm::StringRef Path,
                                     ExitCode OnError = ExitCode::InvalidInput,
                                     uint64_t MaxBytes = 64ull << 20);

/// Writes \p Contents beside \p Path and renames it there, so that a reader
/// never sees half a file. Errors have exit code IO.
llvm::Error writeFile(llvm::StringRef Path, llvm::StringRef Contents);

/// Makes \p Path and its parents. Errors have exit code IO.
llvm::Error makeFolder(llvm::StringRef Path);

/// Whether \p Path is no path inside a folder: empty, absolute, or with a `..`.
bool leavesFolder(llvm::StringRef Path);

/// SHA-256 of \p Contents in lower-case hexadecimal.
std::string sha256(llvm::StringRef Contents);

} // namespace kmend

#endif // KMEND_SUPPORT_FILES_H
