//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scratch.h"
#include "kmend/Support/Files.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace kmend {

std::string pathIn(StringRef Folder, const Twine &Name) {
  SmallString<256> Path(Folder);
  sys::path::append(Path, Name);
  return Path.str().str();
}

Error copyFile(StringRef From, StringRef To) {
  if (Error E = makeFolder(sys::path::parent_path(To)))
    return E;
  if (std::error_code EC = sys::fs::copy_file(From, To))
    return makeError(ExitCode::IO, {From.str(), 0, 0},
                     "cannot copy to '" + To + "': " + EC.message());
  if (ErrorOr<sys::fs::perms> Mode = sys::fs::getPermissions(From))
    (void)sys::fs::setPermissions(To, *Mode | sys::fs::owner_read |
                                          sys::fs::owner_write);
  return Error::success();
}

Error copyTree(StringRef From, StringRef To) {
  if (!sys::fs::is_directory(From))
    return makeError(ExitCode::InvalidInput, {From.str(), 0, 0},
                     "no such folder");
  if (Error E = makeFolder(To))
    return E;
  std::error_code EC;
  for (sys::fs::recursive_directory_iterator
           It(From, EC, /*follow_symlinks=*/false),
       End;
       It != End && !EC; It.increment(EC)) {
    StringRef Below = It->path();
    Below.consume_front(From);
    const std::string Target = pathIn(To, Below.ltrim('/'));
    sys::fs::file_status Status;
    if (sys::fs::status(It->path(), Status))
      continue;
    if (Status.type() == sys::fs::file_type::regular_file)
      if (Error E = copyFile(It->path(), Target))
        return E;
    if (It->type() == sys::fs::file_type::directory_file)
      if (Error E = makeFolder(Target))
        return E;
  }
  if (EC)
    return makeError(ExitCode::IO, {From.str(), 0, 0},
                     "cannot read: " + EC.message());
  return Error::success();
}

Expected<ScratchFolder> ScratchFolder::make() {
  SmallString<128> Made;
  if (std::error_code EC = sys::fs::createUniqueDirectory("kmend", Made))
    return makeError(ExitCode::IO,
                     "cannot make a temporary folder: " + EC.message());
  ScratchFolder Result;
  Result.Folder = Made.str().str();
  return std::move(Result);
}

ScratchFolder::~ScratchFolder() {
  if (!Folder.empty())
    (void)sys::fs::remove_directories(Folder);
}

} // namespace kmend
