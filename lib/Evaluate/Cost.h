//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How much work a workload is, roughly: plans order and thin out by it.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EVALUATE_COST_H
#define KMEND_LIB_EVALUATE_COST_H

#include "kmend/Operator/Binding.h"
#include <optional>

namespace kmend {

struct WorkloadCost {
  /// Elements of all tensors.
  double Elements = 0;
  /// The elements, or the product of the var axes where that is more (a matrix
  /// product does m n k steps), up to 256 steps an element.
  double Steps = 0;
};

WorkloadCost costOf(const Binding &B);

/// The cost of each listed workload; those that do not bind cost nothing.
std::vector<WorkloadCost> listedCosts(const Operator &Op);

double median(std::vector<double> Values);

} // namespace kmend

#endif // KMEND_LIB_EVALUATE_COST_H
