//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Thresholds.h"
#include "Symptoms.h"
#include "Values.h"

namespace kmend {

std::optional<Symptom> findOffset(const Evidence &E) {
  llvm::json::Array Offsets;
  std::optional<double> First;
  const double Part = E.partOfMaps([&](const MismatchMap &M) {
    std::optional<double> Offset = constantOffset(M, M.Sample);
    if (!Offset || *Offset == 0)
      return false;
    if (!First)
      First = Offset;
    if (Offsets.size() < 8)
      Offsets.push_back(
          llvm::json::Object{{"workload", M.Case->Ran.Bound.str()},
                             {"tensor", M.T->Tensor},
                             {"offset", *Offset}});
    return true;
  });
  if (Part < thresholds::MapsAgree)
    return std::nullopt;
  Symptom S;
  S.Confidence = 0.85 * Part;
  S.Evidence = llvm::json::Object{{"part_of_maps", Part},
                                  {"offsets", std::move(Offsets)}};
  S.Text =
      "the wrong elements are off by the same amount: " + shortNumber(*First);
  return S;
}

} // namespace kmend
