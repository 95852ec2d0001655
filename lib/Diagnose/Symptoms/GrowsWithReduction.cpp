//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Thresholds.h"
#include "Separation.h"
#include "Symptoms.h"
#include <cmath>
#include <set>

namespace kmend {

/// Ranks of \p Values, equals sharing their mean rank.
static std::vector<double> ranks(llvm::ArrayRef<double> Values) {
  std::vector<double> Ranks(Values.size());
  for (size_t I = 0; I != Values.size(); ++I) {
    size_t Less = 0, Equal = 0;
    for (double Other : Values) {
      Less += Other < Values[I];
      Equal += Other == Values[I];
    }
    Ranks[I] = static_cast<double>(Less) + (static_cast<double>(Equal) - 1) / 2;
  }
  return Ranks;
}

/// Spearman's rank correlation.
static double correlation(llvm::ArrayRef<double> A, llvm::ArrayRef<double> B) {
  const std::vector<double> X = ranks(A), Y = ranks(B);
  const double Mean = (static_cast<double>(A.size()) - 1) / 2;
  double XY = 0, XX = 0, YY = 0;
  for (size_t I = 0; I != X.size(); ++I) {
    XY += (X[I] - Mean) * (Y[I] - Mean);
    XX += (X[I] - Mean) * (X[I] - Mean);
    YY += (Y[I] - Mean) * (Y[I] - Mean);
  }
  return XX > 0 && YY > 0 ? XY / std::sqrt(XX * YY) : 0;
}

/// Axes that an input has and no output: what is summed over. Without any, the
/// last axes of the inputs (a row is reduced and written back).
static std::set<std::string> reducedAxes(const Operator &Op) {
  std::set<std::string> Kept, Reduced, Last;
  for (const TensorSpec &T : Op.Outputs)
    for (const AxisExpression &X : T.Shape)
      for (std::string &Name : X.names())
        Kept.insert(std::move(Name));
  for (const TensorSpec &T : Op.Inputs) {
    for (const AxisExpression &X : T.Shape)
      for (const std::string &Name : X.names())
        if (!Kept.count(Name))
          Reduced.insert(Name);
    if (!T.Shape.empty())
      for (std::string &Name : T.Shape.back().names())
        Last.insert(std::move(Name));
  }
  return Reduced.empty() ? Last : Reduced;
}

std::optional<Symptom> findGrowsWithReduction(const Evidence &E) {
  // Errors beyond the size of the result are no rounding.
  std::vector<size_t> Used;
  std::vector<double> Errors;
  for (size_t W = 0; W != E.Workloads.size(); ++W)
    if (E.Workloads[W].Error > 0) {
      Used.push_back(W);
      Errors.push_back(E.Workloads[W].Error);
    }
  if (Used.size() < thresholds::FewestRanks)
    return std::nullopt;
  const std::set<std::string> Reduced = reducedAxes(E.Op);
  std::string Axis;
  double Best = 0;
  for (const NumberColumn &C : numberColumns(E, /*Sizes=*/false)) {
    if (!Reduced.count(C.Name))
      continue;
    std::vector<double> Values;
    for (size_t W : Used)
      Values.push_back(static_cast<double>(C.Values[W]));
    if (std::set<double>(Values.begin(), Values.end()).size() < 3)
      continue;
    const double R = correlation(Values, Errors);
    if (R > Best) {
      Best = R;
      Axis = C.Name;
    }
  }
  if (Best < thresholds::Correlated)
    return std::nullopt;
  Symptom S;
  S.Confidence = 0.8 * Best;
  S.Evidence = llvm::json::Object{
      {"axis", Axis}, {"rank_correlation", Best}, {"workloads", Used.size()}};
  S.Text = "the error grows with " + Axis + ", over which is summed";
  return S;
}

} // namespace kmend
