//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Thresholds.h"
#include "Positions.h"
#include "Symptoms.h"

namespace kmend {

std::optional<Symptom> findEveryKth(const Evidence &E) {
  std::map<int64_t, size_t> Periods;
  Period First;
  const double Part = E.partOfMaps([&](const MismatchMap &M) {
    std::optional<Period> P = wrongPeriod(M);
    if (!P)
      return false;
    ++Periods[P->Every];
    if (First.Every == 0)
      First = *P;
    return true;
  });
  if (Part < thresholds::MapsAgree)
    return std::nullopt;
  Symptom S;
  // Different periods in different maps are less of a pattern.
  S.Confidence = (Periods.size() == 1 ? 0.9 : 0.7) * Part;
  if (First.Residues.size() > 16)
    First.Residues.resize(16);
  S.Evidence = llvm::json::Object{
      {"part_of_maps", Part},
      {"period", First.Every},
      {"residues", llvm::json::Array(First.Residues)},
      {"along", First.AlongLastAxis ? "last axis" : "flat index"}};
  S.Text = llvm::formatv("the wrong elements repeat every {0} places along the "
                         "{1}",
                         First.Every,
                         First.AlongLastAxis ? "last axis" : "flat index")
               .str();
  return S;
}

} // namespace kmend
