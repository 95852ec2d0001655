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
  for (const EntryFact &B : In.Before->Entries) {
    const EntryFact *Same = nullptr;
    for (const EntryFact &A : In.After.Entries)
      if (A.Name == B.Name)
        Same = &A;
    if (!Same) {
      Out.reject({In.After.File, 0, 0},
                 "the entry '" + B.Name + "' is gone; keep its name");
      continue;
    }
    bool Equal = Same->Parameters.size() == B.Parameters.size();
    for (size_t I = 0; Equal && I < B.Parameters.size(); ++I)
      Equal =
          B.Parameters[I].ParameterKind == Same->Parameters[I].ParameterKind &&
          B.Parameters[I].FloatBits == Same->Parameters[I].FloatBits;
    if (!Equal)
      Out.reject(Same->Where, "the parameters of the entry '" + B.Name +
                                  "' have changed; keep their types and order");
  }
}

extern const Rule entryChangedRule;
const Rule entryChangedRule = {"entry-changed",
                               "the entry keeps its name and its parameters",
                               true, Severity::Reject, check};

} // namespace kmend
