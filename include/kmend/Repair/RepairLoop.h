//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bounded repair loop: evaluate, diagnose, propose, rewrite, gate,
// evaluate, certify.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_REPAIR_REPAIRLOOP_H
#define KMEND_REPAIR_REPAIRLOOP_H

#include "kmend/Repair/RunRecord.h"
#include "kmend/Repair/Workbench.h"
#include <functional>

namespace kmend {

/// How a run ends. The names are those of the design: `repaired`, ...
enum class RepairOutcome : uint8_t {
  Repaired,
  AlreadyCorrect,
  NotANearMiss,
  InvalidOperator,
  Integrity,
  Stagnated,
  Cycling,
  OutOfRounds,
  OutOfCandidates,
  OutOfTime,
  Unsupported,
  Environment
};
llvm::StringRef name(RepairOutcome O);

struct RepairBudget {
  unsigned Rounds = 20;      ///< sources that the search went on from
  unsigned Candidates = 400; ///< sources that were run
  double Seconds = 600;
};

struct RepairOptions {
  RepairBudget Budget;
  uint64_t Seed = 0;
  /// Of the held-out cases of certifications, another one for each; none: no
  /// such cases. Neither the record nor a proposer sees it or them before the
  /// run ends.
  std::optional<uint64_t> HeldOutSeed;
  std::string RunFolder; ///< made when missing, must be empty unless resumed;
                         ///< empty: the record is kept in memory only
  bool Resume = false;
  /// What run.json says of the request, besides what the loop adds.
  llvm::json::Object Request;
  /// Names what a resumed run must share with its beginning, besides candidate
  /// and seed: operator, cards, version.
  std::string Identity;
  /// Called with every event of the run as events.jsonl holds it
  /// (docs/RunRecord.md), but not with those that a resume reads back.
  std::function<void(const llvm::json::Object &)> OnEvent;
  /// Asked between steps; true leaves the run as it is, to be resumed.
  std::function<bool()> Interrupted;
};

struct RepairReport {
  RepairOutcome Outcome = RepairOutcome::Stagnated;
  std::string Reason;
  bool Interrupted = false; ///< Outcome says nothing; the run can be resumed
  std::string Text;         ///< the repaired source, or the best checkpoint
  std::string Diff;         ///< from the input to it
  /// What Clang said, when the candidate does not compile.
  std::string Diagnostics;
  std::vector<EditScript> Edits;  ///< that led there, in order
  std::vector<std::string> Cards; ///< behind them
  unsigned Rounds = 0, CandidatesTried = 0;
  double Seconds = 0;
  double MatchedBefore = 0, Matched = 0; ///< of the quick cases, 0 to 1
  bool Certified = false;
  size_t CertifiedCases = 0;
  /// Of the certification that passed, to draw its held-out cases again.
  std::optional<uint64_t> HeldOutSeed;
  std::vector<Symptom> Symptoms;     ///< of the input
  std::vector<Violation> Violations; ///< that decided, for Integrity
  std::string RunFolder;
};

/// report.json.
llvm::json::Object toJson(const RepairReport &R);

/// Repairs \p Text. \p Search may be null: the candidate is judged and
/// diagnosed, and nothing is tried. Errors are kmend's own (run folder,
/// records), everything that a candidate does is an outcome.
llvm::Expected<RepairReport> repair(const Operator &Op, Evaluator &Eval,
                                    Proposer *Search, const KnowledgeBase &Base,
                                    llvm::StringRef FileName,
                                    llvm::StringRef Text,
                                    const RepairOptions &Options);

/// The same on any workbench. \p OpType is passed to the proposer.
llvm::Expected<RepairReport> repair(Workbench &Bench, Proposer *Search,
                                    llvm::StringRef OpType,
                                    llvm::StringRef FileName,
                                    llvm::StringRef Text,
                                    const RepairOptions &Options);

} // namespace kmend

#endif // KMEND_REPAIR_REPAIRLOOP_H
