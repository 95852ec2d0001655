//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Covering.h"
#include "kmend/Support/Random.h"
#include <set>
#include <tuple>

namespace kmend {

namespace {
using Pair = std::tuple<unsigned, unsigned, unsigned, unsigned>;

class Selection {
public:
  Selection(
      llvm::ArrayRef<unsigned> Sizes,
      llvm::function_ref<PairNeed(unsigned, unsigned, unsigned, unsigned)> Need,
      uint64_t Seed)
      : Sizes(Sizes), Need(Need), Draw(Seed) {
    for (unsigned F = 0; F != Sizes.size(); ++F)
      for (unsigned G = F + 1; G != Sizes.size(); ++G)
        for (unsigned V = 0; V != Sizes[F]; ++V)
          for (unsigned W = 0; W != Sizes[G]; ++W)
            if (Need(F, V, G, W) == PairNeed::Needed)
              Open.insert({F, V, G, W});
  }

  std::vector<std::vector<unsigned>> rows() {
    std::vector<std::vector<unsigned>> Rows;
    while (!Open.empty()) {
      auto [F, V, G, W] = *Open.begin();
      std::vector<unsigned> Row(Sizes.size(), Unset);
      Row[F] = V;
      Row[G] = W;
      // A pair that no row can hold is given up rather than looped on.
      if (!fill(Row)) {
        Open.erase(Open.begin());
        continue;
      }
      for (unsigned A = 0; A != Sizes.size(); ++A)
        for (unsigned B = A + 1; B != Sizes.size(); ++B)
          Open.erase({A, Row[A], B, Row[B]});
      Rows.push_back(std::move(Row));
    }
    return Rows;
  }

private:
  static constexpr unsigned Unset = ~0u;
  llvm::ArrayRef<unsigned> Sizes;
  llvm::function_ref<PairNeed(unsigned, unsigned, unsigned, unsigned)> Need;
  Random Draw;
  std::set<Pair> Open;

  /// New pairs that value \p V of factor \p F adds to \p Row, or -1 when a pair
  /// would be forbidden.
  int gain(const std::vector<unsigned> &Row, unsigned F, unsigned V) const {
    int Count = 0;
    for (unsigned G = 0; G != Row.size(); ++G) {
      if (G == F || Row[G] == Unset)
        continue;
      Pair P = F < G ? Pair{F, V, G, Row[G]} : Pair{G, Row[G], F, V};
      auto [A, X, B, Y] = P;
      if (Need(A, X, B, Y) == PairNeed::Never)
        return -1;
      Count += Open.count(P);
    }
    return Count;
  }

  bool fill(std::vector<unsigned> &Row) {
    for (unsigned F = 0; F != Row.size(); ++F) {
      if (Row[F] != Unset)
        continue;
      int Best = -1;
      unsigned Start = Draw.below(Sizes[F]);
      for (unsigned I = 0; I != Sizes[F]; ++I) {
        unsigned V = (Start + I) % Sizes[F];
        if (int Gain = gain(Row, F, V); Gain > Best) {
          Best = Gain;
          Row[F] = V;
        }
      }
      if (Best < 0)
        return false;
    }
    return true;
  }
};
} // namespace

std::vector<std::vector<unsigned>> coverPairs(
    llvm::ArrayRef<unsigned> Sizes,
    llvm::function_ref<PairNeed(unsigned, unsigned, unsigned, unsigned)> Need,
    uint64_t Seed) {
  for (unsigned Size : Sizes)
    if (Size == 0)
      return {};
  return Selection(Sizes, Need, Seed).rows();
}

} // namespace kmend
