//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Rules.h"

namespace kmend {

static void check(const RuleInput &In, Findings &Out) {
  if (!In.Before)
    return;
  for (const NamedUse *U : addedUses(In)) {
    llvm::StringRef Scope = U->Scope, Name = U->Name;
    if (isNamed(*U, {"rand", "srand", "random", "drand48", "rand_r",
                     "getrandom", "arc4random"}) ||
        Scope.starts_with("std::random_device") ||
        Scope.starts_with("std::mersenne_twister") ||
        Scope.starts_with("std::linear_congruential") ||
        Name.starts_with("curand"))
      Out.suspect(U->Where, "'" + fullName(*U) + "' makes random numbers");
  }
}

extern const Rule randomNumbersRule;
const Rule randomNumbersRule = {"random-numbers",
                                "no random numbers that were not there", true,
                                Severity::Suspect, check};

} // namespace kmend
