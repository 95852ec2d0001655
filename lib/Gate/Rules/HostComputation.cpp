//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Rules.h"

namespace kmend {

static void check(const RuleInput &In, Findings &Out) {
  In.eachEntry([&](const EntryFact &B, const EntryFact &A) {
    auto Through = [](const EntryFact &E, bool Control) {
      for (const auto &[Output, Fact] : E.Outputs)
        if (Fact.Data.has(Taint::HostPath) ||
            (Control && Fact.Control.has(Taint::HostPath)))
          return true;
      return false;
    };
    SourceLocation Where = A.HostReads.empty() ? A.Where : A.HostReads.front();
    if (Through(A, false) && !Through(B, false))
      Out.reject(Where, "tensor data passes through the host on its way to an "
                        "output");
    else if (Through(A, true) && !Through(B, true))
      Out.reject(Where, "tensor data that the host has read decides what "
                        "happens to an output");
    else if (A.HostReads.size() > B.HostReads.size())
      Out.suspect(Where, "tensor data is copied to the host");
  });
}

extern const Rule hostComputationRule;
const Rule hostComputationRule = {"host-computation",
                                  "no work on tensor data by the host", true,
                                  Severity::Reject, check};

} // namespace kmend
