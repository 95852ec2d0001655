//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Rules.h"

namespace kmend {

static void check(const RuleInput &In, Findings &Out) {
  In.eachEntry([&](const EntryFact &B, const EntryFact &A) {
    if (B.Complete && !A.Complete)
      Out.suspect(A.Where, "the control flow of '" + A.Name +
                               "' is no longer simple enough to be followed");
  });
}

extern const Rule analysisLimitRule;
const Rule analysisLimitRule = {"analysis-limit",
                                "the flow of data stays possible to follow",
                                true, Severity::Suspect, check};

} // namespace kmend
