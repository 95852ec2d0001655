//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Cases that nobody may see before a run ends.
//
//===----------------------------------------------------------------------===//

#include "FakeBench.h"
#include <gmock/gmock.h>

using namespace kmend;
using testing::HasSubstr;
using testing::Not;

namespace {

class HeldOutTest : public testing::Test {
protected:
  RepairReport run(std::vector<std::vector<unsigned>> Lists) {
    ListProposer P(std::move(Lists));
    Options.HeldOutSeed = 77;
    Options.OnEvent = [this](const llvm::json::Object &E) {
      Record +=
          llvm::formatv("{0}\n", llvm::json::Value(llvm::json::Object(E)));
    };
    auto R = repair(Bench, &P, "", "input.cu", "00000000", Options);
    for (const Feedback &F : P.Heard)
      Heard += F.Reason + "\n";
    if (R)
      return std::move(*R);
    ADD_FAILURE() << llvm::toString(R.takeError());
    return {};
  }

  FakeBench Bench;
  RepairOptions Options;
  std::string Record, Heard;
};

TEST_F(HeldOutTest, ARepairPassesThemToo) {
  Bench.QuickCases = {{{3}, {}}};
  Bench.HiddenCases = {{}};
  Bench.HeldOutCases = {{}, {}};
  RepairReport R = run({{3}});
  EXPECT_EQ(R.Outcome, RepairOutcome::Repaired);
  EXPECT_EQ(R.CertifiedCases, 4u);
  ASSERT_TRUE(R.HeldOutSeed);
  const std::string Seed = std::to_string(*R.HeldOutSeed);
  EXPECT_THAT(Record, Not(HasSubstr(Seed)));
  EXPECT_THAT(Record, Not(HasSubstr("n=200")));
  EXPECT_THAT(llvm::formatv("{0}", llvm::json::Value(toJson(R))).str(),
              HasSubstr("\"held_out_seed\":" + Seed));
}

TEST_F(HeldOutTest, OneThatFailsRefusesAndIsNotShown) {
  Bench.QuickCases = {{{3}, {}}};
  Bench.HeldOutCases = {{{}, {3}}, {}};
  RepairReport R = run({{3}, {4}});
  EXPECT_NE(R.Outcome, RepairOutcome::Repaired);
  EXPECT_FALSE(R.Certified);
  EXPECT_FALSE(R.HeldOutSeed);
  EXPECT_THAT(Record, HasSubstr("\"held_out\":{\"passed\":false"));
  EXPECT_THAT(Record, Not(HasSubstr("n=200")));
  EXPECT_THAT(Heard, Not(HasSubstr("n=200")));
}

TEST_F(HeldOutTest, AnotherSourceMayStillPassThem) {
  Bench.QuickCases = {{{3}, {}}};
  Bench.HeldOutCases = {{{5}, {}}};
  RepairReport R = run({{3}, {3, 5}});
  EXPECT_EQ(R.Outcome, RepairOutcome::Repaired);
  EXPECT_EQ(R.Text, "00010100");
}

TEST_F(HeldOutTest, TheInputsFailuresAreWhatTheSearchBeginsWith) {
  Bench.QuickCases = {{}};
  Bench.HeldOutCases = {{{6}, {}}};
  RepairReport R = run({{1}, {6}});
  EXPECT_EQ(R.Outcome, RepairOutcome::Repaired);
  EXPECT_EQ(R.Text, "00000010");
  // Known is the seed of the input's cases alone.
  EXPECT_THAT(Record, HasSubstr("held_out_seed"));
  ASSERT_TRUE(R.HeldOutSeed);
  EXPECT_THAT(Record, Not(HasSubstr(std::to_string(*R.HeldOutSeed))));
}

} // namespace
