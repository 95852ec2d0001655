//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Thresholds.h"
#include "Symptoms.h"
#include "Values.h"

namespace kmend {

namespace {
struct Shift {
  int64_t By = 0;
  size_t Axis = 0;
  double Part = 0;
};
} // namespace

/// The shift along one axis that explains most of the wrong elements.
static Shift bestShift(const MismatchMap &M) {
  Shift Best;
  for (size_t D = 0; D != M.T->Shape.size(); ++D) {
    const int64_t Extent = M.extent(D);
    const int64_t Most = std::min(thresholds::MostShift, Extent - 1);
    const int64_t Stride = static_cast<int64_t>(M.stride(D));
    for (int64_t Size = 1; Size <= Most; ++Size)
      for (int64_t By : {Size, -Size}) {
        const double Part =
            partFrom(M, [&](uint64_t I) -> std::optional<uint64_t> {
              const int64_t At = M.coordinate(I, D) + By;
              if (At < 0 || At >= Extent)
                return std::nullopt;
              return I + static_cast<uint64_t>(By * Stride);
            });
        if (Part > Best.Part)
          Best = {By, D, Part};
      }
  }
  return Best;
}

std::optional<Symptom> findShifted(const Evidence &E) {
  Shift First;
  const double Part = E.partOfMaps([&](const MismatchMap &M) {
    const Shift Best = bestShift(M);
    if (Best.Part < thresholds::ElementsAgree)
      return false;
    if (First.Part == 0)
      First = Best;
    return true;
  });
  if (Part < thresholds::MapsAgree)
    return std::nullopt;
  Symptom S;
  S.Confidence = 0.95 * Part;
  S.Evidence = llvm::json::Object{
      {"part_of_maps", Part}, {"axis", First.Axis}, {"by", First.By}};
  S.Text = llvm::formatv("the wrong elements hold the values that belong {0} "
                         "places further along axis {1}",
                         First.By, First.Axis)
               .str();
  return S;
}

} // namespace kmend
