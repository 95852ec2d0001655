//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Rules.h"

namespace kmend {

static bool matches(const NamedUse &U) {
  llvm::StringRef Name = U.Name;
  return isNamed(U, {"dlopen", "dlmopen", "dlsym", "dlvsym", "dladdr",
                     "dladdr1", "dlclose", "dl_iterate_phdr", "dlinfo",
                     "cudaGetDriverEntryPoint",
                     "cudaGetDriverEntryPointByVersion", "cuGetProcAddress",
                     "cuGetProcAddress_v2", "mprotect", "pkey_mprotect"}) ||
         Name.starts_with("cuModuleLoad") ||
         Name.starts_with("cuLibraryLoad") ||
         Name.starts_with("cudaLibraryLoad") || Name.starts_with("cuLink") ||
         Name.starts_with("nvrtc") || Name.starts_with("nvJitLink");
}

static void check(const RuleInput &In, Findings &Out) {
  for (const NamedUse *U : addedUses(In))
    if (matches(*U))
      Out.reject(U->Where,
                 "'" + fullName(*U) + "' finds or loads code at run time");
}

extern const Rule loaderRule;
const Rule loaderRule = {"loader",
                         "no code loaded, looked up or compiled at run time",
                         false, Severity::Reject, check};

} // namespace kmend
