//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How large the errors of a tensor are, by powers of two.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_EVALUATE_ERRORHISTOGRAM_H
#define KMEND_EVALUATE_ERRORHISTOGRAM_H

#include "kmend/Operator/DType.h"
#include <vector>

namespace kmend {

/// Counts of non-negative numbers: the first is of those below 2^First, the one
/// after k more of [2^(First + k - 1), 2^(First + k)). No longer than needed.
struct PowerHistogram {
  int First = 0;
  std::vector<uint64_t> Counts;

  /// Adds a finite \p Value. The last of MaxCounts takes all that is larger.
  void add(double Value);
  uint64_t total() const;
  static constexpr size_t MaxCounts = 128;
};

/// Errors in units in the last place and relative ones, of the elements whose
/// values are finite on both sides.
struct ErrorHistogram {
  /// |got - want| over the distance of two neighbours of the dtype at \p want
  /// (1 for an integer). Below 1 stands what is rounded faithfully.
  PowerHistogram Units{0, {}};
  /// |got - want| / |want|, from 2^-52; not of elements that should be 0.
  PowerHistogram Relative{-52, {}};

  void add(DType Type, double Got, double Want);
};

/// The distance between \p Value, as \p Type holds it, and its neighbour away
/// from 0; 1 for integers.
double unitInTheLastPlace(DType Type, double Value);

} // namespace kmend

#endif // KMEND_EVALUATE_ERRORHISTOGRAM_H
