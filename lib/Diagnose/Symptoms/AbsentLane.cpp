//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EventSymptom.h"

namespace kmend {

std::optional<Symptom> findAbsentLane(const Evidence &E) {
  return eventSymptom(E, {EventKind::AbsentLane},
                      "a shuffle reads a lane that takes no part");
}

} // namespace kmend
