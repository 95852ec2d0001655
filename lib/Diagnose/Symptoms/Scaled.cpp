//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Thresholds.h"
#include "Symptoms.h"
#include "Values.h"
#include <cmath>

namespace kmend {

/// A fraction of the workload's own numbers that \p Ratio is near, such as
/// `1/cols`.
static std::string nameRatio(const Evidence &E, const MismatchMap &M,
                             double Ratio) {
  for (const WorkloadSample &W : E.Workloads) {
    if (W.Example->Ran.Bound.str() != M.Case->Ran.Bound.str())
      continue;
    for (const auto &[Name, Value] : W.Numbers) {
      if (Value < 2)
        continue;
      const double N = static_cast<double>(Value);
      const std::pair<double, std::string> Known[] = {
          {1 / N, "1/" + Name},
          {N, Name},
          {(N - 1) / N, "(" + Name + "-1)/" + Name},
          {N / (N - 1), Name + "/(" + Name + "-1)"},
          {32 / N, "32/" + Name},
          {std::sqrt(N), "sqrt(" + Name + ")"},
          {1 / std::sqrt(N), "1/sqrt(" + Name + ")"}};
      for (const auto &[Expected, Text] : Known)
        if (std::fabs(Ratio / Expected - 1) < thresholds::RatioNearOne)
          return Text;
    }
  }
  return "";
}

/// Whether each row of the last axis has a ratio of its own.
static bool scaledByRow(const MismatchMap &M) {
  if (M.T->Shape.size() < 2)
    return false;
  const uint64_t Columns = static_cast<uint64_t>(M.T->Shape.back());
  size_t Rows = 0, Fit = 0;
  for (size_t At = 0; At != M.Wrong.size() && Rows != 32;) {
    const uint64_t Row = M.Wrong[At] / Columns;
    std::vector<uint64_t> Here;
    for (; At != M.Wrong.size() && M.Wrong[At] / Columns == Row; ++At)
      Here.push_back(M.Wrong[At]);
    if (Here.size() < thresholds::FewestElements)
      continue;
    ++Rows;
    std::optional<double> Ratio = constantRatio(M, Here);
    Fit += Ratio && std::fabs(*Ratio - 1) > thresholds::RatioNearOne;
  }
  return Rows >= 2 && static_cast<double>(Fit) >=
                          thresholds::ElementsAgree * static_cast<double>(Rows);
}

std::optional<Symptom> findScaled(const Evidence &E) {
  llvm::json::Array Ratios;
  size_t ByRow = 0;
  std::string Text;
  const double Part = E.partOfMaps([&](const MismatchMap &M) {
    std::optional<double> Ratio = constantRatio(M, M.Sample);
    if (!Ratio && scaledByRow(M)) {
      ++ByRow;
      return true;
    }
    if (!Ratio || std::fabs(*Ratio - 1) <= thresholds::RatioNearOne ||
        std::fabs(*Ratio + 1) <= thresholds::RatioSpread)
      return false;
    const std::string Like = nameRatio(E, M, *Ratio);
    if (Text.empty())
      Text = "the wrong elements are " + shortNumber(*Ratio) +
             " times what they should be" +
             (Like.empty() ? "" : ", which is " + Like);
    if (Ratios.size() < 8)
      Ratios.push_back(llvm::json::Object{{"workload", M.Case->Ran.Bound.str()},
                                          {"tensor", M.T->Tensor},
                                          {"ratio", *Ratio},
                                          {"like", Like}});
    return true;
  });
  if (Part < thresholds::MapsAgree)
    return std::nullopt;
  Symptom S;
  S.Confidence = 0.9 * Part;
  S.Evidence = llvm::json::Object{{"part_of_maps", Part},
                                  {"ratios", std::move(Ratios)},
                                  {"maps_scaled_by_row", ByRow}};
  S.Text = Text.empty() ? "each row is scaled by a factor of its own" : Text;
  return S;
}

} // namespace kmend
