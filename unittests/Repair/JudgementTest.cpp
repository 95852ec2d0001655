//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Repair/Judgement.h"
#include "kmend/Repair/Fingerprint.h"
#include <gtest/gtest.h>

using namespace kmend;

namespace {

CaseScore score(std::string Id, uint64_t Mismatched,
                RunStatus Status = RunStatus::Ok) {
  return {Id,         Mismatched == 0 && Status == RunStatus::Ok,
          Status,     100,
          Mismatched, ""};
}

ScoreTable table(std::vector<CaseScore> Scores) {
  ScoreTable T;
  for (const CaseScore &S : Scores)
    T[S.Id] = S;
  return T;
}

Judgement judgement(std::vector<CaseScore> Scores) {
  Judgement J;
  J.Cases = std::move(Scores);
  return J;
}

CaseScore threads(uint64_t Elements, uint64_t Threads) {
  CaseScore S;
  S.Id = "a";
  S.Elements = Elements;
  S.Threads = Threads;
  return S;
}

TEST(Degeneration, FewerThreadsThanElements) {
  ScoreTable Input = table({threads(1000, 1024)});
  EXPECT_NE(degeneration(Input, judgement({threads(1000, 32)})), "");
  EXPECT_NE(degeneration(Input, judgement({threads(1000, 1)})), "");
  EXPECT_EQ(degeneration(Input, judgement({threads(1000, 256)})), "");
  // One thread an element is enough, whatever there was before.
  EXPECT_EQ(degeneration(table({threads(1000, 256000)}),
                         judgement({threads(1000, 1024)})),
            "");
}

TEST(Degeneration, FarMoreThreadsThanElements) {
  ScoreTable Input = table({threads(1000, 256)});
  EXPECT_NE(degeneration(Input, judgement({threads(1000, 256000)})), "");
  EXPECT_EQ(degeneration(Input, judgement({threads(1000, 1280)})), "");
  // A reduction on one block may need a block for every row.
  EXPECT_EQ(degeneration(table({threads(2048, 256)}),
                         judgement({threads(2048, 2048 * 256)})),
            "");
}

TEST(Degeneration, NothingIsSaidOfAFailedLaunch) {
  EXPECT_EQ(
      degeneration(table({threads(1000, 0)}), judgement({threads(1000, 1)})),
      "");
}

TEST(Improvement, AllRightIsOneAndNothingChangedIsZero) {
  ScoreTable Before = table({score("a", 40), score("b", 0)});
  EXPECT_DOUBLE_EQ(improvement(Before, judgement({score("a", 0)})), 1);
  EXPECT_DOUBLE_EQ(improvement(Before, judgement({score("a", 40)})), 0);
}

TEST(Improvement, OnlyCasesThatRanAreCompared) {
  ScoreTable Before = table({score("a", 50), score("b", 100)});
  EXPECT_DOUBLE_EQ(improvement(Before, judgement({score("a", 0)})), 1);
}

TEST(Improvement, MoreWrongIsNegative) {
  ScoreTable Before = table({score("a", 50), score("b", 0)});
  EXPECT_LT(improvement(Before, judgement({score("a", 80)})), -0.05);
  EXPECT_LT(improvement(Before, judgement({score("a", 50), score("b", 10)})),
            -0.05);
}

TEST(Improvement, ACaseThatPassesCountsWhateverItsSize) {
  // One element of a hundred was wrong, and a whole other case stays wrong.
  ScoreTable Before = table({score("a", 1), score("b", 100)});
  EXPECT_GE(improvement(Before, judgement({score("a", 0), score("b", 100)})),
            0.1);
}

TEST(Improvement, RunningAtAllIsBetterThanCrashing) {
  ScoreTable Before = table({score("a", 100, RunStatus::Crash)});
  EXPECT_GT(improvement(Before, judgement({score("a", 100)})), 0.1);
}

TEST(Improvement, BreakingWhatPassedIsTheWorst) {
  ScoreTable Before = table({score("a", 0)});
  EXPECT_EQ(improvement(Before, judgement({score("a", 1)})), -1);
  EXPECT_EQ(improvement(Before, judgement({score("a", 0)})), 0);
}

TEST(Improvement, Thresholds) {
  EXPECT_EQ(classify(0.10), Feedback::Kind::Improved);
  EXPECT_EQ(classify(0.0999), Feedback::Kind::Stagnant);
  EXPECT_EQ(classify(-0.05), Feedback::Kind::Stagnant);
  EXPECT_EQ(classify(-0.0501), Feedback::Kind::Regressed);
}

TEST(Judgement, JsonRoundTrip) {
  Judgement J = judgement(
      {score("a", 3), score("b", 0), score("c", 100, RunStatus::Timeout)});
  J.Result = Outcome::Fail;
  J.Reason = "why";
  J.Planned = 5;
  J.Seconds = 0.5;
  auto Back = judgementFromJson(toJson(J));
  ASSERT_TRUE(Back);
  EXPECT_EQ(toJson(*Back), toJson(J));
  EXPECT_EQ(Back->Cases[2].Status, RunStatus::Timeout);
}

TEST(Judgement, DamagedJsonIsNone) {
  llvm::json::Object O = toJson(judgement({score("a", 3)}));
  for (const char *Key : {"outcome", "reason", "planned", "cases"}) {
    llvm::json::Object Cut = O;
    Cut.erase(Key);
    EXPECT_FALSE(judgementFromJson(Cut)) << Key;
  }
  O["outcome"] = "unheard-of";
  EXPECT_FALSE(judgementFromJson(O));
}

TEST(Fingerprint, CommentsAndWhiteSpaceDoNotCount) {
  EXPECT_EQ(fingerprint("int a = 1; // one\n"),
            fingerprint("int  a=1 ;/* two */"));
  EXPECT_EQ(fingerprint("in\\\nt a;"), fingerprint("int a;"));
  EXPECT_NE(fingerprint("int a = 1;"), fingerprint("int a = 2;"));
  EXPECT_NE(fingerprint("a + +b"), fingerprint("a ++b"));
  EXPECT_NE(fingerprint("f(\"a b\")"), fingerprint("f(\"ab\")"));
}

TEST(Fingerprint, LinesOfDirectivesCount) {
  EXPECT_EQ(fingerprint("int a;\n#define X 1\n"),
            fingerprint("int a;\n\n#define X 1\n"));
  EXPECT_NE(fingerprint("#define X 1\nint a;"),
            fingerprint("#define X 1 int a;"));
}

TEST(Fingerprint, AnyBytesAreFine) {
  EXPECT_NE(fingerprint(""), "");
  EXPECT_NE(fingerprint("\"open"), fingerprint("/* open"));
  EXPECT_NE(fingerprint(llvm::StringRef("a\0b", 3)), "");
}

} // namespace
