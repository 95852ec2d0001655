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
    for (const auto &[Output, Had] : B.Outputs) {
      if (!Had.ByKernel)
        continue;
      std::string Name = parameterNames(A, 1u << std::min(Output, 31u));
      auto At = A.Outputs.find(Output);
      if (At == A.Outputs.end() || !At->second.Written)
        Out.reject(A.Where, "the output " + Name + " is never written");
      else if (!At->second.ByKernel)
        Out.reject(At->second.Where,
                   "no kernel of the source writes the output " + Name +
                       " any more");
      else if (At->second.Overwritten && !Had.Overwritten)
        Out.suspect(At->second.Where,
                    "what a kernel wrote to the output " + Name +
                        " is overwritten from outside a kernel");
    }
  });
}

extern const Rule outputLostRule;
const Rule outputLostRule = {"output-lost",
                             "kernels of the source write every output", true,
                             Severity::Reject, check};

} // namespace kmend
