//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Thresholds.h"
#include "Positions.h"
#include "Symptoms.h"

namespace kmend {

std::optional<Symptom> findTailOnly(const Evidence &E) {
  llvm::json::Array Ranges;
  std::string Text;
  const double Part = E.partOfMaps([&](const MismatchMap &M) {
    std::optional<AxisRange> R = wrongRange(M, /*AtEnd=*/true);
    if (!R)
      return false;
    const std::string Axis = axisText(E, M, R->Axis, "flat");
    if (Text.empty())
      Text =
          llvm::formatv("only the last {0} of {1} places along {2} are wrong",
                        R->End - R->Begin, R->Extent, Axis)
              .str();
    if (Ranges.size() < 8)
      Ranges.push_back(llvm::json::Object{{"workload", M.Case->Ran.Bound.str()},
                                          {"tensor", M.T->Tensor},
                                          {"axis", Axis},
                                          {"begin", R->Begin},
                                          {"end", R->End},
                                          {"extent", R->Extent}});
    return true;
  });
  if (Part < thresholds::MapsAgree)
    return std::nullopt;
  Symptom S;
  S.Confidence = 0.9 * Part;
  S.Evidence =
      llvm::json::Object{{"part_of_maps", Part}, {"ranges", std::move(Ranges)}};
  S.Text = Text;
  return S;
}

} // namespace kmend
