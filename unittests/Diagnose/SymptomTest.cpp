//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Diagnose/Symptom.h"
#include "../Evaluate/TestOperator.h"
#include <cmath>
#include <limits>
#include <set>

using namespace kmend;

namespace {

constexpr llvm::StringLiteral MatrixYaml = R"(name: matrix
axes:
  rows: {type: var}
  cols: {type: var}
inputs:
  x: {shape: [rows, cols], dtype: float32}
outputs:
  y: {shape: [rows, cols], dtype: TYPE}
entry: {symbol: matrix, arguments: [x, y, rows, cols]}
reference: {cpp: reference.cpp}
workloads:
  - {rows: 16, cols: 32}
  - {rows: 21, cols: 64}
  - {rows: 9, cols: 33}
  - {rows: 14, cols: 47}
  - {rows: 8, cols: 90}
)";

/// What a wrong kernel would write at (row, column) instead of the wanted
/// value; nothing: it writes the wanted value.
using Wrong =
    std::function<std::optional<double>(int64_t, int64_t, int64_t, int64_t)>;

double want(int64_t R, int64_t C) {
  return 1 + 0.37 * static_cast<double>(R) +
         std::sin(static_cast<double>(7 * R + 13 * C));
}

/// Builds verdicts from functions instead of runs.
class SymptomTest : public ::testing::Test {
protected:
  TestFolder Folder;
  Operator Op;
  Verdict V;

  void SetUp() override { use("float32"); }
  void use(llvm::StringRef Type) {
    std::string Yaml = MatrixYaml.str();
    Yaml.replace(Yaml.find("TYPE"), 4, Type.str());
    Op = readTestOperator(Folder, Yaml);
    V = Verdict();
    V.Result = Outcome::Fail;
  }

  /// Adds a case of workload \p W in which \p Bad elements are wrong.
  CaseResult &add(size_t W, const Wrong &Bad,
                  std::function<double(int64_t, int64_t)> Want = want,
                  uint8_t Poison = 0xff, Schedule Order = {}) {
    llvm::Expected<Binding> B = bind(Op, Op.Workloads[W]);
    EXPECT_TRUE(static_cast<bool>(B));
    const BoundTensor &Y = B->Tensors.back();
    const DType Type = Y.Spec->Type;
    const int64_t Rows = Y.Shape[0], Columns = Y.Shape[1];
    CaseResult C;
    C.Ran.Bound = Op.Workloads[W];
    C.Ran.ListedWorkload = static_cast<int>(W);
    C.Ran.Poison = Poison;
    C.Ran.Order = Order;
    std::vector<char> Got(Y.bytes());
    const DType WantType = isFloating(Type) ? DType::Float64 : Type;
    std::vector<char> Wanted(Y.Elements * sizeOf(WantType));
    for (int64_t R = 0; R != Rows; ++R)
      for (int64_t K = 0; K != Columns; ++K) {
        const uint64_t I = static_cast<uint64_t>(R * Columns + K);
        store(WantType, Wanted.data(), I, Want(R, K));
        store(Type, Got.data(), I,
              Bad(R, K, Rows, Columns).value_or(Want(R, K)));
      }
    Tolerance T;
    T.MaxAtol = T.MaxRtol = 1e-5;
    C.Tensors.push_back(compare(Y, T, Got, Wanted, Poison));
    C.Passed = C.Tensors[0].Passed;
    if (!C.Passed) {
      C.Got.push_back(std::move(Got));
      C.Want.push_back(std::move(Wanted));
    }
    V.Cases.push_back(std::move(C));
    return V.Cases.back();
  }
  void addAll(const Wrong &Bad) {
    for (size_t W = 0; W != Op.Workloads.size(); ++W)
      add(W, Bad);
  }

  const Symptom *find(llvm::StringRef Name) {
    Found = findSymptoms(Op, V);
    for (const Symptom &S : Found)
      if (S.Name == Name)
        return &S;
    return nullptr;
  }
  std::string names() {
    std::string All;
    for (const Symptom &S : findSymptoms(Op, V))
      All += S.Name + " ";
    return All;
  }
  std::vector<Symptom> Found;
};

