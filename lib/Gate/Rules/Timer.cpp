//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Rules.h"

namespace kmend {

static void check(const RuleInput &In, Findings &Out) {
  for (const NamedUse *U : addedUses(In)) {
    llvm::StringRef Scope = U->Scope, Name = U->Name;
    if (isNamed(*U, {"time",
                     "clock",
                     "clock64",
                     "gettimeofday",
                     "clock_gettime",
                     "timespec_get",
                     "globaltimer",
                     "__globaltimer",
                     "__rdtsc",
                     "__builtin_ia32_rdtsc",
                     "__builtin_ia32_rdtscp",
                     "__builtin_readcyclecounter",
                     "__nvvm_read_ptx_sreg_clock",
                     "__nvvm_read_ptx_sreg_clock64",
                     "__nvvm_read_ptx_sreg_globaltimer",
                     "nanosleep",
                     "usleep",
                     "sleep",
                     "times",
                     "getrusage",
                     "ftime",
                     "cudaEventElapsedTime",
                     "cuEventElapsedTime"}) ||
        (Scope.starts_with("std::chrono") && Name == "now") ||
        Scope.starts_with("std::this_thread"))
      Out.reject(U->Where, "'" + fullName(*U) + "' reads or waits for a clock");
    else if (Name == "__nanosleep")
      Out.suspect(U->Where, "'__nanosleep' makes a kernel wait");
  }
  for (const AsmFact *A :
       added(In.Before ? &In.Before->Asms : nullptr, In.After.Asms,
             [](const AsmFact &F) { return F.Text; })) {
    llvm::StringRef Text = A->Text;
    if (Text.contains("globaltimer") || Text.contains("%clock") ||
        Text.contains("rdtsc"))
      Out.reject(A->Where, "this assembly reads a clock");
  }
}

extern const Rule timerRule;
const Rule timerRule = {"timer", "no clocks and no sleeping", false,
                        Severity::Reject, check};

} // namespace kmend
