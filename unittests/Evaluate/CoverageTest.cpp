//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Evaluate/CoverageGrowth.h"
#include "TestOperator.h"
#include "kmend/Evaluate/Evaluator.h"

using namespace kmend;

namespace {

BranchOutcome outcome(unsigned Line, BranchWay::Kind Kind, bool Taken) {
  BranchOutcome B;
  B.Way.Where = {"k.cu", Line, 7};
  B.Way.Way = Kind;
  B.Taken = Taken;
  return B;
}

RunResult branches(std::vector<BranchOutcome> List) {
  RunResult R;
  R.Branches = std::move(List);
  return R;
}

using Kind = BranchWay::Kind;

TEST(Coverage, JoinsRuns) {
  Coverage C;
  EXPECT_FALSE(C.measured());
  EXPECT_FALSE(C.complete());
  C.add(
      branches({outcome(4, Kind::True, true), outcome(4, Kind::False, false)}));
  EXPECT_EQ(C.branches(), 2u);
  EXPECT_EQ(C.covered(), 1u);
  ASSERT_EQ(C.uncovered().size(), 1u);
  EXPECT_EQ(C.uncovered()[0].describeUncovered(),
            "the condition was never false");
  RunResult Broken = branches({outcome(4, Kind::False, true)});
  Broken.Status = RunStatus::Crash;
  C.add(Broken);
  EXPECT_FALSE(C.complete());
  C.add(
      branches({outcome(4, Kind::True, false), outcome(4, Kind::False, true)}));
  EXPECT_TRUE(C.complete());
}

TEST(Coverage, TellsOnceOfABranchThatWasNeverReached) {
  Coverage C;
  C.add(branches({outcome(9, Kind::True, false), outcome(9, Kind::False, false),
                  outcome(4, Kind::True, true), outcome(4, Kind::False, false),
                  outcome(11, Kind::Case, true),
                  outcome(11, Kind::Default, false)}));
  EXPECT_EQ(
      C.describeUncovered(),
      (std::vector<std::string>{"k.cu:4:7: the condition was never false",
                                "k.cu:9:7: the condition was never reached",
                                "k.cu:11:7: the default was never taken"}));
}

TEST(Coverage, ASourceWithoutBranchesIsCovered) {
  Coverage C;
  C.add(RunResult());
  EXPECT_TRUE(C.measured());
  EXPECT_TRUE(C.complete());
}

TEST(Coverage, NumbersNearABranch) {
  const char *Text = R"(#define TILE (48)
constexpr int Other = 77; // 99
__global__ void k(int n) {
  const char *s = "66"; s = 44;
  if (n > TILE) /* 55 */ return;


  if (n > 1'024u || n > Other)
    n = 8 * n + 5;
}
)";
  BranchWay Way;
  Way.Where = {"k.cu", 8, 9};
  EXPECT_EQ(numbersNear(Text, Way),
            (std::vector<int64_t>{1024, 77, 8, 5, 48, 44}));
}

/// A kernel with a branch that is taken for sizes above \p Limit.
FakeKernel branchAbove(size_t Limit) {
  return [=](const RunRequest &R) {
    RunResult Result = doubleSome(R, [](size_t, size_t) { return true; });
    if (R.MeasureBranches)
      Result.Branches = {
          outcome(2, Kind::True, R.Arguments[2].Integer == int64_t(Limit) + 1),
          outcome(2, Kind::False, true)};
    return Result;
  };
}

class CoverageGrowthTest : public ::testing::Test {
protected:
  TestFolder Folder;
  Operator Op = readTestOperator(Folder, DoubleYaml, DoubleReference);

