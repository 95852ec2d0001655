//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Branch coverage of device code: the ways that control can take at each
// branch of a candidate's own source, and which of them a run took.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_EXECUTE_COVERAGE_H
#define KMEND_EXECUTE_COVERAGE_H

#include "kmend/Support/Error.h"
#include <cstdint>
#include <string>
#include <tuple>

namespace kmend {

/// One way out of a branch: a condition that is true, one that is false, a case
/// of a switch. Instances of a template and inlined copies of one place share
/// their ways.
struct BranchWay {
  enum class Kind : uint8_t { True, False, Case, Default };
  /// Of the condition: what Clang points at when it speaks of it.
  SourceLocation Where;
  /// Tells branches at one place apart: those of one macro use.
  uint32_t Ordinal = 0;
  Kind Way = Kind::True;
  int64_t Value = 0; ///< of a Case

  /// Whether \p Other is a way out of the same branch.
  bool sameBranch(const BranchWay &Other) const {
    return branch() == Other.branch();
  }
  bool operator<(const BranchWay &Other) const {
    return std::tuple(branch(), Way, Value) <
           std::tuple(Other.branch(), Other.Way, Other.Value);
  }

  /// `true`, `false`, `case 3`, `default`.
  std::string str() const;
  /// `the condition was never false`, `case 3 was never taken`.
  std::string describeUncovered() const;

private:
  std::tuple<const std::string &, unsigned, unsigned, uint32_t> branch() const {
    return {Where.File, Where.Line, Where.Column, Ordinal};
  }
};

/// Whether a run took a way.
struct BranchOutcome {
  BranchWay Way;
  bool Taken = false;
};

/// Ways that are measured in one program; branches beyond are not.
inline constexpr unsigned MaxBranchWays = 4096;

} // namespace kmend

#endif // KMEND_EXECUTE_COVERAGE_H
