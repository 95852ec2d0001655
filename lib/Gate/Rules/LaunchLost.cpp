//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Rules.h"

namespace kmend {

static void check(const RuleInput &In, Findings &Out) {
  In.eachEntry([&](const EntryFact &B, const EntryFact &A) {
    if (!B.Launches.empty() && A.Launches.empty()) {
      Out.reject(A.Where, "'" + A.Name + "' launches no kernel any more");
      return;
    }
    auto Stops = [](const EntryFact &E) -> size_t {
      for (size_t I = 1; I < E.Repeats.size(); ++I)
        if (E.Repeats.front() && !E.Repeats[I])
          return I + 1;
      return 0;
    };
    if (size_t Call = Stops(A); Call && !Stops(B)) {
      Out.reject(A.Where, "call number " + llvm::Twine(Call) +
                              " with the same arguments launches nothing");
      return;
    }
    // For one value of one extent, whatever the others are.
    std::map<std::pair<unsigned, int64_t>, std::pair<int, int>> Tried;
    for (const TrialFact &Had : B.Trials)
      for (const TrialFact &Has : A.Trials)
        if (Had.Parameter == Has.Parameter && Had.Value == Has.Value &&
            Had.Others == Has.Others && Had.Launches.value_or(0) > 0 &&
            Has.Launches) {
          auto &[All, None] = Tried[{Has.Parameter, Has.Value}];
          ++All;
          None += *Has.Launches == 0;
        }
    for (const auto &[Where, Counts] : Tried)
      if (Counts.second && Counts.first == Counts.second) {
        Out.reject(A.Where, "nothing is launched for " +
                                A.Parameters[Where.first].Name + " = " +
                                llvm::Twine(Where.second));
        return;
      }
    for (const auto &[Where, Counts] : Tried)
      if (Counts.second) {
        Out.suspect(A.Where, "for some extents nothing is launched, with " +
                                 A.Parameters[Where.first].Name + " = " +
                                 llvm::Twine(Where.second));
        return;
      }
  });
}

extern const Rule launchLostRule;
const Rule launchLostRule = {"launch-lost",
                             "something is launched wherever something was",
                             true, Severity::Reject, check};

} // namespace kmend
