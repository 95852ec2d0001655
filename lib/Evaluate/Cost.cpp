//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cost.h"
#include <algorithm>

namespace kmend {

WorkloadCost costOf(const Binding &B) {
  WorkloadCost C;
  for (const BoundTensor &T : B.Tensors)
    C.Elements += static_cast<double>(T.Elements);
  double Product = 1;
  for (const Axis &A : B.Op->Axes)
    if (A.AxisKind == Axis::Kind::Var)
      if (auto It = B.Axes.find(A.Name); It != B.Axes.end())
        Product *= std::max<double>(1, It->second);
  C.Steps = std::max(C.Elements, std::min(Product, 256 * C.Elements));
  return C;
}

std::vector<WorkloadCost> listedCosts(const Operator &Op) {
  std::vector<WorkloadCost> Costs;
  for (const Workload &W : Op.Workloads) {
    llvm::Expected<Binding> B = bind(Op, W);
    if (B) {
      Costs.push_back(costOf(*B));
      continue;
    }
    llvm::consumeError(B.takeError());
    Costs.push_back({});
  }
  return Costs;
}

double median(std::vector<double> Values) {
  if (Values.empty())
    return 0;
  auto Middle = Values.begin() + Values.size() / 2;
  std::nth_element(Values.begin(), Middle, Values.end());
  return *Middle;
}

} // namespace kmend
