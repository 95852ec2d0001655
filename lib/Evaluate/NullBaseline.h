//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Answers that compute nothing and must not pass: an operator that lets one
// through has a tolerance or inputs that show nothing.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EVALUATE_NULLBASELINE_H
#define KMEND_LIB_EVALUATE_NULLBASELINE_H

#include "References.h"

namespace kmend {

/// One answer to one output.
struct NullBaseline {
  enum class Kind : uint8_t {
    Zeros,
    Ones,
    Mean,   ///< of the expected output
    Poison, ///< the buffer as it was: 0xff everywhere
    OtherPoison,
    Initial, ///< the buffer of an inout as it was
    Copy,    ///< of input Input
    Scaled,  ///< input Input times the constant that fits best
    Half     ///< the expected output rounded to float16
  };
  Kind Answer = Kind::Zeros;
  unsigned Output = 0, Input = 0;

  /// `all zeros`, `a copy of x`, ...
  std::string name(const Operator &Op) const;
  /// What it puts there, in the output's dtype; nothing when it has no answer.
  std::optional<std::vector<char>> bytes(const Prepared &P) const;
};

/// The baselines of every output of \p Op. Half is not among them where the
/// operator has floating data of 16 bits.
std::vector<NullBaseline> nullBaselines(const Operator &Op);

/// How a baseline did so far.
struct BaselineScore {
  NullBaseline Baseline;
  bool Passes = true, Exact = true, Asked = false;
  /// The largest error over what the tolerance allows; at most 1 while it
  /// passes.
  double Closest = 0;
  /// The tolerance there, and that which rounding alone needs.
  Tolerance Allowed, Needed;

  /// Adds what it does on the workload of \p P. Exact allows for the last bits
  /// that a sum in another order changes.
  void add(const Prepared &P);
  bool isInvalid() const { return Asked && Passes && !Exact; }
  /// A tolerance under which it fails by a factor of two, when that is one that
  /// a right kernel can keep.
  std::optional<Tolerance> proposal() const;
};

} // namespace kmend

#endif // KMEND_LIB_EVALUATE_NULLBASELINE_H
