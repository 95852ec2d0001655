//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The finders of symptoms, one file each. To add one: a file here, a line in
// this list, a test, a section in docs/Symptoms.md.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_DIAGNOSE_SYMPTOMS_H
#define KMEND_LIB_DIAGNOSE_SYMPTOMS_H

#include "../Evidence.h"

namespace kmend {
using SymptomFinder = std::optional<Symptom> (*)(const Evidence &);

#define KMEND_SYMPTOM(Name, Finder)                                            \
  std::optional<Symptom> Finder(const Evidence &E);
#include "Symptoms.def"
#undef KMEND_SYMPTOM

} // namespace kmend

#endif // KMEND_LIB_DIAGNOSE_SYMPTOMS_H
