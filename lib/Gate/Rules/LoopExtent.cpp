//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Rules.h"

namespace kmend {

static void check(const RuleInput &In, Findings &Out) {
  In.eachEntry([&](const EntryFact &B, const EntryFact &A) {
    if (!A.Complete || !B.Complete)
      return;
    uint32_t Extents = 0;
    for (unsigned I = 0; I < A.Parameters.size() && I < Taint::Width; ++I)
      if (A.Parameters[I].ParameterKind == ParameterFact::Kind::Extent)
        Extents |= 1u << I;
    uint32_t Lost = (B.LoopExtents | B.GridExtents) &
                    ~(A.LoopExtents | A.GridExtents) & Extents;
    if (!Lost)
      return;
    std::string Names = parameterNames(A, Lost);
    // The work is still cut off at the extent, but never goes on with it.
    if ((Lost & A.GuardExtents) == Lost && (Lost & B.LoopExtents) &&
        A.FixedLoops > B.FixedLoops)
      Out.reject(A.Where, "no loop or launch grows with " + Names +
                              " any more: a bound is fixed");
    else
      Out.suspect(A.Where,
                  "no loop or launch grows with " + Names + " any more");
  });
}

extern const Rule loopExtentRule;
const Rule loopExtentRule = {"loop-extent",
                             "loops and launches keep growing with the extents",
                             true, Severity::Reject, check};

} // namespace kmend
