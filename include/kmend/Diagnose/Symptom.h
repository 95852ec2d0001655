//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Named patterns of a mismatch, and what was found of them.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_DIAGNOSE_SYMPTOM_H
#define KMEND_DIAGNOSE_SYMPTOM_H

#include "kmend/Evaluate/Verdict.h"
#include "llvm/Support/JSON.h"

namespace kmend {

/// A symptom that a verdict shows.
struct Symptom {
  std::string Name;      ///< `unwritten`, `tail-only`, ... (docs/Symptoms.md)
  double Confidence = 0; ///< 0 to 1
  llvm::json::Object Evidence; ///< the numbers it rests on
  std::string Text;            ///< one sentence for people
  SourceLocation Where;        ///< where an event names a place
};

/// All symptoms of the failing cases of \p V, strongest first. Operators and
/// verdicts are all that this looks at.
std::vector<Symptom> findSymptoms(const Operator &Op, const Verdict &V);

/// Names of all symptoms that can be found.
llvm::ArrayRef<llvm::StringRef> symptomNames();

} // namespace kmend

#endif // KMEND_DIAGNOSE_SYMPTOM_H
