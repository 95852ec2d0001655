//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Symptoms.h"
#include <cmath>

namespace kmend {

std::optional<Symptom> findNan(const Evidence &E) {
  // Unwritten elements can be NaN because the poison is: they do not count.
  uint64_t Wrong = 0, Count = 0, Maps = 0;
  for (const MismatchMap &M : E.Maps) {
    if (!isFloating(M.Type))
      continue;
    uint64_t Here = 0;
    for (uint64_t I : M.Sample)
      Here += std::isnan(M.got(I)) && !std::isnan(M.want(I));
    Here = M.T->Unwritten >= Here ? 0 : Here;
    Wrong += M.Sample.size();
    Count += Here;
    Maps += Here != 0;
  }
  if (Count == 0)
    return std::nullopt;
  const double Part = static_cast<double>(Count) / static_cast<double>(Wrong);
  Symptom S;
  S.Confidence = 0.6 + 0.4 * Part;
  S.Evidence = llvm::json::Object{
      {"part_of_wrong", Part}, {"maps", Maps}, {"maps_seen", E.Maps.size()}};
  S.Text =
      llvm::formatv("{0:f0} % of the wrong elements are NaN", 100 * Part).str();
  return S;
}

} // namespace kmend
