//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Thresholds.h"
#include "Symptoms.h"
#include "Values.h"
#include <algorithm>
#include <cmath>

namespace kmend {

// Values found by chance are told from values that were moved by decoys: the
// same values, moved off by one per cent. Few of those may be found.
static constexpr double Decoy = 1.01;
static constexpr double MostDecoys = 0.3;
static constexpr double Near = 1e-5;

static bool isIn(llvm::ArrayRef<double> Sorted, double Value) {
  const double Width = Near * std::fabs(Value);
  auto It = std::lower_bound(Sorted.begin(), Sorted.end(), Value - Width);
  return It != Sorted.end() && *It <= Value + Width;
}

static bool isPermuted(const MismatchMap &M) {
  std::vector<double> Wanted;
  for (uint64_t I = 0; I != M.size(); ++I)
    if (std::isfinite(M.want(I)))
      Wanted.push_back(roundTo(M.Type, M.want(I)));
  llvm::sort(Wanted);
  size_t Found = 0, Decoys = 0;
  for (uint64_t I : M.Sample) {
    const double Got = M.got(I);
    if (!std::isfinite(Got) || Got == 0)
      continue;
    Found += isIn(Wanted, Got);
    Decoys += isIn(Wanted, isFloating(M.Type) ? Got * Decoy : Got + 1);
  }
  const double Seen = static_cast<double>(M.Sample.size());
  return Found >= thresholds::FewestElements &&
         static_cast<double>(Found) >= thresholds::ElementsAgree * Seen &&
         static_cast<double>(Decoys) <= MostDecoys * Seen;
}

std::optional<Symptom> findPermuted(const Evidence &E) {
  const double Part = E.partOfMaps(isPermuted);
  if (Part < thresholds::MapsAgree)
    return std::nullopt;
  Symptom S;
  S.Confidence = 0.85 * Part;
  S.Evidence = llvm::json::Object{{"part_of_maps", Part}};
  S.Text = "the wrong elements hold values that belong elsewhere in the result";
  return S;
}

} // namespace kmend
