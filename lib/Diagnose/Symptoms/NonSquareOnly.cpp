//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Separation.h"
#include "Symptoms.h"

namespace kmend {

std::optional<Symptom> findNonSquareOnly(const Evidence &E) {
  if (!canSeparate(E))
    return std::nullopt;
  llvm::json::Array Found;
  std::string Text;
  const std::vector<NumberColumn> Columns = numberColumns(E, /*Sizes=*/false);
  for (size_t I = 0; I != Columns.size(); ++I)
    for (size_t J = I + 1; J != Columns.size(); ++J) {
      bool Separates = true;
      for (size_t W = 0; W != E.Workloads.size(); ++W)
        Separates &= (Columns[I].Values[W] != Columns[J].Values[W]) ==
                     E.Workloads[W].Failed;
      if (!Separates)
        continue;
      if (Text.empty())
        Text = llvm::formatv("only workloads in which {0} and {1} differ fail",
                             Columns[I].Name, Columns[J].Name)
                   .str();
      Found.push_back(llvm::json::Array{Columns[I].Name, Columns[J].Name});
    }
  if (Found.empty())
    return std::nullopt;
  Symptom S;
  S.Confidence = 0.95 * separationConfidence(E);
  S.Evidence = llvm::json::Object{{"axes", std::move(Found)},
                                  {"failing", E.failingWorkloads()},
                                  {"passing", E.passingWorkloads()}};
  S.Text = Text;
  return S;
}

} // namespace kmend