#define EXPECT_SYMPTOM(Name) EXPECT_TRUE(find(Name)) << names()
#define EXPECT_NO_SYMPTOM(Name) EXPECT_FALSE(find(Name)) << names()

std::optional<double> right() { return std::nullopt; }

TEST_F(SymptomTest, APassHasNoSymptoms) {
  addAll([](auto...) { return right(); });
  EXPECT_TRUE(findSymptoms(Op, V).empty());
}

TEST_F(SymptomTest, NamesAreUniqueAndConfidencesInRange) {
  std::set<llvm::StringRef> Seen;
  for (llvm::StringRef Name : symptomNames())
    EXPECT_TRUE(Seen.insert(Name).second) << Name.str();
  addAll([](int64_t R, int64_t C, int64_t, int64_t) -> std::optional<double> {
    return -want(R, C);
  });
  double Last = 1;
  for (const Symptom &S : findSymptoms(Op, V)) {
    EXPECT_TRUE(Seen.count(S.Name));
    EXPECT_FALSE(S.Text.empty());
    EXPECT_GT(S.Confidence, 0);
    EXPECT_LE(S.Confidence, Last);
    Last = S.Confidence;
  }
}

//===----------------------------------------------------------------------===//
// Positions
//===----------------------------------------------------------------------===//

TEST_F(SymptomTest, Unwritten) {
  const double Poison = std::numeric_limits<double>::quiet_NaN();
  addAll([&](int64_t, int64_t, int64_t, int64_t) -> std::optional<double> {
    return Poison;
  });
  for (CaseResult &C : V.Cases)
    for (TensorComparison &T : C.Tensors)
      T.Unwritten = T.Mismatched;
  const Symptom *S = find("unwritten");
  ASSERT_TRUE(S) << names();
  EXPECT_GT(S->Confidence, 0.9);
  EXPECT_EQ(S->Text, "no element of the output is written");
  // The poison is a NaN of its own: no second symptom.
  EXPECT_NO_SYMPTOM("nan");
}

TEST_F(SymptomTest, TailOnlyAlongTheLastAxisAndNonMultiple) {
  addAll([](int64_t R, int64_t C, int64_t,
            int64_t Columns) -> std::optional<double> {
    if (C < Columns / 32 * 32)
      return right();
    return want(R, C) + 9 + 0.1 * static_cast<double>(C * R);
  });
  const Symptom *S = find("tail-only");
  ASSERT_TRUE(S) << names();
  const llvm::json::Object &Range =
      *(*S->Evidence.getArray("ranges"))[0].getAsObject();
  EXPECT_EQ(Range.getString("axis"), "cols");
  EXPECT_EQ(Range.getInteger("begin"), 32);
  S = find("non-multiple-only");
  ASSERT_TRUE(S) << names();
  const llvm::json::Object &Axis =
      *(*S->Evidence.getArray("axes"))[0].getAsObject();
  EXPECT_EQ(Axis.getString("axis"), "cols");
  EXPECT_EQ(Axis.getInteger("largest_modulus"), 32);
  EXPECT_NO_SYMPTOM("all-wrong");
}

TEST_F(SymptomTest, FirstOnly) {
  addAll([](int64_t R, int64_t C, int64_t, int64_t) -> std::optional<double> {
    return R == 0 ? std::optional<double>(want(R, C) * want(C, 3)) : right();
  });
  const Symptom *S = find("first-only");
  ASSERT_TRUE(S) << names();
  EXPECT_EQ(
      (*S->Evidence.getArray("ranges"))[0].getAsObject()->getString("axis"),
      "rows");
  EXPECT_NO_SYMPTOM("tail-only");
}

TEST_F(SymptomTest, BorderOnly) {
  addAll([](int64_t R, int64_t C, int64_t Rows,
            int64_t Columns) -> std::optional<double> {
    const bool Border = R == 0 || C == 0 || R + 1 == Rows || C + 1 == Columns;
    return Border ? std::optional<double>(want(R, C) * want(C, 5)) : right();
  });
  const Symptom *S = find("border-only");
  ASSERT_TRUE(S) << names();
  EXPECT_EQ(S->Evidence.getInteger("width"), 1);
}

