//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Evaluate/Evaluator.h"
#include "TestOperator.h"

using namespace kmend;

namespace {

bool all(size_t, size_t) { return true; }

/// Evaluates a fake kernel on the quick plan of the doubling operator.
class EvaluatorTest : public ::testing::Test {
protected:
  TestFolder Folder;
  Operator Op;
  std::unique_ptr<FakeExecutor> Exec;
  std::unique_ptr<Evaluator> Judge;

  void SetUp() override {
    Op = readTestOperator(Folder, DoubleYaml, DoubleReference);
  }
  void start(FakeKernel Kernel, EvaluateOptions Options = {}) {
    Exec = std::make_unique<FakeExecutor>(std::move(Kernel));
    llvm::Expected<std::unique_ptr<Evaluator>> E =
        Evaluator::create(Op, *Exec, std::move(Options));
    ASSERT_TRUE(static_cast<bool>(E)) << llvm::toString(E.takeError());
    Judge = std::move(*E);
  }
  Verdict evaluate(llvm::StringRef Text = "ok", Stage S = Stage::Quick) {
    llvm::Expected<Verdict> V =
        Judge->evaluate("k.cu", Text, planCases(Op, {S, 0, 0}), S);
    if (V)
      return std::move(*V);
    ADD_FAILURE() << llvm::toString(V.takeError());
    return {};
  }
  Verdict judge(FakeKernel Kernel, EvaluateOptions Options = {}) {
    start(std::move(Kernel), std::move(Options));
    return Judge ? evaluate() : Verdict();
  }
};

TEST_F(EvaluatorTest, PassesARightKernelInBothStages) {
  start([](const RunRequest &R) { return doubleSome(R, all); });
  Verdict V = evaluate();
  EXPECT_EQ(V.Result, Outcome::Pass) << V.Reason;
  EXPECT_EQ(V.Cases.size(), 5u);
  EXPECT_EQ(V.matchedRatio(), 1);
  EXPECT_TRUE(V.Reason.empty());
  V = evaluate("ok", Stage::Certify);
  EXPECT_EQ(V.Result, Outcome::Pass) << V.Reason;
  EXPECT_GT(V.Cases.size(), 30u);
}

TEST_F(EvaluatorTest, FailsWhatLeavesATailUnwritten) {
  Verdict V = judge([](const RunRequest &R) {
    return doubleSome(R, [](size_t I, size_t N) { return I < N / 4 * 4; });
  });
  EXPECT_EQ(V.Result, Outcome::Fail);
  ASSERT_EQ(V.Cases.size(), 5u);
  EXPECT_TRUE(V.Cases[0].Passed);
  EXPECT_FALSE(V.Cases[1].Passed);
  EXPECT_EQ(V.Cases[1].Tensors[0].Unwritten, 3u);
  EXPECT_EQ(V.Cases[1].Got.size(), 1u);
  EXPECT_EQ(V.Cases[1].Want[0].size(), 7 * sizeof(double));
  EXPECT_TRUE(V.Cases[3].Passed);
  EXPECT_LT(V.matchedRatio(), 1);
  EXPECT_NE(V.Reason.find("2 of 5 cases failed"), std::string::npos)
      << V.Reason;
}

TEST_F(EvaluatorTest, StopsAtTheFirstFailureWhenAsked) {
  EvaluateOptions Options;
  Options.StopAtFirstFailure = true;
  Verdict V = judge([](const RunRequest &R) { return freshResult(R); },
                    std::move(Options));
  EXPECT_EQ(V.Result, Outcome::Fail);
  EXPECT_EQ(V.Cases.size(), 1u);
  EXPECT_EQ(V.Planned, 5u);
}

TEST_F(EvaluatorTest, ReportsProgressUpToThePlan) {
  std::vector<size_t> Seen;
  EvaluateOptions Options;
  Options.Progress = [&](size_t Done, size_t Planned) {
    Seen.push_back(Done);
    EXPECT_EQ(Planned, 5u);
  };
  judge([](const RunRequest &R) { return doubleSome(R, all); },
        std::move(Options));
  EXPECT_EQ(Seen, (std::vector<size_t>{1, 2, 3, 4, 5}));
}

TEST_F(EvaluatorTest, ACandidateThatDoesNotCompileIsAVerdict) {
  start([](const RunRequest &R) { return doubleSome(R, all); });
  Verdict V = evaluate("broken");
  EXPECT_EQ(V.Result, Outcome::Build);
  EXPECT_TRUE(V.Cases.empty());
  EXPECT_EQ(V.Reason, "k.cu:3:1: error: expected ';'");
  V = evaluate("refused");
  EXPECT_EQ(V.Result, Outcome::Unsupported);
  EXPECT_NE(V.Reason.find("wgmma"), std::string::npos);
}

TEST_F(EvaluatorTest, AnEventFailsACaseWithRightValues) {
  for (EventKind Kind : {EventKind::OutOfBounds, EventKind::OverwrittenGuard,
                         EventKind::InputChanged, EventKind::LaunchFailed}) {
    Verdict V = judge([&](const RunRequest &R) {
      RunResult Result = doubleSome(R, all);
      Event E;
      E.Kind = Kind;
      E.Message = "seen";
      Result.Events.push_back(E);
      return Result;
    });
    EXPECT_EQ(V.Result, Outcome::Fail) << name(Kind).str();
    EXPECT_NE(V.Reason.find("seen"), std::string::npos);
  }
}

TEST_F(EvaluatorTest, AnEventThatAGpuSurvivesLeavesTheValuesToDecide) {
  Verdict V = judge([&](const RunRequest &R) {
    RunResult Result = doubleSome(R, all);
    Event E;
    E.Kind = EventKind::AbsentLane;
    Result.Events.push_back(E);
    return Result;
  });
  EXPECT_EQ(V.Result, Outcome::Pass);
}

RunResult ended(const RunRequest &R, RunStatus Status,
                std::optional<EventKind> Kind = std::nullopt) {
  RunResult Result = doubleSome(R, all);
  Result.Status = Status;
  Result.Reason = "ended";
  Result.Outputs.clear();
  if (Kind) {
    Event E;
    E.Kind = *Kind;
    Result.Events.push_back(E);
  }
  return Result;
}

TEST_F(EvaluatorTest, MapsTheEndOfARunToAnOutcome) {
  const std::tuple<RunStatus, std::optional<EventKind>, Outcome> Rows[] = {
      {RunStatus::Crash, std::nullopt, Outcome::Crash},
      {RunStatus::Crash, EventKind::Abort, Outcome::Crash},
      {RunStatus::Crash, EventKind::Trap, Outcome::Crash},
      {RunStatus::Crash, EventKind::Misaligned, Outcome::Crash},
      {RunStatus::Crash, EventKind::OutOfBounds, Outcome::Fail},
      {RunStatus::Crash, EventKind::Deadlock, Outcome::Timeout},
      {RunStatus::Timeout, std::nullopt, Outcome::Timeout},
      {RunStatus::OutOfMemory, std::nullopt, Outcome::Crash},
      {RunStatus::Unsupported, std::nullopt, Outcome::Unsupported}};
  for (auto [Status, Kind, Expected] : Rows) {
    Verdict V = judge([&, Status = Status, Kind = Kind](const RunRequest &R) {
      return R.Arguments[2].Integer == 33 ? ended(R, Status, Kind)
                                          : doubleSome(R, all);
    });
    EXPECT_EQ(name(V.Result), name(Expected));
    EXPECT_FALSE(V.Reason.empty());
  }
}

TEST_F(EvaluatorTest, AFailureBesideAnUnsupportedCaseIsAFailure) {
  Verdict V = judge([](const RunRequest &R) {
    return R.Arguments[2].Integer == 33 ? ended(R, RunStatus::Unsupported)
                                        : freshResult(R);
  });
  EXPECT_EQ(V.Result, Outcome::Fail);
}

TEST_F(EvaluatorTest, ACaseWithoutAResultCountsAsAllWrong) {
  Verdict V = judge([](const RunRequest &R) {
    return R.Arguments[2].Integer == 100 ? ended(R, RunStatus::Crash)
                                         : doubleSome(R, all);
  });
  EXPECT_NEAR(V.matchedRatio(), 44.0 / 244, 1e-9);
}

TEST_F(EvaluatorTest, GivesUpAfterTwoRunsIntoALimit) {
  unsigned Runs = 0;
  Verdict V = judge([&](const RunRequest &R) {
    ++Runs;
    return ended(R, RunStatus::Timeout);
  });
  EXPECT_EQ(V.Result, Outcome::Timeout);
  EXPECT_EQ(Runs, 2u);
}

TEST_F(EvaluatorTest, ACaseThatIsSlowBecauseItYieldsIsLeftOut) {
  Verdict V = judge([&](const RunRequest &R) {
    return R.Order.Order == Schedule::Kind::Yield ? ended(R, RunStatus::Timeout)
                                                  : doubleSome(R, all);
  });
  EXPECT_EQ(V.Result, Outcome::Pass);
  EXPECT_EQ(V.Cases.size(), 4u);
  ASSERT_EQ(V.Skipped.size(), 1u);
}

TEST_F(EvaluatorTest, TheSecondPoisonAlsoMovesTheGuard) {
  judge([](const RunRequest &R) {
    EXPECT_EQ(R.GuardBefore, R.Poison == 0x4b);
    EXPECT_EQ(R.Buffers[0].Name, "x");
    EXPECT_EQ(R.Buffers[1].BufferRole, RunBuffer::Role::Output);
    return doubleSome(R, all);
  });
}

TEST_F(EvaluatorTest, ManyCandidatesShareInputs) {
  std::map<int64_t, std::vector<char>> Inputs;
  start([&](const RunRequest &R) {
    auto [It, New] =
        Inputs.try_emplace(R.Arguments[2].Integer, R.Buffers[0].Initial.vec());
    EXPECT_EQ(llvm::ArrayRef(It->second), R.Buffers[0].Initial);
    return doubleSome(R, all);
  });
  EXPECT_TRUE(evaluate().passed());
  // The same text again is compiled once.
  EXPECT_TRUE(evaluate().passed());
  EXPECT_EQ(Exec->Compiled, 1u);
  EXPECT_TRUE(evaluate("another").passed());
  EXPECT_EQ(Exec->Compiled, 2u);
}

TEST_F(EvaluatorTest, CertifyCatchesWhatTheListedSizesHide) {
  // Right for every listed length and no other.
  start([](const RunRequest &R) {
    const int64_t N = R.Arguments[2].Integer;
    return N == 4 || N == 7 || N == 33 || N == 100 ? doubleSome(R, all)
                                                   : freshResult(R);
  });
  EXPECT_TRUE(evaluate().passed());
  Verdict V = evaluate("ok", Stage::Certify);
  EXPECT_EQ(V.Result, Outcome::Fail);
}

TEST_F(EvaluatorTest, CertifyCatchesWhatOnlyNegativeInputsShow) {
  start([](const RunRequest &R) {
    bool Positive = false;
    for (size_t I = 0; I != R.Buffers[0].Bytes / 4; ++I)
      Positive |= floatAt(R.Buffers[0].Initial, I) > 0;
    return Positive || R.Buffers[0].Bytes == 0 ? doubleSome(R, all)
                                               : freshResult(R);
  });
  EXPECT_TRUE(evaluate().passed());
  EXPECT_EQ(evaluate("ok", Stage::Certify).Result, Outcome::Fail);
}

//===----------------------------------------------------------------------===//
// The operator itself
//===----------------------------------------------------------------------===//

/// The error of checkOperator for DoubleYaml with this reference.
std::string check(llvm::StringRef Reference,
                  llvm::StringRef Yaml = DoubleYaml) {
  TestFolder Folder;
  Operator Op = readTestOperator(Folder, Yaml, Reference);
  FakeExecutor Exec([](const RunRequest &R) { return freshResult(R); });
  llvm::Expected<std::unique_ptr<Evaluator>> E =
      Evaluator::create(Op, Exec, {});
  if (!E)
    return llvm::toString(E.takeError());
  return llvm::toString((*E)->checkOperator());
}

TEST(CheckOperator, AcceptsARightOne) { EXPECT_EQ(check(DoubleReference), ""); }

TEST(CheckOperator, NamesAReferenceThatDoesNotCompile) {
  EXPECT_NE(check("extern \"C\" void doubled_reference(").find("error:"),
            std::string::npos);
}

TEST(CheckOperator, RefusesAReferenceThatLeavesElementsAlone) {
  EXPECT_NE(check(R"(#include <cstdint>
extern "C" void doubled_reference(const double *x, double *y, int64_t n) {
  for (int64_t i = 1; i < n; ++i)
    y[i] = 2 * x[i];
})")
                .find("two runs of the reference give different y"),
            std::string::npos);
}

TEST(CheckOperator, RefusesWhatIsNotFinite) {
  EXPECT_NE(check(R"(#include <cstdint>
extern "C" void doubled_reference(const double *x, double *y, int64_t n) {
  for (int64_t i = 0; i < n; ++i)
    y[i] = i == 5 ? x[i] * 1e300 : x[i];
})")
                .find("element 5 of y is not finite in float32"),
            std::string::npos);
}

TEST(CheckOperator, RefusesAReferenceThatCrashes) {
  EXPECT_NE(check(R"(#include <cstdint>
extern "C" void doubled_reference(const double *x, double *y, int64_t n) {
  for (int64_t i = 0; i < n; ++i)
    y[i] = 2 * x[i];
  *(volatile int *)8 = 0;
})")
                .find("the reference fails on workload {n=4}"),
            std::string::npos);
}

TEST(CheckOperator, RefusesATolerancThatZerosPass) {
  std::string Yaml = DoubleYaml.str();
  Yaml.replace(Yaml.find("1.0e-5"), 6, "100.0 ");
  EXPECT_NE(check(DoubleReference, Yaml).find("'all zeros' passes"),
            std::string::npos);
}

TEST(CheckOperator, ACopyMayBeTheAnswerButNotNearlyTheAnswer) {
  EXPECT_EQ(check(R"(#include <cstdint>
extern "C" void doubled_reference(const double *x, double *y, int64_t n) {
  for (int64_t i = 0; i < n; ++i)
    y[i] = x[i];
})"),
            "");
  EXPECT_NE(check(R"(#include <cstdint>
extern "C" void doubled_reference(const double *x, double *y, int64_t n) {
  for (int64_t i = 0; i < n; ++i)
    y[i] = x[i] * 1.000005;
})")
                .find("'a copy of x' passes"),
            std::string::npos);
}

} // namespace
