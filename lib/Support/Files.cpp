//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Support/Files.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace kmend {

static SourceLocation placeOf(StringRef Path) {
  SourceLocation Where;
  Where.File = Path.str();
  return Where;
}

Expected<std::string> readFile(StringRef Path, ExitCode OnError,
                               uint64_t MaxBytes) {
  sys::fs::file_status Status;
  if (std::error_code EC = sys::fs::status(Path, Status))
    return makeError(OnError, placeOf(Path), "cannot read: " + EC.message());
  if (Status.type() == sys::fs::file_type::directory_file)
    return makeError(OnError, placeOf(Path), "is a folder, not a file");
  if (Status.type() != sys::fs::file_type::regular_file)
    return makeError(OnError, placeOf(Path), "is not a regular file");
  if (Status.getSize() > MaxBytes)
    return makeError(OnError, placeOf(Path),
                     "has " + Twine(Status.getSize()) + " bytes, more than " +
                         Twine(MaxBytes));
  // Volatile: never mapped, so a file cut short meanwhile cannot fault.
  auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/false,
                                      /*RequiresNullTerminator=*/false,
                                      /*IsVolatile=*/true);
  if (!Buffer)
    return makeError(OnError, placeOf(Path),
                     "cannot read: " + Buffer.getError().message());
  return (*Buffer)->getBuffer().str();
}

static Error writeInto(int FD, StringRef Path, StringRef Contents) {
  raw_fd_ostream OS(FD, /*shouldClose=*/true);
  OS << Contents;
  OS.close();
  if (!OS.has_error())
    return Error::success();
  std::error_code EC = OS.error();
  OS.clear_error();
  return makeError(ExitCode::IO, placeOf(Path),
                   "cannot write: " + EC.message());
}

Error writeFile(StringRef Path, StringRef Contents) {
  sys::fs::file_status Status;
  bool Exists = !sys::fs::status(Path, Status);
  if (Exists && Status.type() == sys::fs::file_type::directory_file)
    return makeError(ExitCode::IO, placeOf(Path),
                     "cannot write: is a folder, not a file");
  // A pipe or a device has no contents to replace.
  if (Exists && Status.type() != sys::fs::file_type::regular_file) {
    int FD = -1;
    if (std::error_code EC =
            sys::fs::openFileForWrite(Path, FD, sys::fs::CD_OpenExisting))
      return makeError(ExitCode::IO, placeOf(Path),
                       "cannot write: " + EC.message());
    return writeInto(FD, Path, Contents);
  }
  // The name behind a symbolic link is replaced, not the link.
  SmallString<256> Target(Path);
  if (Exists)
    if (std::error_code EC = sys::fs::real_path(Path, Target))
      return makeError(ExitCode::IO, placeOf(Path),
                       "cannot write: " + EC.message());
  int FD = -1;
  SmallString<256> Temporary;
  if (std::error_code EC = sys::fs::createUniqueFile(
          Twine(Target) + ".%%%%%%%%.tmp", FD, Temporary))
    return makeError(ExitCode::IO, placeOf(Path),
                     "cannot write: " + EC.message());
  if (Error E = writeInto(FD, Path, Contents)) {
    sys::fs::remove(Temporary);
    return E;
  }
  if (Exists)
    (void)sys::fs::setPermissions(Temporary, Status.permissions());
  if (std::error_code EC = sys::fs::rename(Temporary, Target)) {
    sys::fs::remove(Temporary);
    return makeError(ExitCode::IO, placeOf(Path),
                     "cannot write: " + EC.message());
  }
  return Error::success();
}

Error makeFolder(StringRef Path) {
  if (std::error_code EC = sys::fs::create_directories(Path))
    return makeError(ExitCode::IO, placeOf(Path),
                     "cannot make the folder: " + EC.message());
  return Error::success();
}

bool leavesFolder(StringRef Path) {
  return Path.empty() || sys::path::is_absolute(Path) ||
         is_contained(make_range(sys::path::begin(Path), sys::path::end(Path)),
                      "..");
}

std::string sha256(StringRef Contents) {
  std::array<uint8_t, 32> Hash = SHA256::hash(arrayRefFromStringRef(Contents));
  return toHex(Hash, /*LowerCase=*/true);
}

} // namespace kmend
