//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FakeBench.h"
#include <gmock/gmock.h>

using namespace kmend;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

class RepairLoopTest : public testing::Test {
protected:
  RepairReport run(std::vector<std::vector<unsigned>> Lists,
                   llvm::StringRef Text = "00000000") {
    ListProposer P(std::move(Lists));
    return run(&P, Text);
  }

  RepairReport run(Proposer *P, llvm::StringRef Text = "00000000") {
    Options.OnEvent = [this](const llvm::json::Object &E) {
      Events.push_back(E.getString("event")->str());
    };
    auto R = repair(Bench, P, "", "input.cu", Text, Options);
    if (!R) {
      ADD_FAILURE() << llvm::toString(R.takeError());
      return {};
    }
    return std::move(*R);
  }

  size_t count(llvm::StringRef Event) {
    return llvm::count(Events, Event.str());
  }

  FakeBench Bench;
  RepairOptions Options;
  std::vector<std::string> Events;
};

TEST_F(RepairLoopTest, ACorrectCandidateIsCertifiedAndLeftAlone) {
  Bench.QuickCases = {{}, {}};
  Bench.HiddenCases = {{}};
  RepairReport R = run({{1}});
  EXPECT_EQ(R.Outcome, RepairOutcome::AlreadyCorrect);
  EXPECT_TRUE(R.Certified);
  EXPECT_EQ(R.CertifiedCases, 3u);
  EXPECT_EQ(R.Diff, "");
  EXPECT_EQ(count("proposed"), 0u);
}

TEST_F(RepairLoopTest, OneDefect) {
  Bench.QuickCases = {{}, {{3}, {}}, {{3}, {}}};
  RepairReport R = run({{1}, {2}, {3}, {4}});
  EXPECT_EQ(R.Outcome, RepairOutcome::Repaired);
  EXPECT_TRUE(R.Certified);
  EXPECT_EQ(R.Text, "00010000");
  EXPECT_THAT(R.Cards, ElementsAre("card-2"));
  EXPECT_THAT(R.Diff, HasSubstr("+00010000"));
  EXPECT_EQ(R.CandidatesTried, 3u);
  EXPECT_EQ(R.Symptoms.size(), 1u);
  EXPECT_DOUBLE_EQ(R.Matched, 1);
  EXPECT_LT(R.MatchedBefore, 1);
}

TEST_F(RepairLoopTest, AWrongCandidateCostsFailingCasesOnly) {
  Bench.QuickCases = {{}, {}, {{3}, {}}, {}, {{3}, {}}};
  run({{1}});
  // The input, then the first failing case, then the other one.
  EXPECT_THAT(Bench.Judged,
              ElementsAre("00000000 5", "01000000 1", "01000000 1"));
}

TEST_F(RepairLoopTest, WhatPassesIsReducedToTheSitesThatMatter) {
  Bench.QuickCases = {{{2, 5}, {}}};
  RepairReport R = run({{0, 1, 2, 3, 4, 5, 6, 7}});
  EXPECT_EQ(R.Outcome, RepairOutcome::Repaired);
  EXPECT_EQ(R.Text, "00100100");
  ASSERT_EQ(R.Edits.size(), 1u);
  EXPECT_THAT(R.Edits[0].Edits[0].Sites, ElementsAre(2u, 5u));
}

TEST_F(RepairLoopTest, TwoDefectsAreMendedOneAfterTheOther) {
  Bench.QuickCases = {{{1}, {}}, {{1, 4}, {}}, {{4}, {}}};
  RepairReport R = run({{0}, {1}, {2}, {4}});
  EXPECT_EQ(R.Outcome, RepairOutcome::Repaired);
  EXPECT_EQ(R.Text, "01001000");
  EXPECT_THAT(R.Cards, ElementsAre("card-1", "card-3"));
  EXPECT_EQ(R.Edits.size(), 2u);
}