TEST_F(SymptomTest, EveryKth) {
  addAll([](int64_t R, int64_t C, int64_t, int64_t) -> std::optional<double> {
    return C % 4 == 3 ? std::optional<double>(want(R, C) * want(C, 1))
                      : right();
  });
  const Symptom *S = find("every-kth");
  ASSERT_TRUE(S) << names();
  EXPECT_EQ(S->Evidence.getInteger("period"), 4);
  EXPECT_EQ((*S->Evidence.getArray("residues"))[0].getAsInteger(), 3);
}

TEST_F(SymptomTest, RowWise) {
  addAll([](int64_t R, int64_t C, int64_t, int64_t) -> std::optional<double> {
    return R >= 1 ? std::optional<double>(want(R, C) * want(C, R) + 1)
                  : right();
  });
  const Symptom *S = find("row-wise");
  ASSERT_TRUE(S) << names();
  EXPECT_EQ(S->Evidence.getBoolean("first_is_right"), true);
  EXPECT_NO_SYMPTOM("column-wise");
}

TEST_F(SymptomTest, ColumnWise) {
  addAll([](int64_t R, int64_t C, int64_t, int64_t) -> std::optional<double> {
    return C % 7 == 2 || C == 5
               ? std::optional<double>(want(R, C) * want(C, R) + 1)
               : right();
  });
  EXPECT_SYMPTOM("column-wise");
  EXPECT_NO_SYMPTOM("row-wise");
}

