//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the listed workloads have in common: rules that a boundary shape must
// keep.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EVALUATE_AXISPROFILE_H
#define KMEND_LIB_EVALUATE_AXISPROFILE_H

#include "kmend/Operator/Binding.h"
#include <set>
#include <utility>
#include <vector>

namespace kmend {

/// The values that a var axis takes in the listed workloads, and which others
/// are thought legal.
struct AxisProfile {
  enum class Rule {
    Fixed,      ///< one value only
    Enumerated, ///< small or rarely varied: listed values only
    PowerOfTwo, ///< all listed values are powers of two
    Congruent,  ///< all listed values are equal modulo Step
    Free        ///< any value from 1 up to the largest listed one
  };
  std::string Name;
  Rule AxisRule = Rule::Fixed;
  std::vector<int64_t> Listed; ///< sorted, each once
  int64_t Step = 1;            ///< of Congruent

  /// How many of boundaryValues are extremes.
  static constexpr size_t Extremes = 3;

  /// Whether \p Value keeps the rule, however large it is.
  bool keepsRule(int64_t Value) const;
  /// Whether it keeps the rule and is not larger than what is listed.
  bool admits(int64_t Value) const;
  /// Values worth trying: the extremes first, then those around powers of two
  /// (block and tile sizes) and primes.
  std::vector<int64_t> boundaryValues() const;
  /// The nearest other legal value above (\p Direction 1) or below (-1), or
  /// \p Value itself when there is none.
  int64_t step(int64_t Value, int64_t Direction) const;
};

/// Profiles of all var axes, and the relations between axes (computed ones and
/// whole scalars too) that hold in every listed workload.
class ShapeRules {
public:
  explicit ShapeRules(const Operator &Op);

  std::vector<AxisProfile> Profiles;

  /// Says of every shape that is not listed whether it is legal: whether \p B
  /// keeps every rule and stays within the largest listed extents.
  /// The axis \p Grown, when there is one, may be larger than it is listed, and
  /// so may what is computed from it.
  bool admits(const Binding &B, llvm::StringRef Grown = "") const;

private:
  std::map<std::string, int64_t> Largest, Smallest; ///< of every axis
  std::vector<uint64_t> LargestTensor;              ///< elements, by tensor
  std::set<std::pair<std::string, std::string>> NotAbove; ///< first <= second
  std::set<std::pair<std::string, std::string>> Below;    ///< first < second
  std::set<std::pair<std::string, std::string>> Divides;  ///< first | second
};

} // namespace kmend

#endif // KMEND_LIB_EVALUATE_AXISPROFILE_H
