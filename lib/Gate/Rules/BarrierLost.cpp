//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Rules.h"

namespace kmend {

static void check(const RuleInput &In, Findings &Out) {
  In.eachEntry([&](const EntryFact &B, const EntryFact &A) {
    if (B.Barriers && !A.Barriers && A.SharedStores)
      Out.suspect(A.Where, "shared memory is still written, but no barrier is "
                           "left");
  });
}

extern const Rule barrierLostRule;
const Rule barrierLostRule = {"barrier-lost",
                              "barriers stay while shared memory is used", true,
                              Severity::Suspect, check};

} // namespace kmend
