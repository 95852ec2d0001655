//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A verdict as text and as the JSON of `kmend eval`.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_TOOLS_VERDICTJSON_H
#define KMEND_TOOLS_VERDICTJSON_H

#include "kmend/Evaluate/Verdict.h"
#include "llvm/Support/JSON.h"

namespace kmend {

/// The cases of one workload together.
struct WorkloadVerdict {
  const Workload *Bound = nullptr; ///< owned by the verdict
  int Listed = -1;                 ///< index in operator.yaml, -1: a boundary
  bool HeldOut = false;
  size_t Cases = 0, Failed = 0;
  uint64_t Elements = 0, Mismatched = 0;
  std::vector<const CaseResult *> Failures;

  double matchedRatio() const;
};

/// Groups the cases of \p V: listed workloads in the order of operator.yaml,
/// then boundary shapes in the order in which they ran.
std::vector<WorkloadVerdict> byWorkload(const Verdict &V);

/// The document of `eval --json` (schema version 1). \p Command followed by
/// `--case ID` runs one case again.
llvm::json::Object toJson(const Verdict &V, llvm::StringRef Command);

/// The same for people.
void printVerdict(const Verdict &V, llvm::StringRef Command,
                  llvm::raw_ostream &OS);

/// \p Text as one word of a shell's command line.
std::string shellWord(llvm::StringRef Text);

} // namespace kmend

#endif // KMEND_TOOLS_VERDICTJSON_H
