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
#include "llvm/Support/Error.h"

namespace kmend {

/// Error (InvalidInput) when the expected outputs of \p P are not finite where
/// the tolerance demands it.
llvm::Error checkFinite(const Prepared &P, const Workload &W);

/// Tries zeros, ones, the outputs left alone, and each input copied, over all
/// workloads. One that passes every one of them without being the exact answer
/// makes the operator invalid.
class NullBaselines {
public:
  explicit NullBaselines(const Operator &Op);
  void add(const Prepared &P);
  llvm::Error result() const;

private:
  struct Candidate {
    std::string Name;
    bool Passes = true, Exact = true;
  };
  const Operator &Op;
  std::vector<Candidate> Candidates;
  bool Any = false;
};

} // namespace kmend

#endif // KMEND_LIB_EVALUATE_NULLBASELINE_H
