//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EventSymptom.h"

namespace kmend {

std::optional<Symptom> findOutOfBounds(const Evidence &E) {
  return eventSymptom(E, {EventKind::OutOfBounds, EventKind::OverwrittenGuard},
                      "an access lies outside its buffer");
}

} // namespace kmend
