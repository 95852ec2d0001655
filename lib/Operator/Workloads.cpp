//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Operator/Workloads.h"

namespace kmend {

std::vector<Workload> expandWorkload(const Operator &Op, const Workload &W) {
  std::vector<Workload> Result{W};
  for (const ScalarSpec &Scalar : Op.Scalars) {
    if (W.Scalars.count(Scalar.Name) || Scalar.Values.empty())
      continue;
    std::vector<Workload> Longer;
    for (const Workload &Partial : Result)
      for (double Value : Scalar.Values) {
        Longer.push_back(Partial);
        Longer.back().Scalars[Scalar.Name] = Value;
      }
    Result = std::move(Longer);
  }
  return Result;
}

std::vector<Workload> expandWorkloads(const Operator &Op) {
  std::vector<Workload> Result;
  for (size_t I = 0; I != Op.Workloads.size(); ++I)
    for (Workload &W : expandWorkload(Op, Op.Workloads[I])) {
      W.Listed = static_cast<int>(I);
      Result.push_back(std::move(W));
    }
  return Result;
}

} // namespace kmend
