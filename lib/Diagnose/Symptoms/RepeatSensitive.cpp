//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Symptoms.h"

namespace kmend {

std::optional<Symptom> findRepeatSensitive(const Evidence &E) {
  // A later call fails where every call on its own is right.
  auto FailsAlone = [&](const CaseResult &Sequence) {
    return llvm::any_of(E.Failing, [&](const CaseResult *C) {
      return !C->Ran.Calls && C->Ran.Bound.str() == Sequence.Ran.Bound.str() &&
             C->Ran.Spread == Sequence.Ran.Spread;
    });
  };
  size_t Sequences = 0;
  const CaseResult *First = nullptr;
  for (const CaseResult *C : E.Failing)
    if (C->Ran.Calls && C->Call && !FailsAlone(*C)) {
      ++Sequences;
      if (!First)
        First = C;
    }
  if (!First)
    return std::nullopt;
  Symptom S;
  S.Confidence = 0.9;
  S.Evidence = llvm::json::Object{{"sequences", Sequences},
                                  {"case", First->Ran.id()},
                                  {"call", First->Call + 1}};
  S.Text = "what an earlier call left changes the result: " + First->Reason;
  return S;
}

} // namespace kmend
