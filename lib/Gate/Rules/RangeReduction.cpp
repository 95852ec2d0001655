//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Rules.h"

namespace kmend {

static void check(const RuleInput &In, Findings &Out) {
  In.eachEntry([&](const EntryFact &B, const EntryFact &A) {
    if (!A.Complete || !B.Complete)
      return;
    if (B.GuardedExponent && !A.GuardedExponent && !A.Exponents.empty())
      Out.suspect(A.Exponents.front(),
                  "nothing is subtracted from the argument of this "
                  "exponential any more; it overflows for large inputs");
  });
}

extern const Rule rangeReductionRule;
const Rule rangeReductionRule = {
    "range-reduction", "an exponential keeps the difference in its argument",
    true, Severity::Suspect, check};

} // namespace kmend
