//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Separation.h"
#include "Symptoms.h"
#include <set>

namespace kmend {

std::optional<Symptom> findOneValuePasses(const Evidence &E) {
  if (!canSeparate(E))
    return std::nullopt;
  llvm::json::Array Found;
  std::string Text;
  for (const NumberColumn &C : numberColumns(E, /*Sizes=*/false)) {
    std::set<int64_t> Passing, Failing;
    for (size_t W = 0; W != E.Workloads.size(); ++W)
      (E.Workloads[W].Failed ? Failing : Passing).insert(C.Values[W]);
    if (Passing.size() != 1 || Failing.size() < 2 ||
        Failing.count(*Passing.begin()))
      continue;
    if (Text.empty())
      Text = llvm::formatv("only workloads with {0} = {1} pass", C.Name,
                           *Passing.begin())
                 .str();
    Found.push_back(
        llvm::json::Object{{"axis", C.Name}, {"value", *Passing.begin()}});
  }
  if (Found.empty())
    return std::nullopt;
  Symptom S;
  S.Confidence = 0.9 * separationConfidence(E);
  S.Evidence = llvm::json::Object{{"axes", std::move(Found)},
                                  {"failing", E.failingWorkloads()},
                                  {"passing", E.passingWorkloads()}};
  S.Text = Text;
  return S;
}

} // namespace kmend
