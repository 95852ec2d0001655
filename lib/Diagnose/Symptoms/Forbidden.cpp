//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EventSymptom.h"

namespace kmend {

std::optional<Symptom> findForbidden(const Evidence &E) {
  return eventSymptom(E, {EventKind::Forbidden}, "a run did what none may do");
}

} // namespace kmend
