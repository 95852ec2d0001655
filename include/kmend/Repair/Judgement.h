//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the loop keeps of a verdict, and the number that is progress.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_REPAIR_JUDGEMENT_H
#define KMEND_REPAIR_JUDGEMENT_H

#include "kmend/Evaluate/Verdict.h"
#include "kmend/Propose/Proposer.h"
#include "llvm/Support/JSON.h"
#include <map>

namespace kmend {

/// What one case said.
struct CaseScore {
  std::string Id;
  bool Passed = false;
  RunStatus Status = RunStatus::Ok;
  uint64_t Elements = 0, Mismatched = 0;
  std::string Reason;
  uint64_t Threads = 0; ///< launched; 0: unknown, or a launch failed

  /// How wrong the case is: 0 when it passed, above 0.5 up to 1 by the share of
  /// wrong elements, and 1.2 when there was no result, so that a case that runs
  /// at all and a case that passes both count as progress.
  double mismatch() const;
};

using ScoreTable = std::map<std::string, CaseScore>; ///< by case id

/// A verdict without its maps.
struct Judgement {
  Outcome Result = Outcome::Fail;
  std::string Reason;
  std::vector<CaseScore> Cases; ///< in plan order
  size_t Planned = 0;
  double Seconds = 0;

  bool passed() const { return Result == Outcome::Pass; }
  size_t failedCases() const;
  /// Matched elements over all elements; 1 without cases.
  double matchedRatio() const;
  /// Joins the cases of a later judgement of the same source.
  void add(const Judgement &Later);
};

Judgement summarise(const Verdict &V);
llvm::json::Object toJson(const Judgement &J);
/// None when \p O is not what toJson wrote.
std::optional<Judgement> judgementFromJson(const llvm::json::Object &O);

/// Δmatched / remaining mismatch over the cases of \p After: 1 when everything
/// that was wrong is right, negative when more is wrong. \p Before must know
/// every case. With nothing wrong before, any failing case is -1.
double improvement(const ScoreTable &Before, const Judgement &After);

/// Factors from which a change of the number of threads is no repair. A block
/// of other size, a second kernel or a thread for every vector element stay
/// below.
constexpr uint64_t FewerThreads = 4, MoreThreads = 32;

/// Why \p After degenerates what \p Input does in parallel, or empty: in some
/// case it runs on fewer than 1/FewerThreads of the threads and on fewer than
/// there are output elements, or on more than MoreThreads times the threads of
/// an input that had enough. "Repair by degeneration" is what inflates success
/// rates of kernel repair most.
std::string degeneration(const ScoreTable &Input, const Judgement &After);

/// Improved from 0.10, Regressed below -0.05, else Stagnant.
Feedback::Kind classify(double Improvement);
llvm::StringRef name(Feedback::Kind K);
std::optional<Feedback::Kind> feedbackFromName(llvm::StringRef Name);

} // namespace kmend

#endif // KMEND_REPAIR_JUDGEMENT_H