  Verdict certify(FakeKernel Kernel, llvm::StringRef Text,
                  bool Measure = true) {
    FakeExecutor Exec(std::move(Kernel));
    EvaluateOptions Options;
    Options.MeasureCoverage = Measure;
    auto Judge = Evaluator::create(Op, Exec, std::move(Options));
    if (!Judge) {
      ADD_FAILURE() << llvm::toString(Judge.takeError());
      return {};
    }
    auto V = (*Judge)->evaluate(
        "k.cu", Text, planCases(Op, {Stage::Certify, 0, 0}), Stage::Certify);
    if (V)
      return std::move(*V);
    ADD_FAILURE() << llvm::toString(V.takeError());
    return {};
  }
};

// 52 is a size that no plan holds.
TEST_F(CoverageGrowthTest, FindsTheSizeThatABranchAsksFor) {
  for (const Case &C : planCases(Op, {Stage::Certify, 0, 0}))
    ASSERT_NE(C.Bound.Axes.at("n"), 52);
  Verdict V =
      certify(branchAbove(51), "int f(int n) {\n  if (n > 51) g();\n}\n");
  EXPECT_TRUE(V.passed()) << V.Reason;
  EXPECT_TRUE(V.Covered.complete());
  EXPECT_EQ(V.Covered.CasesAdded, 8u);
  EXPECT_EQ(V.Cases.size() + V.Skipped.size(), V.Planned);
}

TEST_F(CoverageGrowthTest, StopsWhereNothingIsGained) {
  Verdict V = certify(branchAbove(1000000),
                      "int f(int n) {\n  if (n > 1000000) g();\n}\n");
  EXPECT_TRUE(V.passed()) << V.Reason;
  EXPECT_EQ(V.Covered.covered(), 1u);
  EXPECT_EQ(V.Covered.CasesAdded, 16u);
}

TEST_F(CoverageGrowthTest, NothingIsAddedUnlessAskedOrWhenACaseFails) {
  const size_t Planned = planCases(Op, {Stage::Certify, 0, 0}).size();
  EXPECT_EQ(certify(branchAbove(51), "", /*Measure=*/false).Planned, Planned);
  Verdict V = certify(
      [](const RunRequest &R) {
        RunResult Result = freshResult(R);
        Result.Branches = {outcome(2, Kind::True, false),
                           outcome(2, Kind::False, true)};
        return Result;
      },
      "");
  EXPECT_EQ(V.Planned, Planned);
  EXPECT_EQ(V.Covered.CasesAdded, 0u);
}

// A case that was added counts like any other.
TEST_F(CoverageGrowthTest, AnAddedCaseCanFail) {
  Verdict V = certify(
      [](const RunRequest &R) {
        RunResult Result = branchAbove(51)(R);
        if (R.Arguments[2].Integer == 52)
          setFloat(Result.Outputs[1], 0, 1e6f);
        return Result;
      },
      "int f(int n) {\n  if (n > 51) g();\n}\n");
  EXPECT_EQ(V.Result, Outcome::Fail);
  EXPECT_NE(V.Reason.find("b(n=52)"), std::string::npos) << V.Reason;
}

// A failing case is run once more with indices checked; one that passes never.
TEST_F(CoverageGrowthTest, FailingCasesTellOfIndicesThatOverflow) {
  unsigned Checked = 0;
  FakeExecutor Exec([&](const RunRequest &R) {
    Checked += R.CheckIndices;
    RunResult Result = doubleSome(R, [](size_t I, size_t) { return I < 40; });
    if (R.CheckIndices)
      for (EventKind Kind :
           {EventKind::IndexOverflow, EventKind::EarlyReturn}) {
        Event E;
        E.Kind = Kind;
        Result.Events.push_back(E);
      }
    return Result;
  });
  for (bool Check : {false, true}) {
    EvaluateOptions Options;
    Options.CheckIndices = Check;
    auto Judge = Evaluator::create(Op, Exec, std::move(Options));
    ASSERT_TRUE(static_cast<bool>(Judge));
    auto V = (*Judge)->evaluate(
        "k.cu", "ok", planCases(Op, {Stage::Quick, 0, 0}), Stage::Quick);
    ASSERT_TRUE(static_cast<bool>(V));
    EXPECT_EQ(Checked, Check ? 1u : 0u);
    for (const CaseResult &C : V->Cases)
      for (const Event &E : C.Events) {
        EXPECT_EQ(E.Kind, EventKind::IndexOverflow);
        EXPECT_EQ(C.Ran.Bound.Axes.at("n"), 100);
      }
  }
}

} // namespace
