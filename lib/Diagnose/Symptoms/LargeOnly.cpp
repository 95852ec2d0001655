//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Separation.h"
#include "Symptoms.h"
#include <algorithm>

namespace kmend {

std::optional<Symptom> findLargeOnly(const Evidence &E) {
  if (!canSeparate(E))
    return std::nullopt;
  llvm::json::Array Found;
  std::string Text;
  for (const NumberColumn &C : numberColumns(E, /*Sizes=*/true)) {
    std::optional<int64_t> LargestPass, LeastFail;
    for (size_t W = 0; W != E.Workloads.size(); ++W) {
      const int64_t Value = C.Values[W];
      if (E.Workloads[W].Failed)
        LeastFail = std::min(LeastFail.value_or(Value), Value);
      else
        LargestPass = std::max(LargestPass.value_or(Value), Value);
    }
    if (!LargestPass || !LeastFail || *LargestPass >= *LeastFail)
      continue;
    if (Text.empty())
      Text =
          llvm::formatv("workloads fail from {0} = {1} on, and pass up to {2}",
                        C.Name, *LeastFail, *LargestPass)
              .str();
    if (Found.size() < 8)
      Found.push_back(llvm::json::Object{{"size", C.Name},
                                         {"largest_passing", *LargestPass},
                                         {"smallest_failing", *LeastFail}});
  }
  if (Found.empty())
    return std::nullopt;
  Symptom S;
  S.Confidence = 0.9 * separationConfidence(E);
  S.Evidence = llvm::json::Object{{"sizes", std::move(Found)},
                                  {"failing", E.failingWorkloads()},
                                  {"passing", E.passingWorkloads()}};
  S.Text = Text;
  return S;
}

} // namespace kmend
