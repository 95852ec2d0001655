//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What compiled code and the runtime share for counting steps: rounds of loops.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EXECUTE_SIMT_STEPS_H
#define KMEND_LIB_EXECUTE_SIMT_STEPS_H

#include "EntryPoints.h"
#include <cstdint>

namespace kmend {

/// A loop, as compiled code names it: a constant of this layout.
struct LoopSite {
  uint32_t Line, Column; ///< 0 when unknown
  char File[1];          ///< and what follows, to a NUL
};

/// The variable that compiled code counts down, and the function that it calls
/// with a LoopSite when nothing is left.
constexpr const char *StepsLeftName = "kmend_steps_left";
constexpr const char *OutOfStepsName = "kmend_out_of_steps";

void addStepCounter(EntryPointList &List);

/// Grants the run that begins \p Steps.
void grantSteps(uint64_t Steps);

} // namespace kmend

#endif // KMEND_LIB_EXECUTE_SIMT_STEPS_H
