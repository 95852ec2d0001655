//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FakeBench.h"
#include "kmend/Support/Files.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace kmend;
using testing::HasSubstr;
namespace fs = llvm::sys::fs;

namespace {

class RunRecordTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(fs::createUniqueDirectory("kmend-run-test", Root));
    Bench.QuickCases = {{{1}, {}}, {{1, 4}, {}}, {{4}, {}}};
    Bench.HiddenCases = {{{6}, {}}};
    Lists = {{0}, {1, 2}, {3}, {4}, {6}};
  }
  void TearDown() override { fs::remove_directories(Root); }

  std::string in(const llvm::Twine &Name) {
    llvm::SmallString<128> P(Root);
    llvm::sys::path::append(P, Name);
    return P.str().str();
  }

  llvm::Expected<RepairReport> run(llvm::StringRef Folder,
                                   bool Resume = false) {
    ListProposer P(Lists);
    Options.RunFolder = in(Folder);
    Options.Resume = Resume;
    return repair(Bench, &P, "", "input.cu", "00000000", Options);
  }

  std::string text(llvm::StringRef Folder, llvm::StringRef Name) {
    auto Text = readFile(in(Folder + "/" + Name));
    if (!Text) {
      ADD_FAILURE() << llvm::toString(Text.takeError());
      return "";
    }
    return std::move(*Text);
  }

  std::string failure(llvm::Expected<RepairReport> R, ExitCode Code) {
    if (R) {
      ADD_FAILURE() << "should have failed";
      return "";
    }
    std::string Text;
    llvm::raw_string_ostream OS(Text);
    EXPECT_EQ(reportError(R.takeError(), OS), Code);
    return Text;
  }

  /// report.json without what depends on the clock and the folder.
  static std::string comparable(const RepairReport &R) {
    llvm::json::Object O = toJson(R);
    O["seconds"] = 0;
    O["run"] = "";
    return llvm::formatv("{0:2}", llvm::json::Value(std::move(O))).str();
  }

  llvm::SmallString<128> Root;
  FakeBench Bench;
  RepairOptions Options;
  std::vector<std::vector<unsigned>> Lists;
};

TEST_F(RunRecordTest, FilesOfARepairedRun) {
  auto R = run("a");
  ASSERT_TRUE(!!R);
  EXPECT_EQ(R->Outcome, RepairOutcome::Repaired);
  EXPECT_EQ(text("a", "repaired.cu"), "01001010");
  EXPECT_EQ(text("a", "best.cu"), "01001010");
  EXPECT_EQ(text("a", "repaired.diff"), R->Diff);
  EXPECT_THAT(text("a", "run.json"), HasSubstr("candidate_sha256"));
  EXPECT_EQ(text("a", "rounds/01/candidate.cu"), "00000000");
  for (const char *Name : {"rounds/01/verdict.json", "rounds/01/findings.json",
                           "rounds/02/script.json", "report.json"}) {
    auto V = llvm::json::parse(text("a", Name));
    EXPECT_TRUE(!!V) << Name;
    if (!V)
      llvm::consumeError(V.takeError());
  }
  // Every line is an event with the next number.
  llvm::SmallVector<llvm::StringRef> Lines;
  std::string Journal = text("a", "events.jsonl");
  llvm::StringRef(Journal).split(Lines, '\n', -1, false);
  int64_t Number = 0;
  for (llvm::StringRef Line : Lines) {
    auto V = llvm::json::parse(Line);
    ASSERT_TRUE(!!V);
    EXPECT_EQ(V->getAsObject()->getInteger("number"), Number++);
    EXPECT_EQ(V->getAsObject()->getInteger("schema_version"), 1);
  }
}

TEST_F(RunRecordTest, NothingIsRepairedWithoutCertification) {
  Bench.HiddenCases = {{{7}, {}}};
  auto R = run("a");
  ASSERT_TRUE(!!R);
  EXPECT_EQ(R->Outcome, RepairOutcome::Stagnated);
  EXPECT_FALSE(fs::exists(in("a/repaired.cu")));
  EXPECT_FALSE(fs::exists(in("a/repaired.diff")));
  EXPECT_EQ(text("a", "best.cu").size(), 8u);
}

// The heart of the record: wherever kmend is killed, the resumed run ends as
// the undisturbed one and judges nothing twice.
TEST_F(RunRecordTest, ResumesAtEveryEventBoundaryAndInTheMiddleOfEveryLine) {
  auto Whole = run("whole");
  ASSERT_TRUE(!!Whole);
  const std::string Wanted = comparable(*Whole);
  const size_t JudgedInAll = Bench.Judged.size();
  const std::string Journal = text("whole", "events.jsonl");

  std::vector<size_t> Cuts = {0};
  for (size_t I = 0; I < Journal.size(); ++I)
    if (Journal[I] == '\n')
      Cuts.push_back(I + 1);
  ASSERT_GT(Cuts.size(), 20u);
  for (size_t I = 0; I < Cuts.size(); ++I)
    for (size_t Extra : {size_t(0), size_t(1), size_t(17)}) {
      size_t Cut = Cuts[I] + Extra;
      if (Cut > Journal.size() ||
          (Extra && I + 1 < Cuts.size() && Cut >= Cuts[I + 1]))
        continue;
      std::string Folder = llvm::formatv("cut-{0}", Cut);
      ASSERT_FALSE(fs::create_directory(in(Folder)));
      ASSERT_FALSE(llvm::errorToBool(
          writeFile(in(Folder + "/run.json"), text("whole", "run.json"))));
      ASSERT_FALSE(llvm::errorToBool(
          writeFile(in(Folder + "/events.jsonl"),
                    llvm::StringRef(Journal).take_front(Cut))));
      Bench.Judged.clear();
      auto R = run(Folder, /*Resume=*/true);
      ASSERT_TRUE(!!R) << llvm::toString(R.takeError());
      EXPECT_EQ(comparable(*R), Wanted) << "cut at " << Cut;
      EXPECT_EQ(text(Folder, "repaired.cu"), text("whole", "repaired.cu"));
      // Only a diagnosis may need a verdict again whose maps are gone.
      EXPECT_LE(Bench.Judged.size(), JudgedInAll + 1) << "cut at " << Cut;
      if (I + 1 == Cuts.size()) {
        EXPECT_TRUE(Bench.Judged.empty());
      }
      fs::remove_directories(in(Folder));
    }
}

