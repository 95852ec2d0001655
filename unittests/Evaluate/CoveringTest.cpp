//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Evaluate/Covering.h"
#include "gtest/gtest.h"

using namespace kmend;

namespace {

TEST(Covering, EveryNeededPairOccursInFewRows) {
  const unsigned Sizes[] = {7, 9, 3, 5, 2};
  auto Need = [](unsigned, unsigned, unsigned, unsigned) {
    return PairNeed::Needed;
  };
  auto Rows = coverPairs(Sizes, Need, 1);
  for (unsigned F = 0; F != 5; ++F)
    for (unsigned G = F + 1; G != 5; ++G)
      for (unsigned V = 0; V != Sizes[F]; ++V)
        for (unsigned W = 0; W != Sizes[G]; ++W)
          EXPECT_TRUE(llvm::any_of(
              Rows,
              [&](const auto &Row) { return Row[F] == V && Row[G] == W; }))
              << F << V << G << W;
  EXPECT_GE(Rows.size(), 63u);
  EXPECT_LE(Rows.size(), 80u);
}

TEST(Covering, PairsThatAreNeverDoNotOccur) {
  const unsigned Sizes[] = {4, 5, 3};
  auto Need = [](unsigned F, unsigned V, unsigned G, unsigned W) {
    return F == 0 && G == 1 && V == 3 && W > 1 ? PairNeed::Never
                                               : PairNeed::Needed;
  };
  auto Rows = coverPairs(Sizes, Need, 5);
  for (const auto &Row : Rows)
    EXPECT_FALSE(Row[0] == 3 && Row[1] > 1);
  EXPECT_FALSE(Rows.empty());
}

TEST(Covering, TheSameSeedGivesTheSameRows) {
  const unsigned Sizes[] = {6, 6, 4};
  auto Need = [](unsigned, unsigned, unsigned, unsigned) {
    return PairNeed::Needed;
  };
  EXPECT_EQ(coverPairs(Sizes, Need, 3), coverPairs(Sizes, Need, 3));
}

TEST(Covering, AnImpossiblePairIsGivenUp) {
  const unsigned Sizes[] = {2, 2, 1};
  // 0/1 with 1/1 is wanted, but neither goes with the only value of 2.
  auto Need = [](unsigned, unsigned V, unsigned G, unsigned) {
    return G == 2 && V == 1 ? PairNeed::Never : PairNeed::Needed;
  };
  auto Rows = coverPairs(Sizes, Need, 0);
  for (const auto &Row : Rows) {
    EXPECT_NE(Row[0], 1u);
    EXPECT_NE(Row[1], 1u);
  }
}

TEST(Covering, AFactorWithoutValuesGivesNoRows) {
  const unsigned Sizes[] = {2, 0};
  EXPECT_TRUE(coverPairs(
                  Sizes,
                  [](unsigned, unsigned, unsigned, unsigned) {
                    return PairNeed::Needed;
                  },
                  0)
                  .empty());
}

} // namespace