TEST_F(RepairLoopTest, AnEarlierEditThatIsNotNeededIsLeftOut) {
  // Bit 0 helps the first case as much as bit 5 does, and bit 5 helps all.
  Bench.QuickCases = {{{5}, {}}, {{5}, {}}};
  struct Misleading : FakeBench {
    llvm::Expected<Verdict> judge(llvm::StringRef Text,
                                  llvm::ArrayRef<Case> Cases, Stage S,
                                  bool Stop) override {
      auto V = FakeBench::judge(Text, Cases, S, Stop);
      if (V && Text[0] == '1')
        for (CaseResult &C : V->Cases)
          if (!C.Passed)
            C.Tensors[0].Mismatched = 1;
      return V;
    }
  } Bench2;
  Bench2.QuickCases = Bench.QuickCases;
  ListProposer P({{0}, {5}});
  auto R = repair(Bench2, &P, "", "input.cu", "00000000", Options);
  ASSERT_TRUE(!!R);
  EXPECT_EQ(R->Outcome, RepairOutcome::Repaired);
  EXPECT_EQ(R->Text, "00000100");
  EXPECT_THAT(R->Cards, ElementsAre("card-1"));
}

TEST_F(RepairLoopTest, ACaseThatOnlyCertificationKnowsJoinsTheSearch) {
  Bench.QuickCases = {{{1}, {}}};
  Bench.HiddenCases = {{{1}, {}}, {{6}, {}}};
  RepairReport R = run({{1}, {2}, {6}});
  EXPECT_EQ(R.Outcome, RepairOutcome::Repaired);
  EXPECT_EQ(R.Text, "01000010");
  EXPECT_EQ(count("certified"), 2u);
}

TEST_F(RepairLoopTest, AWiderEditIsTriedWhenTheSmallestFailsCertification) {
  Bench.QuickCases = {{{1}, {}}};
  Bench.HiddenCases = {{{3}, {}}};
  RepairReport R = run({{0, 1, 2, 3}});
  EXPECT_EQ(R.Outcome, RepairOutcome::Repaired);
  EXPECT_EQ(R.Text, "01010000");
  EXPECT_EQ(R.Edits.size(), 1u);
}

TEST_F(RepairLoopTest, AnInputThatFailsCertificationOnlyIsRepaired) {
  Bench.QuickCases = {{}};
  Bench.HiddenCases = {{{2}, {}}};
  RepairReport R = run({{1}, {2}});
  EXPECT_EQ(R.Outcome, RepairOutcome::Repaired);
  EXPECT_EQ(R.Text, "00100000");
}

TEST_F(RepairLoopTest, ACheatIsReportedBeforeAnythingRuns) {
  Bench.Cheats = true;
  Bench.QuickCases = {{}};
  RepairReport R = run({{1}});
  EXPECT_EQ(R.Outcome, RepairOutcome::Integrity);
  EXPECT_THAT(R.Reason, HasSubstr("calls fork"));
  ASSERT_EQ(R.Violations.size(), 1u);
  EXPECT_EQ(R.Violations[0].Where.Line, 3u);
  EXPECT_TRUE(Bench.Judged.empty());
}

TEST_F(RepairLoopTest, TheGateRefusesBeforeACandidateRuns) {
  Bench.QuickCases = {{{3}, {}}};
  Bench.GateRefuses = {3};
  ListProposer P({{3}});
  RepairReport R = run(&P);
  EXPECT_EQ(R.Outcome, RepairOutcome::Stagnated);
  EXPECT_EQ(R.CandidatesTried, 0u);
  EXPECT_THAT(Bench.Judged, ElementsAre("00000000 1"));
  ASSERT_EQ(P.Heard.size(), 1u);
  EXPECT_EQ(P.Heard[0].Result, Feedback::Kind::Refused);
  EXPECT_THAT(P.Heard[0].Reason, HasSubstr("loses a launch"));
}

TEST_F(RepairLoopTest, AScriptThatDoesNotApplyIsRefused) {
  Bench.QuickCases = {{{3}, {}}};
  Bench.DoesNotParse = {1};
  ListProposer P({{1}, {3}});
  RepairReport R = run(&P);
  EXPECT_EQ(R.Outcome, RepairOutcome::Repaired);
  EXPECT_EQ(P.Heard[0].Result, Feedback::Kind::Refused);
}

