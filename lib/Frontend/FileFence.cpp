//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FileFence.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace kmend {

namespace {

class FencedFileSystem : public vfs::ProxyFileSystem {
public:
  FencedFileSystem(IntrusiveRefCntPtr<vfs::FileSystem> Files,
                   ArrayRef<std::string> Names)
      : ProxyFileSystem(Files) {
    for (const std::string &Name : Names)
      if (std::string Real = real(Name); !Real.empty())
        Roots.push_back(std::move(Real));
  }

  ErrorOr<vfs::Status> status(const Twine &Path) override {
    if (!reaches(Path))
      return errc::no_such_file_or_directory;
    return ProxyFileSystem::status(Path);
  }
  bool exists(const Twine &Path) override {
    return reaches(Path) && ProxyFileSystem::exists(Path);
  }
  ErrorOr<std::unique_ptr<vfs::File>>
  openFileForRead(const Twine &Path) override {
    if (!reaches(Path))
      return errc::no_such_file_or_directory;
    return ProxyFileSystem::openFileForRead(Path);
  }
  vfs::directory_iterator dir_begin(const Twine &Folder,
                                    std::error_code &EC) override {
    if (!reaches(Folder)) {
      EC = make_error_code(errc::no_such_file_or_directory);
      return {};
    }
    return ProxyFileSystem::dir_begin(Folder, EC);
  }
  std::error_code getRealPath(const Twine &Path,
                              SmallVectorImpl<char> &Output) override {
    if (!reaches(Path))
      return make_error_code(errc::no_such_file_or_directory);
    return ProxyFileSystem::getRealPath(Path, Output);
  }

private:
  /// With all links followed; empty when there is no such file.
  std::string real(const Twine &Path) {
    SmallString<256> Real;
    if (ProxyFileSystem::getRealPath(Path, Real))
      return "";
    return Real.str().str();
  }

  bool reaches(const Twine &Path) {
    std::string Real = real(Path);
    return any_of(Roots, [&](StringRef Root) {
      StringRef Rest = Real;
      return Rest.consume_front(Root) &&
             (Rest.empty() || Root.ends_with("/") || Rest.front() == '/');
    });
  }

  std::vector<std::string> Roots;
};

} // namespace

IntrusiveRefCntPtr<vfs::FileSystem>
fenced(IntrusiveRefCntPtr<vfs::FileSystem> Files, ArrayRef<std::string> Roots) {
  return makeIntrusiveRefCnt<FencedFileSystem>(std::move(Files), Roots);
}

std::vector<std::string> reachableFrom(StringRef SourceFile,
                                       ArrayRef<std::string> Arguments) {
  StringRef Folder = sys::path::parent_path(SourceFile);
  std::vector<std::string> Roots{Folder.empty() ? "." : Folder.str()};
  bool Next = false;
  for (StringRef A : Arguments) {
    if (std::exchange(Next, false)) {
      Roots.push_back(A.str());
      continue;
    }
    Next =
        is_contained({"-I", "-isystem", "-internal-isystem",
                      "-internal-externc-isystem", "-include", "-resource-dir"},
                     A);
    if (!Next && A.consume_front("-I"))
      Roots.push_back(A.str());
  }
  // What a folder is that the arguments leave empty is not the whole machine.
  llvm::erase_if(Roots, [](const std::string &R) { return R.empty(); });
  return Roots;
}

} // namespace kmend
