//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What evaluation says of a candidate.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_EVALUATE_VERDICT_H
#define KMEND_EVALUATE_VERDICT_H

#include "kmend/Evaluate/Case.h"
#include "kmend/Evaluate/Comparison.h"
#include "kmend/Evaluate/Coverage.h"

namespace kmend {

/// One case that ran.
struct CaseResult {
  Case Ran;
  bool Passed = false;
  RunStatus Status = RunStatus::Ok;
  std::string Reason;
  std::vector<Event> Events;
  std::vector<TensorComparison> Tensors;
  unsigned Call = 0; ///< of a sequence: the call it speaks of, from 0
  uint64_t Launches = 0;
  uint64_t Threads = 0; ///< launched in all; 0 when a launch failed
  /// Kept for failing cases while they fit (64 MiB in all), by output: bytes as
  /// the candidate wrote them, and the reference. Diagnosis reads them.
  std::vector<std::vector<char>> Got, Want;

  uint64_t elements() const;
  uint64_t mismatched() const;
};

/// `outcome` of the eval JSON.
enum class Outcome : uint8_t {
  Pass,
  Fail,
  Build,
  Crash,
  Timeout,
  Unsupported,
  InvalidOperator,
  Interrupted ///< the user ended the evaluation before a case failed
};
llvm::StringRef name(Outcome O);

/// `got 1.5, want 2.5`, or `never written, want 2.5`.
std::string describe(const ElementMismatch &M);

struct Verdict {
  Outcome Result = Outcome::Fail;
  Stage AtStage = Stage::Quick;
  std::string Reason;            ///< one line, empty on a pass
  std::string Details;           ///< Clang's diagnostics of Build, Unsupported
  std::vector<CaseResult> Cases; ///< in plan order, those that ran
  size_t Planned = 0;
  /// Cases that were planned and left out since the operator does not cover
  /// them (docs/Evaluation.md, "Admission"): id and why.
  std::vector<std::pair<std::string, std::string>> Skipped;
  Coverage Covered; ///< of a certification that measures it
  /// What else a reader must know, a line each: what could not be asked.
  std::vector<std::string> Notes;
  double Seconds = 0;
  /// The user ended it: Cases are those that were judged until then.
  bool Interrupted = false;

  bool passed() const { return Result == Outcome::Pass; }
  /// Matched elements over all elements of the cases that ran; a case without a
  /// result counts as all wrong.
  double matchedRatio() const;
};

} // namespace kmend

#endif // KMEND_EVALUATE_VERDICT_H
