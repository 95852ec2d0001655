//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnlistedShapes.h"
#include "Cost.h"
#include <algorithm>

namespace kmend {

// A shape is at most this many times the median workload.
static constexpr double MaxGrowth = 4;
// Steps of one that is larger than the listed ones.
static constexpr double MinLargerSteps = 1 << 20, MaxLargerSteps = 1 << 22;

UnlistedShapes::UnlistedShapes(const Operator &Op) : Op(Op), Rules(Op) {
  std::vector<double> Elements;
  for (const WorkloadCost &C : listedCosts(Op)) {
    Elements.push_back(C.Elements);
    Steps.push_back(C.Steps);
  }
  MaxElements = MaxGrowth * median(Elements);
  MaxSteps = MaxGrowth * median(Steps);
  for (size_t I = 0; I != Op.Workloads.size(); ++I) {
    Asked.insert(Op.Workloads[I].Axes);
    if (Steps[I] <= median(Steps))
      Bases.push_back(I);
  }
}

Workload UnlistedShapes::nextBase() {
  return withScalars(Op.Workloads[Bases[Turn % Bases.size()]]);
}

Workload UnlistedShapes::withScalars(Workload W) {
  for (const ScalarSpec &S : Op.Scalars)
    if (S.Values.size() > 1 && !W.Scalars.count(S.Name))
      W.Scalars[S.Name] = S.Values[Turn % S.Values.size()];
  ++Turn;
  return W;
}

bool UnlistedShapes::take(Workload &W, llvm::StringRef Grown) {
  if (Asked.count(W.Axes))
    return false;
  llvm::Expected<Binding> B = bind(Op, W);
  if (!B) {
    llvm::consumeError(B.takeError());
    return false;
  }
  const WorkloadCost Cost = costOf(*B);
  const bool IsDear =
      Grown.empty()
          ? Cost.Elements > MaxElements || Cost.Steps > MaxSteps
          : Cost.Steps > std::clamp(MaxSteps, MinLargerSteps, MaxLargerSteps);
  if (IsDear || !Rules.admits(*B, Grown))
    return false;
  Asked.insert(W.Axes);
  W.Where = Op.EntryPoint.Where;
  return true;
}

} // namespace kmend
