//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Inputs and expected outputs of cases: made once for each workload,
// distribution and seed, kept while they fit, and shared by all candidates.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EVALUATE_REFERENCES_H
#define KMEND_LIB_EVALUATE_REFERENCES_H

#include "Sensitivity.h"
#include "kmend/Evaluate/Case.h"
#include "kmend/Evaluate/Comparison.h"
#include "kmend/Execute/Executor.h"
#include <list>
#include <map>
#include <memory>

namespace kmend {

/// What one (workload, distribution, seed) needs to run and to be judged.
struct Prepared {
  Binding B;
  /// Initial contents by tensor, in the tensor's dtype; empty for outputs that
  /// are not inout.
  std::vector<std::vector<char>> Initial;
  /// By output: doubles for floating tensors, else the dtype.
  std::vector<std::vector<char>> Want;
  std::vector<Tolerance> Allowed; ///< by output
  /// Why the operator cannot be asked for this case; empty when it can.
  std::string Inadmissible;

  uint64_t bytes() const;
  /// Output \p I as a tensor of the binding.
  const BoundTensor &output(size_t I) const;
};

/// Fills in what each output of \p P may be off by, given or derived.
void setTolerances(Prepared &P);

/// A candidate's run of \p C: the buffers and arguments of \p P, which was
/// prepared for it and must outlive the request, and order, poison and guards.
RunRequest candidateRequest(const Prepared &P, const Case &C);

class References {
public:
  /// \p Reference is null when the results of \p Op are stored.
  References(const Operator &Op, std::unique_ptr<Program> Reference,
             RunLimits Limits);

  /// What \p Cases need, in their order. Error: the reference fails on a listed
  /// workload with its declared inputs, or a workload does not bind
  /// (InvalidInput).
  llvm::Expected<std::vector<std::shared_ptr<const Prepared>>>
  prepare(llvm::ArrayRef<Case> Cases, unsigned Jobs);

  /// Runs the reference of \p C once more, on output buffers with other
  /// contents, and compares. Error: it differs (InvalidInput).
  llvm::Error checkRepeatable(const Case &C);

  /// A run of the reference of \p C whose input data, by tensor, doubles where
  /// floating, \p Change was allowed to change.
  llvm::Expected<RunResult>
  rerun(const Case &C,
        llvm::function_ref<void(std::vector<std::vector<char>> &)> Change);

private:
  struct Job;
  const Operator &Op;
  std::unique_ptr<Program> Reference;
  RunLimits Limits;
  std::optional<SensitivityBaseline> Usual;

  // Least recently used first.
  std::list<std::pair<std::string, std::shared_ptr<const Prepared>>> Recent;
  std::map<std::string, decltype(Recent)::iterator> Known;
  uint64_t CachedBytes = 0;

  std::shared_ptr<const Prepared> find(const std::string &Key);
  void remember(const std::string &Key, std::shared_ptr<const Prepared> P);
  /// prepare() of an operator with golden results (Golden.cpp).
  llvm::Expected<std::vector<std::shared_ptr<const Prepared>>>
  prepareStored(llvm::ArrayRef<Case> Cases);
  llvm::Expected<Job> makeJob(const Case &C) const;
  llvm::Error runJobs(llvm::MutableArrayRef<Job> Jobs, unsigned Parallel);
  llvm::Error measureUsual(unsigned Parallel);
  llvm::Error finish(Job &J) const;
};

} // namespace kmend

#endif // KMEND_LIB_EVALUATE_REFERENCES_H
