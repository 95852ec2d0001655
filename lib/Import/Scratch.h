//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Folders: copies of trees, and one that goes when its object does.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_IMPORT_SCRATCH_H
#define KMEND_LIB_IMPORT_SCRATCH_H

#include "kmend/Support/Error.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace kmend {

/// \p Folder/\p Name.
std::string pathIn(llvm::StringRef Folder, const llvm::Twine &Name);

/// Copies \p From into \p To, making folders; permissions are kept. Errors: IO.
llvm::Error copyFile(llvm::StringRef From, llvm::StringRef To);

/// Copies all regular files below \p From to \p To; links to folders are left
/// out. Errors: InvalidInput when \p From is no folder, IO.
llvm::Error copyTree(llvm::StringRef From, llvm::StringRef To);

class ScratchFolder {
public:
  static llvm::Expected<ScratchFolder> make();
  ScratchFolder(ScratchFolder &&Other) : Folder(std::move(Other.Folder)) {
    Other.Folder.clear();
  }
  ScratchFolder &operator=(ScratchFolder &&) = delete;
  ~ScratchFolder();
  llvm::StringRef path() const { return Folder; }

private:
  ScratchFolder() = default;
  std::string Folder;
};

} // namespace kmend

#endif // KMEND_LIB_IMPORT_SCRATCH_H
