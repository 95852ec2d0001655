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
    if (isNamed(*U, {"fesetround", "fesetenv", "feholdexcept", "feupdateenv",
                     "feenableexcept", "_mm_setcsr", "_MM_SET_ROUNDING_MODE",
                     "__builtin_ia32_ldmxcsr"}))
      Out.reject(U->Where, "'" + fullName(*U) +
                               "' changes how the whole process computes");
    else if (isNamed(*U, {"cudaDeviceSetLimit", "cudaCtxResetPersistingL2Cache",
                          "cudaStreamSetAttribute", "cuCtxSetLimit",
                          "cudaSetDeviceFlags"}) ||
             Name.ends_with("SetMathMode"))
      Out.suspect(U->Where, "'" + fullName(*U) +
                                "' changes a setting that outlives the call");
  }
}

extern const Rule numericsModeRule;
const Rule numericsModeRule = {
    "numerics-mode", "no change of rounding or of settings of the process",
    false, Severity::Reject, check};

} // namespace kmend
