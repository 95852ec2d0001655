//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where in a tensor the wrong elements stand.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_DIAGNOSE_POSITIONS_H
#define KMEND_LIB_DIAGNOSE_POSITIONS_H

#include "Symptoms.h"

namespace kmend {

/// A range of coordinates along an axis that holds all wrong elements.
struct AxisRange {
  size_t Axis = 0; ///< Shape.size(): the flat index
  int64_t Begin = 0, End = 0, Extent = 0;
};

/// The smallest range at the end (\p AtEnd) or the start of an axis that holds
/// all wrong elements and is densely wrong.
std::optional<AxisRange> wrongRange(const MismatchMap &M, bool AtEnd);

/// Wrong elements repeat with a period along the last axis or the flat index.
struct Period {
  int64_t Every = 0;
  std::vector<int64_t> Residues;
  bool AlongLastAxis = false;
};
std::optional<Period> wrongPeriod(const MismatchMap &M);

/// The width of the border (of the last one or two axes) that holds all wrong
/// elements while the inside is right.
std::optional<int64_t> wrongBorder(const MismatchMap &M);

/// Slices along an axis that are wrong as a whole beside others that are right.
struct WrongLines {
  size_t Axis = 0; ///< Shape.size(): all axes but the last together (rows)
  size_t Wrong = 0, Right = 0;
  int64_t FirstWrong = 0;
};
/// Rows, or slices along an axis other than the last.
std::optional<WrongLines> wrongRows(const MismatchMap &M);
/// Columns: slices along the last axis.
std::optional<WrongLines> wrongColumns(const MismatchMap &M);

/// The text of axis \p D in the operator's shape, `flat` or `rows` beyond the
/// last.
std::string axisText(const Evidence &E, const MismatchMap &M, size_t D,
                     llvm::StringRef Beyond);

} // namespace kmend

#endif // KMEND_LIB_DIAGNOSE_POSITIONS_H
