//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Thresholds.h"
#include "Symptoms.h"

namespace kmend {

std::optional<Symptom> findAllWrong(const Evidence &E) {
  const double Part = E.partOfMaps([](const MismatchMap &M) {
    return M.size() >= thresholds::FewestElements &&
           M.wrongPart() >= thresholds::ElementsAgree;
  });
  if (Part < thresholds::MapsAgree)
    return std::nullopt;
  Symptom S;
  S.Confidence = 0.7 * Part;
  S.Evidence = llvm::json::Object{{"part_of_maps", Part}};
  S.Text = "every element of the failing outputs is wrong";
  return S;
}

} // namespace kmend
