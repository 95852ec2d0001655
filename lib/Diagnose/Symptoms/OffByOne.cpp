//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Thresholds.h"
#include "Symptoms.h"

namespace kmend {

std::optional<Symptom> findOffByOne(const Evidence &E) {
  size_t Integer = 0, Low = 0, High = 0, Fit = 0;
  for (const MismatchMap &M : E.Maps) {
    if (isFloating(M.Type) || M.Type == DType::Bool)
      continue;
    ++Integer;
    size_t Here = 0;
    for (uint64_t I : M.Sample) {
      const double Difference = M.got(I) - M.want(I);
      Low += Difference == -1;
      High += Difference == 1;
      Here += Difference == -1 || Difference == 1;
    }
    Fit += Here >= thresholds::FewestElements &&
           static_cast<double>(Here) >=
               thresholds::ElementsAgree * static_cast<double>(M.Sample.size());
  }
  const double Part =
      Integer ? static_cast<double>(Fit) / static_cast<double>(Integer) : 0;
  if (Part < thresholds::MapsAgree)
    return std::nullopt;
  Symptom S;
  S.Confidence = 0.9 * Part;
  S.Evidence = llvm::json::Object{
      {"part_of_maps", Part}, {"one_too_low", Low}, {"one_too_high", High}};
  S.Text = llvm::formatv("integer results are off by one ({0} too low, {1} too "
                         "high): rounding, or a count",
                         Low, High)
               .str();
  return S;
}

} // namespace kmend
