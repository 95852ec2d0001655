//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests an operator before anything is judged with it.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EVALUATE_OPERATORCHECK_H
#define KMEND_LIB_EVALUATE_OPERATORCHECK_H

#include "NullBaseline.h"
#include "llvm/Support/Error.h"

namespace kmend {

/// Error (InvalidInput) when the expected outputs of \p P are not finite where
/// the tolerance demands it.
llvm::Error checkFinite(const Prepared &P, const Workload &W);

/// Tries every null baseline on what each listed workload expects.
class BaselineCheck {
public:
  explicit BaselineCheck(const Operator &Op);
  void add(const Prepared &P);
  /// Error (InvalidInput) that names a baseline which passes every workload
  /// without being the answer, with a tolerance or a distribution under which
  /// it fails. \p Refs is asked for other distributions of \p C.
  /// A tolerance that the author gives and that lets float16 pass is permission
  /// to compute so: that is a line in \p Notes.
  llvm::Error result(References &Refs, const Case &C, unsigned Jobs,
                     std::vector<std::string> &Notes) const;

private:
  const Operator &Op;
  std::vector<BaselineScore> Scores;

  llvm::Expected<std::string> advice(const BaselineScore &S, References &Refs,
                                     const Case &C, unsigned Jobs) const;
};

/// Exchanges the contents of one input after the other, with declared inputs of
/// \p Cases. Error (InvalidInput): an input moves no result beyond its
/// tolerance in any of them, so that a kernel need not read it.
llvm::Error checkInfluence(const Operator &Op, References &Refs,
                           llvm::ArrayRef<Case> Cases, unsigned Jobs);

} // namespace kmend

#endif // KMEND_LIB_EVALUATE_OPERATORCHECK_H
