//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What all plans that ask for shapes beyond the listed ones have in common:
// where they start, what is legal, what is cheap enough, and what was asked.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EVALUATE_UNLISTEDSHAPES_H
#define KMEND_LIB_EVALUATE_UNLISTEDSHAPES_H

#include "AxisProfile.h"
#include <set>

namespace kmend {

class UnlistedShapes {
public:
  /// The listed shapes of \p Op, which must outlive this, have been asked.
  explicit UnlistedShapes(const Operator &Op);

  const Operator &Op;
  const ShapeRules Rules;
  std::vector<double> Steps; ///< of the listed workloads
  /// Listed workloads of at most the median steps, by index.
  std::vector<size_t> Bases;
  /// Elements that all tensors of a shape may have together; of a shape with a
  /// grown axis steps alone are limited.
  double MaxElements = 0;

  /// The next of Bases, in turn. There must be one.
  Workload nextBase();
  /// \p W with a value for every scalar, another one each time.
  Workload withScalars(Workload W);

  /// Whether \p Axes were not asked before; now they were.
  bool isNew(const std::map<std::string, int64_t> &Axes) {
    return Asked.insert(Axes).second;
  }
  /// Whether \p W is new, binds, is cheap enough (at most four times the median
  /// workload, or 2^22 steps where the axis \p Grown is larger than listed) and
  /// keeps the rules. If so it counts as asked, and gets a place for errors.
  bool take(Workload &W, llvm::StringRef Grown = "");

private:
  double MaxSteps = 0;
  std::set<std::map<std::string, int64_t>> Asked;
  size_t Turn = 0;
};

} // namespace kmend

#endif // KMEND_LIB_EVALUATE_UNLISTEDSHAPES_H
