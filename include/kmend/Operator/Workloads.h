//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The workloads of an operator with nothing left to choose.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_OPERATOR_WORKLOADS_H
#define KMEND_OPERATOR_WORKLOADS_H

#include "kmend/Operator/Operator.h"

namespace kmend {

/// Every listed workload with every scalar bound: one workload for each
/// combination of the `values` that it does not bind itself, in the order of
/// the list, the last scalar running fastest. `Listed` says which one it comes
/// from. Never more than MaxExpandedWorkloads: readOperator sees to that.
std::vector<Workload> expandWorkloads(const Operator &Op);

/// \p W with each scalar that it leaves out bound to each of its values.
std::vector<Workload> expandWorkload(const Operator &Op, const Workload &W);

/// The most that an operator may expand to.
inline constexpr uint64_t MaxExpandedWorkloads = 4096;

} // namespace kmend

#endif // KMEND_OPERATOR_WORKLOADS_H
