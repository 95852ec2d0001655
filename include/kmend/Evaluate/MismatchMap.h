//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which elements of a tensor are wrong, in a form that is small enough to be
// printed, stored and drawn.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_EVALUATE_MISMATCHMAP_H
#define KMEND_EVALUATE_MISMATCHMAP_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kmend {

/// Runs of right and wrong elements in turn, in row-major order, right ones
/// first (0 when the first element is wrong). Right elements at the end are
/// left out.
struct MismatchRuns {
  /// Elements that one unit of a run stands for, a power of two; above 1 a unit
  /// is wrong when one of its elements is.
  uint64_t Cell = 1;
  std::vector<uint64_t> Lengths;
};

/// The runs of \p Wrong, one bit an element, with the smallest cell that needs
/// at most \p MaxRuns of them.
MismatchRuns mismatchRuns(const std::vector<bool> &Wrong, size_t MaxRuns = 512);

} // namespace kmend

#endif // KMEND_EVALUATE_MISMATCHMAP_H
