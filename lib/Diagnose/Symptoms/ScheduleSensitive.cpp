//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Repeats.h"

namespace kmend {

std::optional<Symptom> findScheduleSensitive(const Evidence &E) {
  const std::vector<RepeatPair> Pairs = repeats(E, /*BySchedule=*/true);
  size_t Differ = 0;
  const RepeatPair *First = nullptr;
  for (const RepeatPair &P : Pairs)
    if (endedDifferently(P)) {
      ++Differ;
      // A pair of which one passes says most.
      if (!First || (P.One->Passed != P.Other->Passed &&
                     First->One->Passed == First->Other->Passed))
        First = &P;
    }
  if (!First)
    return std::nullopt;
  const double Part =
      static_cast<double>(Differ) / static_cast<double>(Pairs.size());
  Symptom S;
  S.Confidence = 0.6 + 0.4 * Part;
  S.Evidence = llvm::json::Object{
      {"pairs", Pairs.size()},
      {"differ", Differ},
      {"one", First->One->Ran.id()},
      {"other", First->Other->Ran.id()},
      {"one_passes", First->One->Passed != First->Other->Passed}};
  S.Text = "the order in which blocks and threads run changes the result: " +
           First->One->Ran.Order.str() + " and " +
           First->Other->Ran.Order.str() + " differ";
  return S;
}

} // namespace kmend
