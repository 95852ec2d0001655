//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Symptoms that an event of a run is by itself.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_DIAGNOSE_EVENTSYMPTOM_H
#define KMEND_LIB_DIAGNOSE_EVENTSYMPTOM_H

#include "Symptoms.h"

namespace kmend {

/// The symptom that events of \p Kinds are, in a failing case; none without
/// one. \p Text says what they mean.
std::optional<Symptom> eventSymptom(const Evidence &E,
                                    llvm::ArrayRef<EventKind> Kinds,
                                    llvm::StringRef Text);

} // namespace kmend

#endif // KMEND_LIB_DIAGNOSE_EVENTSYMPTOM_H
