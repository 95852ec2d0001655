//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Thresholds.h"
#include "Positions.h"
#include "Symptoms.h"

namespace kmend {

std::optional<Symptom> findBorderOnly(const Evidence &E) {
  int64_t Width = 0;
  // Maps without an inside can show no border.
  size_t Able = 0, Fit = 0;
  for (const MismatchMap &M : E.Maps) {
    if (M.T->Shape.empty() || M.T->Shape.back() < 4)
      continue;
    ++Able;
    if (std::optional<int64_t> Here = wrongBorder(M)) {
      ++Fit;
      Width = std::max(Width, *Here);
    }
  }
  const double Part =
      Able ? static_cast<double>(Fit) / static_cast<double>(Able) : 0;
  if (Part < thresholds::MapsAgree)
    return std::nullopt;
  Symptom S;
  S.Confidence = 0.85 * Part;
  S.Evidence = llvm::json::Object{{"part_of_maps", Part}, {"width", Width}};
  S.Text =
      llvm::formatv("only elements within {0} of a border are wrong", Width)
          .str();
  return S;
}

} // namespace kmend
