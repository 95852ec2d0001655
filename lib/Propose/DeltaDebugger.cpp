//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Propose/DeltaDebugger.h"
#include "llvm/ADT/STLExtras.h"

namespace kmend {

DeltaDebugger::DeltaDebugger(size_t Count) {
  for (size_t I = 0; I < Count; ++I)
    Current.push_back(static_cast<unsigned>(I));
}

std::vector<unsigned> DeltaDebugger::part(size_t Index) const {
  size_t Size = Current.size();
  size_t Begin = Index * Size / Parts, End = (Index + 1) * Size / Parts;
  return std::vector<unsigned>(Current.begin() + Begin, Current.begin() + End);
}

std::vector<unsigned> DeltaDebugger::without(size_t Index) const {
  std::vector<unsigned> Cut = part(Index), Rest;
  for (unsigned E : Current)
    if (!llvm::is_contained(Cut, E))
      Rest.push_back(E);
  return Rest;
}

std::optional<std::vector<unsigned>> DeltaDebugger::next() {
  while (Current.size() > 1) {
    Parts = std::min(Parts, Current.size());
    // First each part alone, then all but one part. With two parts these are
    // the same sets.
    size_t Steps = Parts == 2 ? 2 : 2 * Parts;
    for (; Position < Steps; ++Position) {
      Asked = Position < Parts ? part(Position) : without(Position - Parts);
      if (!Asked.empty() && Asked.size() < Current.size() &&
          !llvm::is_contained(Failed, Asked))
        return Asked;
    }
    if (Parts >= Current.size())
      return std::nullopt;
    Parts *= 2;
    Position = 0;
  }
  return std::nullopt;
}

void DeltaDebugger::answer(bool Holds) {
  if (!Holds) {
    Failed.push_back(Asked);
    ++Position;
    return;
  }
  bool WasPart = Position < Parts;
  Current = Asked;
  Parts = WasPart ? 2 : std::max<size_t>(Parts - 1, 2);
  Position = 0;
}

} // namespace kmend