TEST_F(RepairLoopTest, ASourceIsRunOnce) {
  Bench.QuickCases = {{{3}, {}}};
  RepairReport R = run({{1}, {1}, {1}});
  EXPECT_EQ(R.CandidatesTried, 1u);
  EXPECT_EQ(R.Outcome, RepairOutcome::Stagnated);
}

TEST_F(RepairLoopTest, OnlySourcesSeenBeforeIsACycle) {
  // Every edit leads back: bit 1 is set already in all that can be reached.
  struct Circle : FakeBench {
    llvm::Expected<WorkSource> rewrite(const WorkSource &,
                                       const EditScript &) override {
      return WorkSource{"00000000#again", nullptr};
    }
  } Bench2;
  Bench2.QuickCases = {{{3}, {}}};
  ListProposer P({{1}, {2}});
  auto R = repair(Bench2, &P, "", "input.cu", "00000000", Options);
  ASSERT_TRUE(!!R);
  EXPECT_EQ(R->Outcome, RepairOutcome::Cycling);
}

TEST_F(RepairLoopTest, WhatIsNoNearMiss) {
  Bench.QuickCases = {{{3}, {}}};
  Bench.InputDoesNotParse = true;
  RepairReport R = run({{3}});
  EXPECT_EQ(R.Outcome, RepairOutcome::NotANearMiss);
  EXPECT_EQ(R.Reason, "build");
  EXPECT_THAT(R.Diagnostics, HasSubstr("input.cu:1:1: error: no"));

  Bench.InputDoesNotParse = false;
  Bench.AlwaysSays = Outcome::Build;
  EXPECT_EQ(run({{3}}).Outcome, RepairOutcome::NotANearMiss);
  Bench.AlwaysSays = Outcome::Unsupported;
  EXPECT_EQ(run({{3}}).Outcome, RepairOutcome::Unsupported);
  Bench.OperatorIsInvalid = true;
  R = run({{3}});
  EXPECT_EQ(R.Outcome, RepairOutcome::InvalidOperator);
  EXPECT_THAT(R.Reason, HasSubstr("zeros pass"));
}

TEST_F(RepairLoopTest, EachBudgetIsAnOutcome) {
  Bench.QuickCases = {{{7}, {}}};
  Options.Budget.Candidates = 2;
  RepairReport R = run({{1}, {2}, {3}, {7}});
  EXPECT_EQ(R.Outcome, RepairOutcome::OutOfCandidates);
  EXPECT_EQ(R.CandidatesTried, 2u);

  Options.Budget = RepairBudget();
  Options.Budget.Seconds = 0;
  EXPECT_EQ(run({{1}, {7}}).Outcome, RepairOutcome::OutOfTime);

  Options.Budget = RepairBudget();
  Options.Budget.Rounds = 1;
  Bench.QuickCases = {{{1, 2}, {}}};
  R = run({{1}, {2}});
  EXPECT_EQ(R.Outcome, RepairOutcome::OutOfRounds);
  EXPECT_EQ(R.Text, "01000000") << "the best checkpoint";
}

TEST_F(RepairLoopTest, NoProposerJudgesAndDiagnoses) {
  Bench.QuickCases = {{{7}, {}}};
  RepairReport R = run(nullptr);
  EXPECT_EQ(R.Outcome, RepairOutcome::Stagnated);
  EXPECT_EQ(R.Symptoms.size(), 1u);
}

TEST_F(RepairLoopTest, ReportAsJson) {
  Bench.QuickCases = {{{3}, {}}};
  llvm::json::Object O = toJson(run({{3}}));
  EXPECT_EQ(O.getInteger("schema_version"), 1);
  EXPECT_EQ(O.getString("outcome"), llvm::StringRef("repaired"));
  EXPECT_EQ(O.getInteger("candidates_tried"), 1);
  for (const char *Key : {"rounds", "seconds", "edits", "cards", "tokens",
                          "cost", "certified", "run"})
    EXPECT_TRUE(O.get(Key)) << Key;
}

} // namespace
