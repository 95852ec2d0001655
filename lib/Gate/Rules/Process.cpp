//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Rules.h"

namespace kmend {

static void check(const RuleInput &In, Findings &Out) {
  for (const NamedUse *U : addedUses(In)) {
    llvm::StringRef Name = U->Name;
    if (isNamed(*U, {"system",
                     "popen",
                     "fork",
                     "vfork",
                     "kill",
                     "raise",
                     "_exit",
                     "_Exit",
                     "quick_exit",
                     "at_quick_exit",
                     "atexit",
                     "ptrace",
                     "signal",
                     "sigaction",
                     "sigprocmask",
                     "prctl",
                     "seccomp",
                     "setrlimit",
                     "waitpid",
                     "wait",
                     "setjmp",
                     "longjmp",
                     "process_vm_readv",
                     "process_vm_writev",
                     "getppid",
                     "tgkill",
                     "unshare"}) ||
        (U->Scope.empty() &&
         (Name.starts_with("exec") || Name.starts_with("posix_spawn"))))
      Out.reject(U->Where,
                 "'" + fullName(*U) + "' starts, ends or changes a process");
    else if (isNamed(*U, {"cudaDeviceReset", "cuCtxDestroy", "cuCtxCreate",
                          "cuCtxDestroy_v2", "cuDevicePrimaryCtxReset"}))
      Out.reject(U->Where, "'" + fullName(*U) +
                               "' takes the device away from its caller");
    else if (isNamed(*U, {"exit"}) && llvm::is_contained(U->Numbers, 0))
      Out.reject(U->Where, "'exit(0)' ends the process as if all were well");
    else if (isNamed(*U, {"exit", "abort", "terminate", "__trap"}))
      Out.suspect(U->Where, "'" + fullName(*U) +
                                "' ends the process; return an error instead");
  }
}

extern const Rule processRule;
const Rule processRule = {
    "process", "no processes, signals or exits, no reset of the device", false,
    Severity::Reject, check};

} // namespace kmend
