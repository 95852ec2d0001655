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

#include "kmend/Evaluate/Evaluator.h"
#include "kmend/Gate/Gate.h"
#include "kmend/Propose/Proposer.h"
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
  OutOfTime,
  Unsupported,
  Environment
};
llvm::StringRef name(RepairOutcome O);

struct RepairBudget {
  unsigned Rounds = 20;      ///< accepted changes of direction or source
  unsigned Candidates = 400; ///< sources that were run
  double Seconds = 600;
};

struct RepairOptions {
  RepairBudget Budget;
  uint64_t Seed = 0;
  std::string RunFolder; ///< made when missing; must be empty or resumed
  bool Resume = false;
  /// Said to the user as it happens, one line each.
  std::function<void(llvm::StringRef)> Say;
};

struct RepairReport {
  RepairOutcome Outcome = RepairOutcome::Stagnated;
  std::string Reason;
  std::string Text; ///< the repaired source, or the best checkpoint
  std::string Diff;
  std::vector<EditScript> Edits;  ///< that led there, in order
  std::vector<std::string> Cards; ///< behind them
  unsigned Rounds = 0, CandidatesTried = 0;
  double Seconds = 0;
  bool Certified = false;
  size_t CertifiedCases = 0;
  std::vector<Symptom> Symptoms; ///< of the input
};

/// Repairs \p Text. Errors are kmend's own (run folder, records), everything
/// that a candidate does is an outcome.
llvm::Expected<RepairReport> repair(const Operator &Op, Evaluator &Eval,
                                    Proposer &Search, const KnowledgeBase &Base,
                                    llvm::StringRef FileName,
                                    llvm::StringRef Text,
                                    const RepairOptions &Options);

} // namespace kmend

#endif // KMEND_REPAIR_REPAIRLOOP_H
