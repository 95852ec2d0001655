//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EventSymptom.h"

namespace kmend {

std::optional<Symptom> findLaunchFailed(const Evidence &E) {
  return eventSymptom(E, {EventKind::LaunchFailed},
                      "a kernel was not launched");
}

} // namespace kmend
