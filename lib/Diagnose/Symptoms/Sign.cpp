//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Thresholds.h"
#include "Symptoms.h"
#include "Values.h"
#include <cmath>

namespace kmend {

std::optional<Symptom> findSign(const Evidence &E) {
  const double Part = E.partOfMaps([](const MismatchMap &M) {
    std::optional<double> Ratio = constantRatio(M, M.Sample);
    return Ratio && std::fabs(*Ratio + 1) <= thresholds::RatioSpread;
  });
  if (Part < thresholds::MapsAgree)
    return std::nullopt;
  Symptom S;
  S.Confidence = 0.9 * Part;
  S.Evidence = llvm::json::Object{{"part_of_maps", Part}};
  S.Text = "the wrong elements have the right value with the other sign";
  return S;
}

} // namespace kmend
