//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Evaluate/Coverage.h"
#include "llvm/ADT/STLExtras.h"

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

} // namespace kmend
