//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From the run of a case to its result, and from results to an outcome.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EVALUATE_JUDGE_H
#define KMEND_LIB_EVALUATE_JUDGE_H

#include "References.h"
#include "kmend/Evaluate/Verdict.h"

namespace kmend {

/// Whether a run with such an event fails whatever it computed. \p NothingToDo:
/// every output is empty, so that an empty grid is no fault.
bool isFault(const Event &E, bool NothingToDo);

/// Judges the run \p R of \p C against what was prepared for it. The outputs
/// that were compared are left in Got and Want when the case fails.
CaseResult judge(const Case &C, const Prepared &P, RunResult R);

/// Sets outcome and reason of \p V from its cases.
void conclude(Verdict &V, const Operator &Op);

} // namespace kmend

#endif // KMEND_LIB_EVALUATE_JUDGE_H
