//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Rules.h"

namespace kmend {

static bool matches(const NamedUse &U) {
  llvm::StringRef Scope = U.Scope, Name = U.Name;
  return (U.Scope.empty() &&
          (Name.starts_with("pthread_create") || Name == "thrd_create" ||
           Name == "clone" || Name == "timer_create" || Name == "setitimer" ||
           Name == "alarm")) ||
         Scope == "std::thread" || Scope == "std::jthread" ||
         Scope.starts_with("std::packaged_task") ||
         (Scope == "std" && (Name == "async" || Name == "call_once")) ||
         Scope.starts_with("std::execution") || Name.starts_with("GOMP_") ||
         Name.starts_with("omp_set_");
}

static void check(const RuleInput &In, Findings &Out) {
  for (const NamedUse *U : addedUses(In))
    if (matches(*U))
      Out.reject(U->Where, "'" + fullName(*U) +
                               "' starts or joins work of another thread");
}

extern const Rule threadsRule;
const Rule threadsRule = {"threads",
                          "no threads, no tasks, no coroutines of the system",
                          false, Severity::Reject, check};

} // namespace kmend
