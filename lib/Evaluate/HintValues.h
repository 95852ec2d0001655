//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From a constant of the candidate to values of an axis.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EVALUATE_HINTVALUES_H
#define KMEND_LIB_EVALUATE_HINTVALUES_H

#include "AxisProfile.h"
#include "kmend/Evaluate/SizeHints.h"
#include "llvm/ADT/ArrayRef.h"

namespace kmend {

/// The smallest value of the var axis \p Axis in \p W, from 1 up to \p Most,
/// with which what \p H speaks of exceeds its value; none when no value does.
std::optional<int64_t> firstAbove(const Operator &Op, const Workload &W,
                                  llvm::StringRef Axis, const SizeHint &H,
                                  int64_t Most);

/// Values of the axis of \p P that \p Hints make interesting, those that are
/// sure to belong to it first: around thresholds, one off a tile, several tiles
/// and a bit, more than three warps. \p W holds the other axes. They may break
/// the rule of the axis.
std::vector<int64_t> hintedValues(const Operator &Op, const Workload &W,
                                  const AxisProfile &P,
                                  llvm::ArrayRef<SizeHint> Hints);

/// The first prime that is at least \p Value.
int64_t nextPrime(int64_t Value);

} // namespace kmend

#endif // KMEND_LIB_EVALUATE_HINTVALUES_H
