//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EventSymptom.h"

namespace kmend {

std::optional<Symptom> findMisaligned(const Evidence &E) {
  return eventSymptom(E, {EventKind::Misaligned},
                      "an address is no multiple of what the access demands");
}

} // namespace kmend
