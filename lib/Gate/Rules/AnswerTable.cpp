//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Rules.h"

namespace kmend {

static void check(const RuleInput &In, Findings &Out) {
  In.eachEntry([&](const EntryFact &B, const EntryFact &A) {
    for (const auto &[Output, Fact] : A.Outputs) {
      auto At = B.Outputs.find(Output);
      if (At == B.Outputs.end() || !Fact.Data.has(Taint::Table))
        continue;
      const Taint &Had = At->second.Data;
      std::string Name = parameterNames(A, 1u << std::min(Output, 31u));
      if (Fact.Data.has(Taint::TableByExtent) && !Had.has(Taint::TableByExtent))
        Out.suspect(Fact.Where,
                    "the output " + Name +
                        " is made of a constant table that an extent indexes");
      else if (!Had.has(Taint::Table))
        Out.suspect(Fact.Where,
                    "the output " + Name + " is made of a constant table");
    }
  });
}

extern const Rule answerTableRule;
const Rule answerTableRule = {"answer-table",
                              "no constant table in what an output is made of",
                              true, Severity::Suspect, check};

} // namespace kmend
