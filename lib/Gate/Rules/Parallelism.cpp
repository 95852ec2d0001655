//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Rules.h"

namespace kmend {

/// Whether every launch that writes an output is one thread, or one block of a
/// fixed size.
static bool allAre(const EntryFact &E, bool OneThread) {
  bool Any = false;
  for (const LaunchFact &L : E.Launches) {
    if (L.Writes.empty())
      continue;
    Any = true;
    bool Thread = L.GridSize == 1 && L.BlockSize == 1;
    bool Block = L.GridSize == 1 && L.BlockSize.has_value();
    if (OneThread ? !Thread : !Block)
      return false;
  }
  return Any;
}

static void check(const RuleInput &In, Findings &Out) {
  In.eachEntry([&](const EntryFact &B, const EntryFact &A) {
    if (!A.Complete || !B.Complete)
      return;
    const SourceLocation &Where =
        A.Launches.empty() ? A.Where : A.Launches.front().Where;
    if (allAre(A, true) && !allAre(B, true)) {
      Out.reject(Where, "a single thread does all the work now");
      return;
    }
    bool Lost = false;
    for (const auto &[Output, Had] : B.Outputs) {
      auto At = A.Outputs.find(Output);
      if (At != A.Outputs.end() && At->second.ByKernel &&
          Had.Data.has(Taint::Thread) && !At->second.Data.has(Taint::Thread)) {
        Lost = true;
        Out.reject(At->second.Where,
                   "which thread runs no longer matters to the output " +
                       parameterNames(A, 1u << std::min(Output, 31u)) +
                       ": one does all the work");
      }
    }
    if (!Lost && allAre(A, false) && !allAre(B, false))
      Out.suspect(Where, "a single block of a fixed size does all the work "
                         "now");
  });
}

extern const Rule parallelismRule;
const Rule parallelismRule = {"parallelism",
                              "the work stays spread over threads and blocks",
                              true, Severity::Reject, check};

} // namespace kmend
