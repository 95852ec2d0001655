//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EventSymptom.h"

namespace kmend {

std::optional<Symptom> findEarlyReturn(const Evidence &E) {
  std::optional<Symptom> S =
      eventSymptom(E, {EventKind::EarlyReturn},
                   "threads had returned when others met at a barrier");
  // Right kernels do that as well, when nothing is missing of those threads.
  if (S)
    S->Confidence /= 2;
  return S;
}

} // namespace kmend