TEST_F(RunRecordTest, AnInterruptedRunGoesOn) {
  auto Whole = run("whole");
  ASSERT_TRUE(!!Whole);
  const std::string Wanted = comparable(*Whole);
  const size_t JudgedInAll = Bench.Judged.size();
  for (size_t Stop = 1; Stop <= JudgedInAll; ++Stop) {
    std::string Folder = llvm::formatv("stop-{0}", Stop);
    bool Now = false;
    Bench.Judged.clear();
    Bench.OnJudge = [&] { Now = Bench.Judged.size() >= Stop; };
    Options.Interrupted = [&] { return Now; };
    auto R = run(Folder);
    ASSERT_TRUE(!!R);
    EXPECT_TRUE(R->Interrupted);
    EXPECT_FALSE(fs::exists(in(Folder + "/report.json")));
    Bench.OnJudge = nullptr;
    Options.Interrupted = nullptr;
    R = run(Folder, /*Resume=*/true);
    ASSERT_TRUE(!!R);
    EXPECT_FALSE(R->Interrupted);
    EXPECT_EQ(comparable(*R), Wanted) << "ended at " << Stop;
  }
}

TEST_F(RunRecordTest, AFinishedRunGoesOnWithALargerBudget) {
  Options.Budget.Candidates = 2;
  auto R = run("a");
  ASSERT_TRUE(!!R);
  EXPECT_EQ(R->Outcome, RepairOutcome::OutOfCandidates);
  Options.Budget.Candidates = 400;
  R = run("a", /*Resume=*/true);
  ASSERT_TRUE(!!R);
  EXPECT_EQ(R->Outcome, RepairOutcome::Repaired);
}

TEST_F(RunRecordTest, AFolderWithAnotherRunIsLeftAlone) {
  ASSERT_TRUE(!!run("a"));
  EXPECT_THAT(failure(run("a"), ExitCode::InvalidInput), HasSubstr("--resume"));
}

TEST_F(RunRecordTest, AFolderWithSomethingElseIsLeftAlone) {
  ASSERT_FALSE(fs::create_directory(in("a")));
  ASSERT_FALSE(llvm::errorToBool(writeFile(in("a/thesis.tex"), "x")));
  EXPECT_THAT(failure(run("a"), ExitCode::InvalidInput),
              HasSubstr("not empty"));
}

TEST_F(RunRecordTest, AFolderThatCannotBeMade) {
  ASSERT_FALSE(llvm::errorToBool(writeFile(in("file"), "x")));
  failure(run("file/run"), ExitCode::IO);
}

TEST_F(RunRecordTest, NothingToResume) {
  EXPECT_THAT(failure(run("missing", true), ExitCode::InvalidInput),
              HasSubstr("run.json"));
}

TEST_F(RunRecordTest, AnotherCandidateCannotBeResumed) {
  ASSERT_TRUE(!!run("a"));
  Options.Seed = 7;
  EXPECT_THAT(failure(run("a", true), ExitCode::InvalidInput),
              HasSubstr("another operator, candidate"));
}

TEST_F(RunRecordTest, ADamagedLineInTheMiddleIsAnErrorWithItsPlace) {
  ASSERT_TRUE(!!run("a"));
  std::string Journal = text("a", "events.jsonl");
  Journal.insert(Journal.find('\n') + 1, "{\"event\": oops\n");
  ASSERT_FALSE(llvm::errorToBool(writeFile(in("a/events.jsonl"), Journal)));
  EXPECT_THAT(failure(run("a", true), ExitCode::InvalidInput),
              HasSubstr("events.jsonl:2:1: error: damaged event"));
}

TEST_F(RunRecordTest, AnotherSchemaVersionIsRefused) {
  ASSERT_TRUE(!!run("a"));
  std::string Journal = text("a", "events.jsonl");
  size_t At = Journal.find("\"schema_version\":1");
  ASSERT_NE(At, std::string::npos);
  Journal.replace(At, 18, "\"schema_version\":2");
  ASSERT_FALSE(llvm::errorToBool(writeFile(in("a/events.jsonl"), Journal)));
  EXPECT_THAT(failure(run("a", true), ExitCode::InvalidInput),
              HasSubstr("another version"));
}

TEST_F(RunRecordTest, ADifferentPastIsRefused) {
  ASSERT_TRUE(!!run("a"));
  Lists = {{2}, {1, 2}, {4}, {6}};
  EXPECT_THAT(failure(run("a", true), ExitCode::InvalidInput),
              HasSubstr("start a new run"));
}

} // namespace
