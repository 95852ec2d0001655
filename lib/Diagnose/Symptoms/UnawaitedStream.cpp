//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EventSymptom.h"

namespace kmend {

std::optional<Symptom> findUnawaitedStream(const Evidence &E) {
  return eventSymptom(E, {EventKind::UnawaitedStream},
                      "nothing waits for a stream");
}

} // namespace kmend
