//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether an index of a failing candidate overflowed.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EVALUATE_OVERFLOWNOTES_H
#define KMEND_LIB_EVALUATE_OVERFLOWNOTES_H

#include "References.h"
#include "kmend/Evaluate/Verdict.h"

namespace kmend {

/// Runs failing cases of \p V, the first of each of the two largest failing
/// workloads, once more with indices checked, and adds the events to their
/// results, behind the one that failed the case. A case that passes is never
/// run again, so that only failures pay.
llvm::Error noteIndexOverflow(References &Refs, Program &P,
                              const RunLimits &Limits, unsigned Jobs,
                              Verdict &V);

} // namespace kmend

#endif // KMEND_LIB_EVALUATE_OVERFLOWNOTES_H
