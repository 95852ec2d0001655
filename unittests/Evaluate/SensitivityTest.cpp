//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Evaluate/Sensitivity.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace kmend;

namespace {

TEST(Noise, MovesByAtMostOneUnitAndLeavesZerosAlone) {
  std::vector<double> Values = {1, -3, 0, 1000};
  const std::vector<double> Before = Values;
  addNoise(Values, 1e-6, 1, false);
  for (size_t I = 0; I != Values.size(); ++I)
    EXPECT_LE(std::fabs(Values[I] - Before[I]),
              1e-6 * std::fabs(Before[I]) * (1 + 1e-9));
  EXPECT_EQ(Values[2], 0);
  EXPECT_NE(Values[0], Before[0]);
}

TEST(Noise, KeepsTiesWhenAsked) {
  std::vector<double> Values = {5, 7, 5, 7, 5};
  addNoise(Values, 1e-6, 1, true);
  EXPECT_EQ(Values[0], Values[2]);
  EXPECT_EQ(Values[0], Values[4]);
  EXPECT_NE(Values[0], 5);
  std::vector<double> Free = {5, 5};
  addNoise(Free, 1e-6, 1, false);
  EXPECT_NE(Free[0], Free[1]);
}

Case listed(Distribution D) {
  Case C;
  C.ListedWorkload = 0;
  C.Spread = D;
  return C;
}

TEST(TooSensitive, LimitsFollowTheDistribution) {
  const Sensitivity Some{0.5, 0};
  const SensitivityBaseline Calm;
  EXPECT_EQ(tooSensitive(listed(Distribution::Declared), {1e9, 0}, Calm), "");
  EXPECT_EQ(tooSensitive(listed(Distribution::Negative), Some, Calm), "");
  EXPECT_NE(tooSensitive(listed(Distribution::Large), Some, Calm), "");
  EXPECT_EQ(tooSensitive(listed(Distribution::Large), {0.05, 0}, Calm), "");
  EXPECT_NE(tooSensitive(listed(Distribution::Constant), Some, Calm), "");
  Case Boundary;
  EXPECT_NE(tooSensitive(Boundary, Some, Calm), "");
  EXPECT_EQ(tooSensitive(Boundary, {0.2, 0}, Calm), "");
}

TEST(TooSensitive, WhatIsUsualForTheOperatorIsAsked) {
  SensitivityBaseline Wild;
  Wild.Usual.Ratio = 10;
  EXPECT_EQ(tooSensitive(listed(Distribution::Constant), {12, 0}, Wild), "");
  EXPECT_NE(tooSensitive(listed(Distribution::Constant), {16, 0}, Wild), "");
}

TEST(TooSensitive, IntegerResultsThatHangOnRounding) {
  SensitivityBaseline Calm, Contract;
  Contract.Usual.Changed = 0.01;
  EXPECT_NE(tooSensitive(listed(Distribution::Ties), {0, 0.1}, Calm), "");
  EXPECT_EQ(tooSensitive(listed(Distribution::Ties), {0, 0.1}, Contract), "");
}

} // namespace
