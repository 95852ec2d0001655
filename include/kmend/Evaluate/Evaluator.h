//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs cases of a candidate and judges them.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_EVALUATE_EVALUATOR_H
#define KMEND_EVALUATE_EVALUATOR_H

#include "kmend/Evaluate/Verdict.h"
#include "kmend/Execute/Executor.h"
#include <functional>

namespace kmend {

struct EvaluateOptions {
  unsigned Jobs = 1;
  RunLimits Limits;
  CompileOptions Compile;
  bool StopAtFirstFailure = false;
  /// Certification measures which ways branches take and adds cases for those
  /// that none took (Verdict::Covered).
  bool MeasureCoverage = false;
  /// Failing cases are run once more to see whether an index overflowed.
  bool CheckIndices = false;
  /// Called after each case with the number done and planned.
  std::function<void(size_t, size_t)> Progress;
};

/// Holds an operator's compiled reference and its outputs so far, so that many
/// candidates are judged against one.
class Evaluator {
public:
  /// Compiles the reference of \p Op. Errors: the reference does not compile
  /// (DoesNotCompile). \p Op and \p Exec must outlive the evaluator.
  static llvm::Expected<std::unique_ptr<Evaluator>>
  create(const Operator &Op, Executor &Exec, EvaluateOptions Options);
  ~Evaluator();

  /// Checks the operator itself: the reference runs, is deterministic and
  /// finite where the tolerance demands it, no answer that computes nothing
  /// passes, and every input matters. Error: InvalidInput.
  llvm::Error checkOperator();
  /// What checkOperator saw that is no error, a line each.
  llvm::ArrayRef<std::string> operatorNotes() const;

  /// Compiles \p Text and runs \p Cases of it. A candidate that does not
  /// compile or is refused is a verdict (Build, Unsupported), not an error.
  llvm::Expected<Verdict> evaluate(llvm::StringRef FileName,
                                   llvm::StringRef Text,
                                   llvm::ArrayRef<Case> Cases, Stage S);

  EvaluateOptions &options();

private:
  struct Impl;
  explicit Evaluator(std::unique_ptr<Impl> I);
  std::unique_ptr<Impl> I;
};

} // namespace kmend

#endif // KMEND_EVALUATE_EVALUATOR_H
