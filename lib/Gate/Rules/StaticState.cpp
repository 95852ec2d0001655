//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Rules.h"

namespace kmend {

static void check(const RuleInput &In, Findings &Out) {
  In.eachEntry([&](const EntryFact &B, const EntryFact &A) {
    std::set<std::string> Had;
    for (const StateFact &S : B.States)
      Had.insert(S.Name);
    Taint Data, Control;
    for (const auto &[Output, Fact] : A.Outputs) {
      Data |= Fact.Data;
      Control |= Fact.Control;
    }
    for (unsigned I = 0; I < A.States.size(); ++I) {
      const StateFact &S = A.States[I];
      if (Had.count(S.Name))
        continue;
      // An earlier call's tensors come back as data, or decide what happens.
      bool Returns = Data.has(Taint::State, I) && S.LeadsToTensor;
      bool Decides = (Data | Control).has(Taint::State, I) && S.KeepsTensor;
      bool Guards = false;
      for (const LaunchFact &L : A.Launches)
        Guards |= L.Guard.has(Taint::State, I);
      if (S.Counts && (Guards || (Data | Control).has(Taint::State, I)))
        Out.reject(S.Where, "'" + S.Name +
                                "' counts calls, and the count decides what "
                                "happens");
      else if ((Returns || Decides) && !S.Cleared && I + 1 < Taint::Width)
        Out.reject(S.Where, "'" + S.Name +
                                "' carries what one call has seen into the "
                                "result of the next");
      else
        Out.suspect(S.Where, "'" + S.Name + "' outlives the call");
    }
  });
}

extern const Rule staticStateRule;
const Rule staticStateRule = {"static-state",
                              "no memory of one call in another", true,
                              Severity::Reject, check};

} // namespace kmend
