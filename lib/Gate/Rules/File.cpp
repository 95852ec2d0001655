//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Rules.h"

namespace kmend {

static bool matches(const NamedUse &U) {
  llvm::StringRef Scope = U.Scope;
  return isNamed(
             U,
             {"fopen",    "fopen64",    "freopen",  "fdopen",   "open",
              "open64",   "openat",     "creat",    "read",     "pread",
              "write",    "pwrite",     "mmap",     "mmap64",   "munmap",
              "shm_open", "shm_unlink", "shmget",   "shmat",    "unlink",
              "remove",   "rename",     "mkdir",    "opendir",  "readdir",
              "stat",     "fstat",      "access",   "readlink", "memfd_create",
              "tmpfile",  "mkstemp",    "fread",    "fwrite",   "fgets",
              "fscanf",   "dup",        "dup2",     "fcntl",    "lseek",
              "stdin",    "getline",    "sendfile", "splice",   "tee"}) ||
         Scope.starts_with("std::filesystem") ||
         Scope.starts_with("std::basic_ifstream") ||
         Scope.starts_with("std::basic_ofstream") ||
         Scope.starts_with("std::basic_fstream") ||
         Scope.starts_with("std::basic_filebuf") ||
         llvm::StringRef(U.Name).starts_with("cuFile") ||
         llvm::StringRef(U.Name).starts_with("cudaIpc");
}

static void check(const RuleInput &In, Findings &Out) {
  for (const NamedUse *U : addedUses(In))
    if (matches(*U))
      Out.reject(U->Where,
                 "'" + fullName(*U) +
                     "' reaches files; a kernel has no business there");
}

extern const Rule fileRule;
const Rule fileRule = {"file",
                       "no files, shared memory segments or memory maps", false,
                       Severity::Reject, check};

} // namespace kmend