TEST_F(SymptomTest, AllWrongAndScattered) {
  addAll([](int64_t R, int64_t C, int64_t, int64_t) -> std::optional<double> {
    return want(R, C) * want(C, R) + 5;
  });
  EXPECT_SYMPTOM("all-wrong");
  EXPECT_NO_SYMPTOM("scattered");

  use("float32");
  addAll([](int64_t R, int64_t C, int64_t, int64_t) -> std::optional<double> {
    const uint64_t Hash =
        static_cast<uint64_t>(R * 7919 + C * 104729) * 0x9e3779b97f4a7c15ull;
    return (Hash >> 40) % 5 == 0
               ? std::optional<double>(want(R, C) * want(C, R) + 5)
               : right();
  });
  EXPECT_SYMPTOM("scattered");
  EXPECT_NO_SYMPTOM("all-wrong");
  EXPECT_NO_SYMPTOM("row-wise");
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

TEST_F(SymptomTest, Scaled) {
  addAll([](int64_t R, int64_t C, int64_t,
            int64_t Columns) -> std::optional<double> {
    const double N = static_cast<double>(Columns);
    return want(R, C) * (N - 1) / N;
  });
  const Symptom *S = find("scaled");
  ASSERT_TRUE(S) << names();
  const llvm::json::Object &Ratio =
      *(*S->Evidence.getArray("ratios"))[0].getAsObject();
  EXPECT_NEAR(*Ratio.getNumber("ratio"), 31.0 / 32, 1e-5);
  EXPECT_EQ(Ratio.getString("like"), "(cols-1)/cols");
  EXPECT_NO_SYMPTOM("offset");
  EXPECT_NO_SYMPTOM("sign");
}

TEST_F(SymptomTest, ScaledByRow) {
  addAll([](int64_t R, int64_t C, int64_t, int64_t) -> std::optional<double> {
    return want(R, C) * (1.2 + 0.1 * static_cast<double>(R));
  });
  const Symptom *S = find("scaled");
  ASSERT_TRUE(S) << names();
  EXPECT_EQ(S->Evidence.getInteger("maps_scaled_by_row"), 5);
}

TEST_F(SymptomTest, Offset) {
  addAll([](int64_t R, int64_t C, int64_t, int64_t) -> std::optional<double> {
    return want(R, C) + 0.25;
  });
  const Symptom *S = find("offset");
  ASSERT_TRUE(S) << names();
  EXPECT_NO_SYMPTOM("scaled");
}

TEST_F(SymptomTest, Sign) {
  addAll([](int64_t R, int64_t C, int64_t, int64_t) -> std::optional<double> {
    return -want(R, C);
  });
  EXPECT_SYMPTOM("sign");
  EXPECT_NO_SYMPTOM("scaled");
}

TEST_F(SymptomTest, NanAndInf) {
  addAll([](int64_t R, int64_t C, int64_t, int64_t) -> std::optional<double> {
    if (C % 9 == 0)
      return std::numeric_limits<double>::quiet_NaN();
    return R == 2
               ? std::optional<double>(std::numeric_limits<double>::infinity())
               : right();
  });
  // With this poison a NaN in the output is no unwritten element.
  for (CaseResult &C : V.Cases)
    C.Tensors[0].Unwritten = 0;
  EXPECT_SYMPTOM("nan");
  EXPECT_SYMPTOM("inf");
}

TEST_F(SymptomTest, OffByOne) {
  use("int8");
  auto Whole = [](int64_t R, int64_t C) { return std::floor(want(R, C)); };
  for (size_t W = 0; W != 5; ++W)
    add(
        W,
        [&](int64_t R, int64_t C, int64_t, int64_t) -> std::optional<double> {
          return C % 3 == 1 ? std::optional<double>(Whole(R, C) - 1) : right();
        },
        Whole);
  EXPECT_SYMPTOM("off-by-one");
}

TEST_F(SymptomTest, IntegerOverflow) {
  use("int32");
  auto Large = [](int64_t R, int64_t C) {
    return static_cast<double>(1000 + 70000 * R + C);
  };
  for (size_t W = 0; W != 5; ++W)
    add(
        W,
        [&](int64_t R, int64_t C, int64_t, int64_t) -> std::optional<double> {
          return static_cast<double>(static_cast<int64_t>(Large(R, C)) % 65536);
        },
        Large);
  const Symptom *S = find("integer-overflow");
  ASSERT_TRUE(S) << names();
  EXPECT_EQ(S->Evidence.getInteger("modulus"), 65536);
}

TEST_F(SymptomTest, Transposed) {
  addAll([](int64_t R, int64_t C, int64_t Rows,
            int64_t Columns) -> std::optional<double> {
    // The result laid out as [cols, rows].
    const int64_t Flat = R * Columns + C;
    return want(Flat % Rows, Flat / Rows);
  });
  const Symptom *S = find("transposed");
  ASSERT_TRUE(S) << names();
  EXPECT_GT(S->Confidence, 0.9);
}

TEST_F(SymptomTest, Shifted) {
  addAll([](int64_t R, int64_t C, int64_t,
            int64_t Columns) -> std::optional<double> {
    return want(R, std::min(C + 2, Columns - 1));
  });
  const Symptom *S = find("shifted");
  ASSERT_TRUE(S) << names();
  EXPECT_EQ(S->Evidence.getInteger("by"), 2);
  EXPECT_EQ(S->Evidence.getInteger("axis"), 1);
}

TEST_F(SymptomTest, Permuted) {
  addAll([](int64_t R, int64_t C, int64_t Rows,
            int64_t Columns) -> std::optional<double> {
    const int64_t Flat = (R * Columns + C) * 37 % (Rows * Columns);
    return want(Flat / Columns, Flat % Columns);
  });
  EXPECT_SYMPTOM("permuted");
}

TEST_F(SymptomTest, MagnitudeCorrelated) {
  addAll([](int64_t R, int64_t C, int64_t Rows,
            int64_t) -> std::optional<double> {
    return R > Rows / 2 && C % 3 ? std::optional<double>(want(R, C) * 1.7 + C)
                                 : right();
  });
  EXPECT_SYMPTOM("magnitude-correlated");
}

//===----------------------------------------------------------------------===//
// Between workloads
//===----------------------------------------------------------------------===//

std::optional<double> bad(int64_t R, int64_t C) {
  return want(R, C) * want(C, R) + 3;
}

TEST_F(SymptomTest, LargeOnly) {
  addAll([](int64_t R, int64_t C, int64_t, int64_t Columns) {
    return Columns > 40 ? bad(R, C) : right();
  });
  const Symptom *S = find("large-only");
  ASSERT_TRUE(S) << names();
  const llvm::json::Object &Size =
      *(*S->Evidence.getArray("sizes"))[0].getAsObject();
  EXPECT_EQ(Size.getString("size"), "cols");
  EXPECT_EQ(Size.getInteger("largest_passing"), 33);
  EXPECT_EQ(Size.getInteger("smallest_failing"), 47);
}

TEST_F(SymptomTest, OneValuePasses) {
  Op.Workloads[3].Axes["cols"] = 32;
  addAll([](int64_t R, int64_t C, int64_t, int64_t Columns) {
    return Columns != 32 ? bad(R, C) : right();
  });
  const Symptom *S = find("one-value-passes");
  ASSERT_TRUE(S) << names();
  EXPECT_EQ(
      (*S->Evidence.getArray("axes"))[0].getAsObject()->getInteger("value"),
      32);
}

TEST_F(SymptomTest, NonSquareOnly) {
  Op.Workloads[1].Axes["rows"] = 64;
  Op.Workloads[2].Axes["rows"] = 33;
  addAll([](int64_t R, int64_t C, int64_t Rows, int64_t Columns) {
    return Rows != Columns ? bad(R, C) : right();
  });
  EXPECT_SYMPTOM("non-square-only");
}

TEST_F(SymptomTest, GrowsWithReduction) {
  addAll([](int64_t R, int64_t C, int64_t,
            int64_t Columns) -> std::optional<double> {
    return want(R, C) + 1e-3 * static_cast<double>(Columns) *
                            std::cos(static_cast<double>(C * R));
  });
  const Symptom *S = find("grows-with-reduction");
  ASSERT_TRUE(S) << names();
  EXPECT_EQ(S->Evidence.getString("axis"), "cols");
}

TEST_F(SymptomTest, DistributionOnly) {
  add(0, [](auto...) { return right(); });
  add(0, [](auto...) { return right(); }).Ran.Spread = Distribution::Shifted;
  add(0, [](int64_t R, int64_t C, int64_t, int64_t) {
    return bad(R, C);
  }).Ran.Spread = Distribution::Negative;
  const Symptom *S = find("distribution-only");
  ASSERT_TRUE(S) << names();
  EXPECT_EQ((*S->Evidence.getArray("failing"))[0].getAsString(), "negative");
}

TEST_F(SymptomTest, ScheduleSensitive) {
  add(0, [](auto...) { return right(); });
  add(0, [](int64_t R, int64_t C, int64_t, int64_t) { return bad(R, C); }, want,
      0xff, {Schedule::Kind::Descending, 0});
  EXPECT_SYMPTOM("schedule-sensitive");
  EXPECT_NO_SYMPTOM("poison-sensitive");
}

TEST_F(SymptomTest, PoisonSensitive) {
  add(0, [](int64_t R, int64_t C, int64_t, int64_t) { return bad(R, C); });
  add(
      0,
      [](int64_t R, int64_t C, int64_t, int64_t) {
        return std::optional<double>(*bad(R, C) * 2);
      },
      want, 0x4b);
  EXPECT_SYMPTOM("poison-sensitive");
  EXPECT_NO_SYMPTOM("schedule-sensitive");
}

//===----------------------------------------------------------------------===//
// Events
//===----------------------------------------------------------------------===//

TEST_F(SymptomTest, EventsAreSymptomsWithAPlace) {
  const std::pair<EventKind, const char *> Rows[] = {
      {EventKind::LaunchFailed, "launch-failed"},
      {EventKind::OutOfBounds, "out-of-bounds"},
      {EventKind::OverwrittenGuard, "out-of-bounds"},
      {EventKind::Misaligned, "misaligned"},
      {EventKind::Trap, "trap"},
      {EventKind::Abort, "trap"},
      {EventKind::IntegerDivideByZero, "trap"},
      {EventKind::StackOverflow, "trap"},
      {EventKind::Forbidden, "forbidden"},
      {EventKind::InputChanged, "input-changed"},
      {EventKind::UnawaitedStream, "unawaited-stream"},
      {EventKind::BarrierDivergence, "barrier-divergence"},
      {EventKind::AbsentLane, "absent-lane"},
      {EventKind::Deadlock, "hang"}};
  for (auto [Kind, Name] : Rows) {
    V = Verdict();
    V.Result = Outcome::Fail;
    CaseResult &C = add(0, [](auto...) { return right(); });
    C.Passed = false;
    Event E;
    E.Kind = Kind;
    E.Kernel = "k";
    E.Message = "here";
    E.Where = {"k.cu", 12, 3};
    C.Events.push_back(E);
    const Symptom *S = find(Name);
    ASSERT_TRUE(S) << Name;
    EXPECT_EQ(S->Where.Line, 12u);
    EXPECT_GE(S->Confidence, 0.8);
  }
}

TEST_F(SymptomTest, StateBetweenCallsIsNamedWhereSingleCallsAreRight) {
  auto Sequence = [&](unsigned Call) {
    V = Verdict();
    V.Result = Outcome::Fail;
    add(1, [](auto...) { return right(); });
    CaseResult &C = add(1, [](auto...) { return right(); });
    C.Ran.Calls = true;
    C.Passed = false;
    C.Call = Call;
    C.Reason = "call 3 of 6";
  };
  Sequence(2);
  const Symptom *S = find("repeat-sensitive");
  ASSERT_TRUE(S);
  EXPECT_NE(S->Text.find("call 3 of 6"), std::string::npos);
  EXPECT_EQ(*S->Evidence.getInteger("call"), 3);
  // The first call has no past.
  Sequence(0);
  EXPECT_FALSE(find("repeat-sensitive"));
  // Nor does a workload count that fails anyway.
  Sequence(2);
  add(1, [](int64_t, int64_t C, int64_t, int64_t) -> std::optional<double> {
    if (C == 0)
      return 9.0;
    return std::nullopt;
  });
  EXPECT_FALSE(find("repeat-sensitive"));
}

TEST_F(SymptomTest, AnEarlyReturnIsWeakEvidence) {
  V = Verdict();
  V.Result = Outcome::Fail;
  CaseResult &C = add(0, [](auto...) { return right(); });
  C.Passed = false;
  Event E;
  E.Kind = EventKind::EarlyReturn;
  E.Where = {"k.cu", 12, 3};
  C.Events.push_back(E);
  const Symptom *S = find("early-return");
  ASSERT_TRUE(S);
  EXPECT_EQ(S->Where.Line, 12u);
  EXPECT_LE(S->Confidence, 0.5);
  EXPECT_EQ(find("barrier-divergence"), nullptr);
}

// Seen in the run itself: nothing about the values has to look like it.
TEST_F(SymptomTest, AnIndexThatWrappedIsAnIntegerOverflow) {
  V = Verdict();
  V.Result = Outcome::Fail;
  CaseResult &C = add(0, [](auto...) { return right(); });
  C.Passed = false;
  EXPECT_EQ(find("integer-overflow"), nullptr);
  Event E;
  E.Kind = EventKind::IndexOverflow;
  E.Message = "a product that an index is made of is 2147483648";
  E.Where = {"k.cu", 12, 3};
  C.Events.push_back(E);
  const Symptom *S = find("integer-overflow");
  ASSERT_TRUE(S);
  EXPECT_EQ(S->Where.Line, 12u);
  EXPECT_GE(S->Confidence, 0.8);
}

TEST_F(SymptomTest, ATimeoutIsAHang) {
  CaseResult &C = add(0, [](auto...) { return right(); });
  C.Passed = false;
  C.Status = RunStatus::Timeout;
  C.Reason = "still running after 10 s";
  EXPECT_SYMPTOM("hang");
}

TEST_F(SymptomTest, ACrashWithoutOutputsIsNoPatternOfValues) {
  for (size_t W = 0; W != 5; ++W) {
    CaseResult &C = add(
        W, [](int64_t R, int64_t K, int64_t, int64_t) { return bad(R, K); });
    C.Status = RunStatus::Crash;
    C.Passed = false;
    C.Got.clear();
    C.Want.clear();
  }
  EXPECT_TRUE(findSymptoms(Op, V).empty()) << names();
}

} // namespace
