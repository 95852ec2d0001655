//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Cases that differ in one thing only: what changes the result.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_DIAGNOSE_REPEATS_H
#define KMEND_LIB_DIAGNOSE_REPEATS_H

#include "Symptoms.h"

namespace kmend {

/// Two cases on the same workload and inputs.
struct RepeatPair {
  const CaseResult *One = nullptr, *Other = nullptr;
};

/// Pairs of cases with the same workload, distribution and seed, of which at
/// least one fails, and that agree in everything but the schedule (\p
/// BySchedule) or but the poison.
std::vector<RepeatPair> repeats(const Evidence &E, bool BySchedule);

/// Whether the two ended differently: one passes, or other elements are wrong,
/// or other values stand there.
bool endedDifferently(const RepeatPair &P);

/// Whether elements that were written hold other values in the two.
bool wroteOtherValues(const RepeatPair &P);

} // namespace kmend

#endif // KMEND_LIB_DIAGNOSE_REPEATS_H
