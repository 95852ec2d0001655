//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Evaluate/MismatchMap.h"
#include <algorithm>

namespace kmend {

/// Runs in turn, right first, or nothing when there are more than \p MaxRuns.
static bool runsOf(const std::vector<bool> &Wrong, size_t MaxRuns,
                   std::vector<uint64_t> &Lengths) {
  Lengths.clear();
  bool State = false;
  uint64_t Length = 0;
  for (bool Bit : Wrong) {
    if (Bit != State) {
      if (Lengths.size() == MaxRuns)
        return false;
      Lengths.push_back(Length);
      Length = 0;
      State = Bit;
    }
    ++Length;
  }
  if (State)
    Lengths.push_back(Length);
  return Lengths.size() <= MaxRuns;
}

MismatchRuns mismatchRuns(const std::vector<bool> &Wrong, size_t MaxRuns) {
  MismatchRuns Runs;
  MaxRuns = std::max<size_t>(MaxRuns, 2);
  std::vector<bool> Coarse(Wrong);
  while (!runsOf(Coarse, MaxRuns, Runs.Lengths)) {
    Runs.Cell *= 2;
    std::vector<bool> Half((Coarse.size() + 1) / 2);
    for (size_t I = 0; I != Coarse.size(); ++I)
      if (Coarse[I])
        Half[I / 2] = true;
    Coarse = std::move(Half);
  }
  return Runs;
}

} // namespace kmend
