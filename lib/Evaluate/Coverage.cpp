//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Evaluate/Coverage.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

namespace kmend {

void Coverage::add(const RunResult &R) {
  if (R.Status != RunStatus::Ok)
    return;
  Measured = true;
  for (const BranchOutcome &B : R.Branches)
    Ways[B.Way] |= B.Taken;
}

size_t Coverage::covered() const {
  return llvm::count_if(Ways, [](const auto &Each) { return Each.second; });
}

std::vector<BranchWay> Coverage::uncovered() const {
  std::vector<BranchWay> List;
  for (const auto &[Way, Taken] : Ways)
    if (!Taken)
      List.push_back(Way);
  return List;
}

std::vector<std::string> Coverage::describeUncovered() const {
  std::vector<std::string> Lines;
  for (auto Begin = Ways.begin(), End = Begin; Begin != Ways.end();
       Begin = End) {
    while (End != Ways.end() && End->first.sameBranch(Begin->first))
      ++End;
    const std::string Place = Begin->first.Where.str() + ": ";
    auto IsTaken = [](const auto &Each) { return Each.second; };
    if (std::none_of(Begin, End, IsTaken)) {
      Lines.push_back(Place + "the condition was never reached");
      continue;
    }
    for (auto It = Begin; It != End; ++It)
      if (!It->second)
        Lines.push_back(Place + It->first.describeUncovered());
  }
  return Lines;
}

} // namespace kmend
