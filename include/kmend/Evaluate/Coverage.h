//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which ways the branches of a candidate took, over all cases that ran.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_EVALUATE_COVERAGE_H
#define KMEND_EVALUATE_COVERAGE_H

#include "kmend/Execute/Run.h"
#include <map>

namespace kmend {

class Coverage {
public:
  /// Joins what \p R took; a run that broke off says nothing.
  void add(const RunResult &R);

  /// Whether a run that measured came to its end. False: nothing is known.
  bool measured() const { return Measured; }
  /// Measured, and every way was taken.
  bool complete() const { return Measured && covered() == branches(); }
  /// Ways out of all branches: two for a condition, one a case of a switch.
  size_t branches() const { return Ways.size(); }
  size_t covered() const;
  /// In the order of the source.
  std::vector<BranchWay> uncovered() const;
  /// The same for people, without the newline: `k.cu:12:9: the condition was
  /// never false`. A branch with no way taken is told of once.
  std::vector<std::string> describeUncovered() const;

  size_t CasesAdded = 0; ///< by the search for uncovered ways

private:
  std::map<BranchWay, bool> Ways;
  bool Measured = false;
};

} // namespace kmend

#endif // KMEND_EVALUATE_COVERAGE_H
