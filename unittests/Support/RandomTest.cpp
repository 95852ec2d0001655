//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Support/Random.h"
#include "gtest/gtest.h"
#include <cmath>
#include <set>

using namespace kmend;

namespace {

TEST(Random, IsSplitMix64) {
  // The reference sequence of seed 1234567.
  Random R(1234567);
  EXPECT_EQ(R.next(), 6457827717110365317u);
  EXPECT_EQ(R.next(), 3203168211198807973u);
  EXPECT_EQ(R.next(), 9817491932198370423u);
}

TEST(Random, NamesHaveStreamsOfTheirOwn) {
  std::set<uint64_t> Firsts;
  for (uint64_t Seed : {0, 1, 2})
    for (const char *Name : {"", "x", "y", "xy"})
      Firsts.insert(Random(Seed, Name).next());
  EXPECT_EQ(Firsts.size(), 12u);
  EXPECT_EQ(Random(7, "x").next(), Random(7, "x").next());
}

TEST(Random, BelowStaysBelowAndReachesAll) {
  Random R(1);
  EXPECT_EQ(R.below(0), 0u);
  EXPECT_EQ(R.below(1), 0u);
  std::set<uint64_t> Seen;
  for (int I = 0; I < 200; ++I)
    Seen.insert(R.below(5));
  EXPECT_EQ(Seen, (std::set<uint64_t>{0, 1, 2, 3, 4}));
  for (int I = 0; I < 100; ++I)
    EXPECT_LT(R.below(0xc000000000000001u), 0xc000000000000001u);
}

TEST(Random, UniformAndNormalHaveTheirMoments) {
  Random R(3);
  const int N = 100000;
  double Sum = 0, NormalSum = 0, Squares = 0, Fourth = 0;
  for (int I = 0; I < N; ++I) {
    double U = R.uniform();
    ASSERT_TRUE(U >= 0 && U < 1);
    Sum += U;
    double Z = R.normal();
    NormalSum += Z;
    Squares += Z * Z;
    Fourth += Z * Z * Z * Z;
  }
  EXPECT_NEAR(Sum / N, 0.5, 0.01);
  EXPECT_NEAR(NormalSum / N, 0, 0.02);
  EXPECT_NEAR(Squares / N, 1, 0.02);
  EXPECT_NEAR(Fourth / N, 3, 0.15);
}

TEST(Random, NormalAgreesWithTheMathLibrary) {
  // The same polar method with the library's logarithm.
  Random R(11), Same(11);
  for (int I = 0; I < 1000; ++I) {
    double U, V, S;
    do {
      U = 2 * Same.uniform() - 1;
      V = 2 * Same.uniform() - 1;
      S = U * U + V * V;
    } while (S >= 1 || S == 0);
    double Factor = std::sqrt(-2 * std::log(S) / S);
    EXPECT_NEAR(R.normal(), U * Factor, 1e-14);
    EXPECT_NEAR(R.normal(), V * Factor, 1e-14);
  }
}

} // namespace
