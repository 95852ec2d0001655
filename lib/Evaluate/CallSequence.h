//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Several calls of one candidate in one process. What a candidate keeps from
// call to call, in static data, in allocations or in the outputs themselves,
// shows when it is called again with other contents behind the same pointers.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EVALUATE_CALLSEQUENCE_H
#define KMEND_LIB_EVALUATE_CALLSEQUENCE_H

#include "References.h"
#include "kmend/Evaluate/Verdict.h"

namespace kmend {

/// One call: what it is asked, and how it differs from the first.
struct SequenceCall {
  Case Asked;
  bool KeepOutputs = false; ///< of the call before, in place of the poison
  bool RepeatsFirst = false;
  bool OtherShape = false; ///< a workload that is no matter of this case
  std::string Description; ///< `one element of x changed`
};

/// The calls of the sequence \p C: as \p C says; with all contents new; with
/// single elements of each input changed (influence); with another shape
/// between; and, last, as the first again, which must give the same bits.
std::vector<SequenceCall> callsOf(const Operator &Op, const Case &C);

/// Makes the calls of \p C and judges each. The result is that of the first
/// call that fails, or of the last; another shape that fails when it is alone,
/// too, says nothing here and ends the sequence. \p Configure completes a
/// request by what does not depend on the call. Empty when the operator does
/// not cover the first call, with the reason in \p Inadmissible.
llvm::Expected<std::optional<CaseResult>>
runCalls(const Operator &Op, References &Refs, Program &P, const Case &C,
         unsigned Jobs, llvm::function_ref<void(RunRequest &)> Configure,
         std::string &Inadmissible);

} // namespace kmend

#endif // KMEND_LIB_EVALUATE_CALLSEQUENCE_H
