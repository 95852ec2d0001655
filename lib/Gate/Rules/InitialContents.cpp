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
    // Without an operator nobody says which outputs are read, too.
    bool Known = !In.Policy.OutputParameters.empty();
    auto Reads = [](const EntryFact &E) {
      uint32_t Mask = 0;
      for (const auto &[Output, Fact] : E.Outputs)
        if (!E.Parameters[Output].InOut)
          for (const auto &[Other, F] : E.Outputs)
            if ((F.Data | F.Control).has(Taint::Contents, Output))
              Mask |= 1u << std::min(Output, Taint::Width - 1);
      return Mask;
    };
    uint32_t New = Reads(A) & ~Reads(B);
    for (const auto &[Output, Fact] : A.Outputs)
      if (New & (1u << std::min(Output, Taint::Width - 1)))
        Out.add(Known ? Severity::Reject : Severity::Suspect, Fact.Where,
                "the output '" + A.Parameters[Output].Name +
                    "' is read before this call has written it; what it "
                    "holds then is nobody's data");
  });
}

extern const Rule initialContentsRule;
const Rule initialContentsRule = {
    "initial-contents", "no use of what an output holds before the call", true,
    Severity::Reject, check};

} // namespace kmend
