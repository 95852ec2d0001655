//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Thresholds.h"
#include "Positions.h"
#include "Symptoms.h"

namespace kmend {

/// Wrong elements in most parts of the map and in no order.
static bool isScattered(const MismatchMap &M) {
  if (M.Wrong.size() < thresholds::ScatterParts ||
      M.wrongPart() >= thresholds::Mostly)
    return false;
  std::vector<bool> Hit(thresholds::ScatterParts);
  for (uint64_t I : M.Wrong)
    Hit[I * thresholds::ScatterParts / M.size()] = true;
  if (llvm::count(Hit, true) < thresholds::ScatterParts * 3 / 4)
    return false;
  return !wrongRange(M, true) && !wrongRange(M, false) && !wrongPeriod(M) &&
         !wrongBorder(M) && !wrongRows(M) && !wrongColumns(M);
}

std::optional<Symptom> findScattered(const Evidence &E) {
  const double Part = E.partOfMaps(isScattered);
  if (Part < thresholds::MapsAgree)
    return std::nullopt;
  Symptom S;
  S.Confidence = 0.6 * Part;
  S.Evidence = llvm::json::Object{{"part_of_maps", Part}};
  S.Text = "the wrong elements are scattered in no order";
  return S;
}

} // namespace kmend
