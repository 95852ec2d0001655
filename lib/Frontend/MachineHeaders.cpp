//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MachineHeaders.h"
#include "clang/Basic/Version.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace kmend {

static void addFolder(std::vector<std::string> &To, const Twine &Folder) {
  if (sys::fs::is_directory(Folder))
    To.push_back(Folder.str());
}

/// The newest libstdc++ below /usr/include/c++, or libc++.
static std::string newestLibrary() {
  std::string Best;
  unsigned BestVersion = 0;
  std::error_code EC;
  for (sys::fs::directory_iterator I("/usr/include/c++", EC), E; I != E && !EC;
       I.increment(EC)) {
    StringRef Name = sys::path::filename(I->path());
    unsigned Version = 0;
    if (Name.consumeInteger(10, Version) || Version <= BestVersion ||
        !sys::fs::exists(I->path() + "/vector"))
      continue;
    BestVersion = Version;
    Best = I->path();
  }
  if (Best.empty() && sys::fs::exists("/usr/include/c++/v1/vector"))
    Best = "/usr/include/c++/v1";
  return Best;
}

MachineHeaders findMachineHeaders() {
  MachineHeaders Found;
  std::string Library = newestLibrary();
  if (!Library.empty()) {
    Found.Library.push_back(Library);
    StringRef Version = sys::path::filename(Library);
    // Debian and Fedora keep the machine-dependent half in different places.
    addFolder(Found.Library, "/usr/include/x86_64-linux-gnu/c++/" + Version);
    addFolder(Found.Library, "/usr/include/aarch64-linux-gnu/c++/" + Version);
    addFolder(Found.Library, Library + "/x86_64-redhat-linux");
    addFolder(Found.Library, Library + "/x86_64-pc-linux-gnu");
  }
  addFolder(Found.Builtin, "/usr/lib/llvm-" CLANG_VERSION_MAJOR_STRING
                           "/lib/clang/" CLANG_VERSION_MAJOR_STRING "/include");
  addFolder(Found.Builtin,
            "/usr/lib/clang/" CLANG_VERSION_MAJOR_STRING "/include");
  addFolder(Found.C, "/usr/local/include");
  addFolder(Found.C, "/usr/include/x86_64-linux-gnu");
  addFolder(Found.C, "/usr/include/aarch64-linux-gnu");
  addFolder(Found.C, "/usr/include");
  return Found;
}

} // namespace kmend
