//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Symptoms.h"

namespace kmend {

std::optional<Symptom> findDistributionOnly(const Evidence &E) {
  // Only workloads that fail somewhere tell distributions apart.
  std::map<std::string, std::map<Distribution, bool>> FailsBy;
  for (const CaseResult &C : E.V.Cases)
    FailsBy[C.Ran.Bound.str()][C.Ran.Spread] |= !C.Passed;
  std::map<Distribution, std::pair<size_t, size_t>> Counts; // failing, all
  for (const auto &[Key, Spreads] : FailsBy) {
    if (llvm::none_of(Spreads, [](const auto &S) { return S.second; }))
      continue;
    for (const auto &[Spread, Fails] : Spreads) {
      Counts[Spread].first += Fails;
      ++Counts[Spread].second;
    }
  }
  llvm::json::Array Failing, Passing;
  std::string Names;
  for (const auto &[Spread, Count] : Counts) {
    if (Count.first == 0) {
      Passing.push_back(name(Spread));
      continue;
    }
    Failing.push_back(name(Spread));
    Names += (Names.empty() ? "" : ", ") + name(Spread).str();
  }
  if (Failing.empty() || Passing.empty())
    return std::nullopt;
  Symptom S;
  S.Confidence = Passing.size() >= 2 ? 0.85 : 0.6;
  S.Evidence = llvm::json::Object{{"failing", std::move(Failing)},
                                  {"passing", std::move(Passing)}};
  S.Text = "the same workloads fail with some inputs only: " + Names;
  return S;
}

} // namespace kmend
