//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EventSymptom.h"

namespace kmend {

std::optional<Symptom> findInputChanged(const Evidence &E) {
  return eventSymptom(E, {EventKind::InputChanged}, "an input was written to");
}

} // namespace kmend
