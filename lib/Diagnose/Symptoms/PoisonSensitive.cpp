//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Repeats.h"

namespace kmend {

std::optional<Symptom> findPoisonSensitive(const Evidence &E) {
  const std::vector<RepeatPair> Pairs = repeats(E, /*BySchedule=*/false);
  size_t Differ = 0;
  const RepeatPair *First = nullptr;
  // Elements that were never written differ of course: that is unwritten.
  for (const RepeatPair &P : Pairs)
    if (P.One->Passed != P.Other->Passed || wroteOtherValues(P)) {
      ++Differ;
      First = First ? First : &P;
    }
  if (!First)
    return std::nullopt;
  const double Part =
      static_cast<double>(Differ) / static_cast<double>(Pairs.size());
  Symptom S;
  S.Confidence = 0.6 + 0.4 * Part;
  S.Evidence = llvm::json::Object{{"pairs", Pairs.size()},
                                  {"differ", Differ},
                                  {"one", First->One->Ran.id()},
                                  {"other", First->Other->Ran.id()}};
  S.Text = "what memory held before the run changes the result: something is "
           "read that nobody wrote";
  return S;
}

} // namespace kmend
