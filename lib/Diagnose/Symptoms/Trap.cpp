//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EventSymptom.h"

namespace kmend {

std::optional<Symptom> findTrap(const Evidence &E) {
  return eventSymptom(E,
                      {EventKind::Trap, EventKind::Abort,
                       EventKind::IntegerDivideByZero,
                       EventKind::StackOverflow},
                      "a thread was ended");
}

} // namespace kmend
