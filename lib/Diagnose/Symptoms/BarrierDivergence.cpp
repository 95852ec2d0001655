//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EventSymptom.h"

namespace kmend {

std::optional<Symptom> findBarrierDivergence(const Evidence &E) {
  return eventSymptom(E, {EventKind::BarrierDivergence},
                      "threads of one block wait at different barriers");
}

} // namespace kmend
