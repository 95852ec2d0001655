//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Rules.h"

namespace kmend {

static void check(const RuleInput &In, Findings &Out) {
  for (const NamedUse *U : addedUses(In))
    if (isNamed(*U, {"syscall", "__syscall", "ioctl", "vmsplice", "bpf",
                     "userfaultfd", "perf_event_open"}))
      Out.reject(U->Where, "'" + fullName(*U) + "' calls the kernel directly");
  for (const AsmFact *A :
       added(In.Before ? &In.Before->Asms : nullptr, In.After.Asms,
             [](const AsmFact &F) { return std::pair(F.Host, F.Text); })) {
    llvm::StringRef Text = A->Text;
    if (Text.contains("syscall") || Text.contains("sysenter") ||
        Text.contains("int $0x80") || Text.contains("int $$0x80") ||
        Text.contains("int 0x80") || Text.contains("svc #"))
      Out.reject(A->Where, "this assembly makes a system call");
    else if (A->Host)
      Out.reject(A->Where, "assembly on the host side; kernels need none");
  }
}

extern const Rule syscallRule;
const Rule syscallRule = {"syscall",
                          "no system calls and no assembly on the host side",
                          false, Severity::Reject, check};

} // namespace kmend
