//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The seam between the repair loop and the rest of the house.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_REPAIR_WORKBENCH_H
#define KMEND_REPAIR_WORKBENCH_H

#include "kmend/Evaluate/Evaluator.h"
#include "kmend/Gate/Gate.h"
#include "kmend/Propose/Proposer.h"
#include "kmend/Rewrite/Rewriter.h"

namespace kmend {

/// A source, as text and parsed. Workbenches without a parser leave `Parsed`
/// null.
struct WorkSource {
  std::string Text;
  std::unique_ptr<ParsedSource> Parsed;
};

/// What the loop asks of the rest of the house. The loop itself knows neither
/// Clang nor executors, and is tested with a workbench of its own.
class Workbench {
public:
  virtual ~Workbench();

  /// Error: InvalidInput when the operator cannot judge anything.
  virtual llvm::Error checkOperator() = 0;
  /// The case of that id (Case::id), or none.
  virtual std::optional<Case> findCase(llvm::StringRef) { return {}; }
  virtual std::vector<Case> plan(Stage S, uint64_t Seed) = 0;
  /// The plan of Stage::Certify for \p Source, whose constants may shape it.
  virtual std::vector<Case> certification(const WorkSource &Source,
                                          uint64_t Seed);
  /// Cases for \p Source that nobody may see before it is judged; none where
  /// the workbench draws none.
  virtual std::vector<Case> heldOut(const WorkSource &Source, uint64_t Seed);
  /// Errors: DoesNotCompile, Undecided.
  virtual llvm::Expected<WorkSource> parse(llvm::StringRef Text) = 0;
  virtual llvm::Expected<WorkSource> rewrite(const WorkSource &From,
                                             const EditScript &Script) = 0;
  /// The same for every text that differs in comments and white space only.
  virtual std::string fingerprint(llvm::StringRef Text) = 0;
  virtual GateVerdict checkSource(const WorkSource &Source) = 0;
  virtual GateVerdict checkEdit(const WorkSource &Before,
                                const WorkSource &After) = 0;
  virtual llvm::Expected<Verdict> judge(llvm::StringRef Text,
                                        llvm::ArrayRef<Case> Cases, Stage S,
                                        bool StopAtFirstFailure) = 0;
  virtual std::vector<Symptom> diagnose(const Verdict &V) = 0;
};

/// The workbench of real kernels. \p Op, \p Eval and \p Base must outlive it.
std::unique_ptr<Workbench> createWorkbench(const Operator &Op, Evaluator &Eval,
                                           const KnowledgeBase &Base,
                                           llvm::StringRef FileName);

} // namespace kmend

#endif // KMEND_REPAIR_WORKBENCH_H
