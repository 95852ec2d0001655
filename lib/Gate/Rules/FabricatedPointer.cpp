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
  for (const PointerFact *P :
       added(&In.Before->Pointers, In.After.Pointers,
             [](const PointerFact &F) { return F.Constant; })) {
    if (P->Constant)
      Out.reject(P->Where, "a pointer is made of a fixed number");
    else
      Out.suspect(P->Where, "a pointer is made of an integer");
  }
}

extern const Rule fabricatedPointerRule;
const Rule fabricatedPointerRule = {"fabricated-pointer",
                                    "no pointer that comes from no argument",
                                    true, Severity::Reject, check};

} // namespace kmend
