//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Report/RepairText.h"
#include <gmock/gmock.h>

using namespace kmend;
using testing::HasSubstr;
using testing::Not;

namespace {

llvm::json::Object parse(llvm::StringRef Text) {
  auto V = llvm::json::parse(Text);
  if (!V) {
    ADD_FAILURE() << llvm::toString(V.takeError());
    return {};
  }
  return std::move(*V->getAsObject());
}

const char *const Proposed =
    R"({"event":"proposed","candidate":3,"script":{"edits":[
        {"op":"apply_card","card":"grid-floor-division","sites":[2]}]}})";
const char *const Stagnant =
    R"({"event":"result","candidate":3,"result":"stagnant","by":"evaluate",
        "improvement":0.02,"reason":""})";
const char *const Improved =
    R"({"event":"result","candidate":3,"result":"improved","by":"evaluate",
        "improvement":0.5,"reason":"","judgement":{"matched_ratio":0.75}})";

std::string render(RepairText::Mode Mode, std::vector<const char *> Events) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  RepairText R(OS, Mode);
  for (const char *E : Events)
    R.event(parse(E));
  R.clear();
  return Text;
}

TEST(RepairText, ALineACandidateInAPipe) {
  EXPECT_EQ(render(RepairText::Mode::Lines, {Proposed, Stagnant}),
            "     3 grid-floor-division at site 2: stagnant (0.02)\n");
}

TEST(RepairText, OneLineOnATerminal) {
  std::string Text = render(RepairText::Mode::Terminal, {Proposed, Stagnant});
  EXPECT_THAT(Text, HasSubstr("grid-floor-division at site 2"));
  EXPECT_THAT(Text, Not(HasSubstr("\n")));
  Text = render(RepairText::Mode::Terminal, {Proposed, Improved, Proposed});
  EXPECT_THAT(Text, HasSubstr("improved (0.50)\n"));
  EXPECT_THAT(Text, HasSubstr("1 tried, best 75.00 %"));
  EXPECT_TRUE(llvm::StringRef(Text).ends_with("\x1b[K")) << "taken away";
}

TEST(RepairText, QuietSaysNothing) {
  EXPECT_EQ(render(RepairText::Mode::Quiet, {Proposed, Improved}), "");
}

TEST(RepairText, ARefusalNamesItsReason) {
  EXPECT_THAT(
      render(RepairText::Mode::Lines,
             {Proposed, R"({"event":"result","candidate":3,"result":"refused",
               "by":"gate","improvement":0,"reason":"lost-launch: none left"})"}),
      HasSubstr("refused (gate: lost-launch: none left)"));
}

TEST(RepairText, JudgedNamesTheFailingCases) {
  std::string Text =
      render(RepairText::Mode::Lines,
             {R"({"event":"judged","candidate":0,"outcome":"fail","reason":"x",
           "failed":1,"matched_ratio":0.999999,"cases":[
           {"id":"w0","passed":true},
           {"id":"w1","passed":false,"reason":"y: 3 of 9 wrong"}]})"});
  EXPECT_THAT(Text, HasSubstr("1 of 2 cases fail"));
  EXPECT_THAT(Text, HasSubstr("case w1: y: 3 of 9 wrong"));
  EXPECT_THAT(Text, Not(HasSubstr("w0")));
  EXPECT_THAT(Text, HasSubstr("99.99 %")) << "wrong is never rounded to right";
}

TEST(RepairText, EventsOfAnyShapeAreHarmless) {
  for (const char *E :
       {"{}", R"({"event":"judged"})", R"({"event":"proposed","script":7})",
        R"({"event":"result"})", R"({"event":"diagnosed","symptoms":[1]})",
        R"({"event":"gate","violations":[[]]})", R"({"event":"certified"})",
        R"({"event":"unheard-of"})"})
    render(RepairText::Mode::Lines, {E});
}

TEST(PrintReport, ARepair) {
  RepairReport R;
  R.Outcome = RepairOutcome::Repaired;
  R.Certified = true;
  R.CertifiedCases = 120;
  R.Cards = {"grid-floor-division"};
  R.Rounds = 1;
  R.CandidatesTried = 7;
  R.Diff = "--- a/x.cu\n+++ b/x.cu\n";
  R.RunFolder = "kmend-run-x-1";
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  printReport(R, OS);
  EXPECT_EQ(Text, "repaired with grid-floor-division; certified on 120 cases\n"
                  "1 round and 7 candidates in 0.0 s\n"
                  "run: kmend-run-x-1\n"
                  "--- a/x.cu\n+++ b/x.cu\n");
}

TEST(PrintReport, AnIntegrityVerdictShowsTheViolations) {
  RepairReport R;
  R.Outcome = RepairOutcome::Integrity;
  R.Reason = "the candidate breaks a rule";
  R.Violations.push_back(
      {"no-process", Severity::Reject, {"x.cu", 3, 5}, "calls fork"});
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  printReport(R, OS);
  EXPECT_THAT(Text, HasSubstr("integrity: the candidate breaks a rule\n"
                              "x.cu:3:5: error: calls fork [no-process]\n"));
}

} // namespace
