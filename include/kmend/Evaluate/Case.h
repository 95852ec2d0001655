//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A case (workload x distribution x seed x schedule x poison) and the plans of
// the two stages.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_EVALUATE_CASE_H
#define KMEND_EVALUATE_CASE_H

#include "kmend/Evaluate/SizeHints.h"
#include "kmend/Execute/Run.h"
#include "kmend/Operator/InputGenerator.h"

namespace kmend {

enum class Stage : uint8_t { Quick, Certify };

/// One element of one tensor that is taken from another seed's contents.
struct ElementChange {
  int Tensor = -1; ///< index into Binding::Tensors; -1: nothing is changed
  uint64_t Element = 0, Seed = 0;
};

struct Case {
  Workload Bound;
  /// Index into Operator::Workloads, or -1 for a boundary shape.
  int ListedWorkload = -1;
  /// Scalars with several values, as `inverse=1`; empty when there are none.
  std::string Variant;
  Distribution Spread = Distribution::Declared;
  uint64_t Seed = 0;
  Schedule Order;
  uint8_t Poison = 0xff;
  /// The entry is called several times in one process: see CallSequence.h.
  bool Calls = false;
  /// Of a call in such a sequence; has no place in the id.
  ElementChange Changed;
  bool HeldOut = false; ///< drawn for this run alone; the id does not say so

  /// Stable text that names the case: `w3/negative/s1/desc/ff`, `b(rows=1
  /// cols=7)/...`, and `w3(inverse=1)/...` where a scalar has several values.
  /// A sequence of calls ends in `/calls`. With the second poison buffers start
  /// behind a guard page, with the first they end at one.
  std::string id() const;
};

struct PlanOptions {
  Stage PlanStage = Stage::Quick;
  uint64_t Seed = 0;
  unsigned MaxCases = 0; ///< 0: no limit beyond the stage's own
  /// Of the candidate that the plan is for; shape boundary cases of Certify.
  std::vector<SizeHint> Hints = {};
  /// Adds heldOutCases of this seed to Certify.
  std::optional<uint64_t> HeldOutSeed = std::nullopt;
};

/// The cases of a stage, in the order in which they run. Quick: every workload
/// once, cheapest first, schedules and poisons in turn, and one more that
/// yields. Certify: all workloads x three seeds x allowed distributions x
/// schedules x two poisons (a covering
/// selection where the full product is large: every pair of values occurs),
/// and boundary shapes around the workloads' extents (+-1, 1, primes).
std::vector<Case> planCases(const Operator &Op, const PlanOptions &Options);

/// The boundary workloads of \p Op alone, for a candidate that \p Hints speak
/// of. They keep what the listed workloads have in common (docs/Evaluation.md):
/// every order and divisibility between axes, and, but for a few that move one
/// axis beyond what is listed, the largest extents.
std::vector<Workload> boundaryWorkloads(const Operator &Op, uint64_t Seed = 0,
                                        llvm::ArrayRef<SizeHint> Hints = {});

/// About a dozen cases of shapes that are drawn from \p Seed: near listed ones,
/// small, skewed, of any size up to the largest, and larger. They are the part
/// of certification that nothing may be fitted to: whoever makes or mends a
/// candidate must not see them, nor the seed, before it is judged.
std::vector<Case> heldOutCases(const Operator &Op, uint64_t Seed,
                               llvm::ArrayRef<SizeHint> Hints = {});

/// A seed for heldOutCases from the system's entropy, below 2^48 so that JSON
/// holds it. Error: IO, when there is none.
llvm::Expected<uint64_t> randomHeldOutSeed();

/// The case that Case::id gives \p Id, whether or not a plan holds it. Error:
/// CommandLine, with what is wrong with the text.
llvm::Expected<Case> parseCase(const Operator &Op, llvm::StringRef Id);

} // namespace kmend

#endif // KMEND_EVALUATE_CASE_H
