//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Thresholds.h"
#include "Symptoms.h"
#include <cmath>

namespace kmend {

/// Part of the pairs of a wrong and a right element in which the wrong one is
/// wanted larger in magnitude.
static std::optional<double> largerPart(const MismatchMap &M) {
  if (!isFloating(M.Type) || M.Wrong.size() == M.size() ||
      M.Wrong.size() < thresholds::FewestElements)
    return std::nullopt;
  std::vector<double> Right;
  const uint64_t Step = std::max<uint64_t>(1, M.size() / thresholds::MaxValues);
  for (uint64_t I = 0; I < M.size(); I += Step)
    if (!M.isWrong(I) && std::isfinite(M.want(I)))
      Right.push_back(std::fabs(M.want(I)));
  if (Right.size() < thresholds::FewestElements)
    return std::nullopt;
  llvm::sort(Right);
  double Sum = 0;
  size_t Seen = 0;
  for (uint64_t I : M.Sample) {
    const double Wrong = std::fabs(M.want(I));
    if (!std::isfinite(Wrong))
      continue;
    Sum += static_cast<double>(llvm::lower_bound(Right, Wrong) - Right.begin());
    ++Seen;
  }
  if (Seen < thresholds::FewestElements)
    return std::nullopt;
  return Sum / static_cast<double>(Seen * Right.size());
}

std::optional<Symptom> findMagnitudeCorrelated(const Evidence &E) {
  double Sum = 0;
  const double Part = E.partOfMaps([&](const MismatchMap &M) {
    std::optional<double> Larger = largerPart(M);
    if (!Larger || *Larger < thresholds::LargerPairs)
      return false;
    Sum += *Larger;
    return true;
  });
  if (Part < thresholds::MapsAgree)
    return std::nullopt;
  Symptom S;
  S.Confidence = 0.8 * Part;
  S.Evidence = llvm::json::Object{
      {"part_of_maps", Part},
      {"larger_pairs", Sum / (Part * static_cast<double>(E.Maps.size()))}};
  S.Text = "the elements that are wrong are the large ones";
  return S;
}

} // namespace kmend
