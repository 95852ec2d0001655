//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Separation.h"
#include "../Thresholds.h"
#include <cmath>

namespace kmend {

static void addColumn(std::vector<NumberColumn> &Columns, NumberColumn C) {
  const bool Varies = llvm::any_of(
      C.Values, [&](int64_t Value) { return Value != C.Values.front(); });
  if (Varies && llvm::none_of(Columns, [&](const NumberColumn &Known) {
        return Known.Values == C.Values;
      }))
    Columns.push_back(std::move(C));
}

std::vector<NumberColumn> numberColumns(const Evidence &E, bool Sizes) {
  std::vector<NumberColumn> Columns;
  if (E.Workloads.empty())
    return Columns;
  for (const auto &[Name, First] : E.Workloads.front().Numbers) {
    NumberColumn C{Name, {}};
    for (const WorkloadSample &W : E.Workloads) {
      auto It = W.Numbers.find(Name);
      C.Values.push_back(It == W.Numbers.end() ? 0 : It->second);
    }
    addColumn(Columns, std::move(C));
  }
  if (!Sizes)
    return Columns;

  const size_t Axes = Columns.size();
  for (size_t I = 0; I != Axes; ++I)
    for (size_t J = I + 1; J != Axes; ++J) {
      NumberColumn C{Columns[I].Name + " * " + Columns[J].Name, {}};
      for (size_t W = 0; W != E.Workloads.size(); ++W)
        C.Values.push_back(Columns[I].Values[W] * Columns[J].Values[W]);
      addColumn(Columns, std::move(C));
    }
  std::map<std::string, NumberColumn> Elements;
  for (const WorkloadSample &W : E.Workloads) {
    llvm::Expected<Binding> B = bind(E.Op, W.Example->Ran.Bound);
    if (!B) {
      llvm::consumeError(B.takeError());
      return Columns;
    }
    for (const BoundTensor &T : B->Tensors) {
      NumberColumn &C = Elements[T.Spec->Name];
      C.Name = "elements of " + T.Spec->Name;
      C.Values.push_back(static_cast<int64_t>(T.Elements));
    }
  }
  for (auto &[Name, C] : Elements)
    addColumn(Columns, std::move(C));
  return Columns;
}

bool canSeparate(const Evidence &E) {
  return E.failingWorkloads() >= thresholds::FewestFailing &&
         E.passingWorkloads() >= thresholds::FewestPassing;
}

double separationConfidence(const Evidence &E) {
  // By chance, one of 2^n even splits of n workloads looks like any given one.
  const double Smaller =
      static_cast<double>(std::min(E.failingWorkloads(), E.passingWorkloads()));
  return 1 - std::exp2(-Smaller);
}

} // namespace kmend
