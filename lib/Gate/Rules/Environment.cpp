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
    if (isNamed(*U, {"getenv",
                     "secure_getenv",
                     "setenv",
                     "unsetenv",
                     "putenv",
                     "clearenv",
                     "environ",
                     "__environ",
                     "gethostname",
                     "uname",
                     "getpid",
                     "getlogin",
                     "getuid",
                     "backtrace",
                     "backtrace_symbols",
                     "getauxval",
                     "program_invocation_name",
                     "program_invocation_short_name",
                     "sched_getcpu",
                     "gettid",
                     "getcwd"}) ||
        Name.starts_with("cupti") || Name.starts_with("nvml") ||
        Name.starts_with("cudaProfiler") || Name.starts_with("cuProfiler"))
      Out.reject(U->Where, "'" + fullName(*U) +
                               "' asks who is running the kernel; a result "
                               "may depend on the arguments alone");
    else if (isNamed(*U, {"sysconf", "cudaPointerGetAttributes",
                          "cuPointerGetAttribute", "cuMemGetAddressRange",
                          "cuMemGetAddressRange_v2", "cudaMemGetInfo"}))
      Out.suspect(U->Where, "'" + fullName(*U) +
                                "' looks at memory beyond the arguments");
  }
  for (const AsmFact *A :
       added(In.Before ? &In.Before->Asms : nullptr, In.After.Asms,
             [](const AsmFact &F) { return F.Text; })) {
    llvm::StringRef Text = A->Text;
    for (llvm::StringRef Register :
         {"%smid", "%nsmid", "%warpid", "%gridid", "%pm", "%envreg"})
      if (Text.contains(Register)) {
        Out.suspect(A->Where, "this assembly asks where the kernel runs (" +
                                  Register + ")");
        break;
      }
  }
}

extern const Rule environmentRule;
const Rule environmentRule = {
    "environment", "no environment variables, no look at the process or host",
    false, Severity::Reject, check};

} // namespace kmend
