//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shapes from the candidate's constants, and shapes larger than the listed.
//
//===----------------------------------------------------------------------===//

#include "Evaluate/Larger.h"
#include "Evaluate/HintValues.h"
#include "TestOperator.h"
#include <set>

using namespace kmend;

namespace {

/// A row operation with \p Workloads; \p Description ends up in the operator.
Operator rows(const TestFolder &Folder, llvm::StringRef Workloads,
              llvm::StringRef Description = "one result a row") {
  return readTestOperator(Folder, ("name: rows\ndescription: \"" + Description +
                                   R"("
axes:
  rows: {type: var}
  cols: {type: var}
inputs:
  x: {shape: [rows, cols], dtype: float32}
outputs:
  y: {shape: [rows], dtype: float32}
entry: {symbol: rows, arguments: [x, y, rows, cols]}
reference: {cpp: reference.cpp}
workloads:
)" + Workloads)
                                      .str());
}

constexpr llvm::StringLiteral Free = R"(  - {rows: 3, cols: 7}
  - {rows: 10, cols: 100}
  - {rows: 5, cols: 1000}
  - {rows: 21, cols: 33}
)";

std::set<int64_t> valuesOf(llvm::ArrayRef<Workload> Found,
                           const std::string &Axis) {
  std::set<int64_t> Values;
  for (const Workload &W : Found)
    Values.insert(W.Axes.at(Axis));
  return Values;
}

SizeHint hint(SizeHint::Kind Kind, int64_t Value,
              std::vector<std::string> Axes) {
  return {Kind, Value, std::move(Axes), 12};
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

TEST(Hints, AThresholdIsTriedOnBothSides) {
  TestFolder Folder;
  Operator Op = rows(Folder, Free);
  auto Cols =
      valuesOf(boundaryWorkloads(
                   Op, 0, {hint(SizeHint::Kind::Threshold, 777, {"cols"})}),
               "cols");
  for (int64_t Value : {776, 777, 778})
    EXPECT_TRUE(Cols.count(Value)) << Value;
}

TEST(Hints, ATileIsTriedWithARestAndSeveralTimes) {
  TestFolder Folder;
  Operator Op = rows(Folder, Free);
  auto Cols = valuesOf(
      boundaryWorkloads(Op, 0, {hint(SizeHint::Kind::Tile, 192, {"cols"})}),
      "cols");
  for (int64_t Value : {191, 193, 385})
    EXPECT_TRUE(Cols.count(Value)) << Value;
  // Where it is unknown which axis is meant, each is tried.
  auto Unknown = boundaryWorkloads(Op, 0, {hint(SizeHint::Kind::Tile, 11, {})});
  EXPECT_TRUE(valuesOf(Unknown, "cols").count(12));
  EXPECT_TRUE(valuesOf(Unknown, "rows").count(12));
}

TEST(Hints, AProductIsDividedByTheOtherAxes) {
  TestFolder Folder;
  Operator Op = rows(Folder, Free);
  const SizeHint H = hint(SizeHint::Kind::Threshold, 420, {"rows", "cols"});
  EXPECT_EQ(firstAbove(Op, Op.Workloads[1], "cols", H, 1000), 43);
  EXPECT_EQ(firstAbove(Op, Op.Workloads[1], "rows", H, 1000), 5);
  EXPECT_EQ(firstAbove(Op, Op.Workloads[1], "rows", H, 4), std::nullopt);
}

TEST(Hints, AComputedAxisIsSolvedForWhatItComesFrom) {
  TestFolder Folder;
  Operator Op = readTestOperator(Folder, R"(name: conv
axes:
  out: {type: var}
  k: {type: var}
  len: {type: expr, expression: "out + k - 1"}
inputs:
  x: {shape: [len], dtype: float32}
outputs:
  y: {shape: [out], dtype: float32}
entry: {symbol: conv, arguments: [x, y, len, k]}
reference: {cpp: reference.cpp}
workloads:
  - {out: 40, k: 5}
)");
  const SizeHint H = hint(SizeHint::Kind::Threshold, 128, {"len"});
  EXPECT_EQ(firstAbove(Op, Op.Workloads[0], "out", H, 1000), 125);
  EXPECT_EQ(firstAbove(Op, Op.Workloads[0], "k", H, 1000), 90);
}

TEST(Hints, AxesBecomeDifferentPrimesTogether) {
  TestFolder Folder;
  Operator Op = rows(Folder, Free);
  bool Found = false;
  for (const Workload &W : boundaryWorkloads(Op)) {
    const int64_t R = W.Axes.at("rows"), C = W.Axes.at("cols");
    Found |=
        R > 10 && C > 10 && R != C && nextPrime(R) == R && nextPrime(C) == C;
  }
  EXPECT_TRUE(Found);
}

TEST(Larger, EveryFreeAxisGrowsOnce) {
  TestFolder Folder;
  Operator Op = rows(Folder, Free);
  std::vector<Workload> Found = boundaryWorkloads(Op);
  EXPECT_EQ(*valuesOf(Found, "rows").rbegin(), 43);
  EXPECT_EQ(*valuesOf(Found, "cols").rbegin(), nextPrime(1501));
}

TEST(Larger, AThresholdOfTheCandidateIsCrossed) {
  TestFolder Folder;
  Operator Op = rows(Folder, Free);
  auto Cols = valuesOf(
      boundaryWorkloads(Op, 0,
                        {hint(SizeHint::Kind::Threshold, 2048, {"cols"}),
                         hint(SizeHint::Kind::Threshold, 1 << 20, {"cols"})}),
      "cols");
  EXPECT_TRUE(Cols.count(2049));
  EXPECT_LT(*Cols.rbegin(), 5000);
}

TEST(Larger, ALimitThatTheDescriptionNamesIsKept) {
  TestFolder Folder;
  for (const char *Text : {"rows of up to 1000 columns", "cols <= 1000"}) {
    Operator Op = rows(Folder, Free, Text);
    EXPECT_EQ(*valuesOf(boundaryWorkloads(Op), "cols").rbegin(), 1000) << Text;
  }
  Operator Op = rows(Folder, Free, "as in 21000 and x1000 and 10001");
  EXPECT_GT(*valuesOf(boundaryWorkloads(Op), "cols").rbegin(), 1000);
}

TEST(Larger, SmallAxesAndRulesAreKept) {
  TestFolder Folder;
  Operator Small = rows(Folder, "  - {rows: 3, cols: 7}\n"
                                "  - {rows: 10, cols: 64}\n"
                                "  - {rows: 5, cols: 33}\n");
  EXPECT_EQ(*valuesOf(boundaryWorkloads(Small), "cols").rbegin(), 64);
  Operator Powers = rows(Folder, "  - {rows: 3, cols: 8}\n"
                                 "  - {rows: 10, cols: 64}\n"
                                 "  - {rows: 5, cols: 512}\n");
  EXPECT_EQ(*valuesOf(boundaryWorkloads(Powers), "cols").rbegin(), 1024);
  Operator Multiples = rows(Folder, "  - {rows: 3, cols: 24}\n"
                                    "  - {rows: 10, cols: 72}\n"
                                    "  - {rows: 5, cols: 104}\n");
  const int64_t Most = *valuesOf(boundaryWorkloads(Multiples), "cols").rbegin();
  EXPECT_GT(Most, 104);
  EXPECT_EQ(Most % 16, 8);
  Operator Ordered = rows(Folder, "  - {rows: 3, cols: 3}\n"
                                  "  - {rows: 10, cols: 100}\n"
                                  "  - {rows: 5, cols: 99}\n");
  for (const Workload &W : boundaryWorkloads(Ordered))
    EXPECT_LE(W.Axes.at("rows"), W.Axes.at("cols"));
}

//===----------------------------------------------------------------------===//
// Limits of the candidate
//===----------------------------------------------------------------------===//

CaseResult failed(int64_t Rows, int64_t Cols) {
  CaseResult R;
  R.Ran.Bound.Axes = {{"rows", Rows}, {"cols", Cols}};
  R.Launches = 1;
  TensorComparison T;
  T.Elements = T.Mismatched = static_cast<uint64_t>(Rows);
  T.Passed = false;
  R.Tensors.push_back(T);
  return R;
}

Event event(EventKind Kind, llvm::StringRef Message) {
  Event E;
  E.Kind = Kind;
  E.Message = Message.str();
  return E;
}

TEST(OwnLimit, ABlockThatIsUsedUpIsOne) {
  TestFolder Folder;
  Operator Op = rows(Folder, Free);
  auto None = [] { return std::vector<SizeHint>(); };
  for (const Event &E :
       {event(EventKind::LaunchFailed,
              "a block of (1503, 1, 1) has 1503 threads; at most 1024 (64 in "
              "z) are possible"),
        event(EventKind::LaunchFailed,
              "60000 bytes of dynamic shared memory; 49152 are allowed here"),
        event(EventKind::OutOfBounds,
              "write at byte 4096 of shared variable 'row', which has 4096 "
              "bytes")}) {
    CaseResult Cols = failed(3, 1511), Rows = failed(43, 7),
               Inside = failed(3, 999);
    for (CaseResult *R : {&Cols, &Rows, &Inside})
      R->Events.push_back(E);
    EXPECT_NE(ownLimit(Op, Cols, None), "") << E.Message;
    // The grid has no end, and what is listed must work.
    EXPECT_EQ(ownLimit(Op, Rows, None), "") << E.Message;
    EXPECT_EQ(ownLimit(Op, Inside, None), "") << E.Message;
  }
  CaseResult Wrong = failed(3, 1511), Empty = failed(3, 1511);
  EXPECT_EQ(ownLimit(Op, Wrong, None), "");
  Empty.Events.push_back(
      event(EventKind::LaunchFailed, "a grid or block extent is 0"));
  EXPECT_EQ(ownLimit(Op, Empty, None), "");
  CaseResult Outside = failed(3, 1511);
  Outside.Events.push_back(
      event(EventKind::OutOfBounds, "write 4 bytes past the end of y"));
  EXPECT_EQ(ownLimit(Op, Outside, None), "");
}

TEST(OwnLimit, MoreWorkMayTakeMoreThanTheLimits) {
  TestFolder Folder;
  Operator Op = rows(Folder, Free);
  auto None = [] { return std::vector<SizeHint>(); };
  CaseResult Slow = failed(43, 7), Inside = failed(3, 7);
  Slow.Status = Inside.Status = RunStatus::Timeout;
  for (CaseResult *R : {&Slow, &Inside})
    R->Events.push_back(event(EventKind::Endless, "no end within 10 s"));
  EXPECT_NE(ownLimit(Op, Slow, None), "");
  EXPECT_EQ(ownLimit(Op, Inside, None), "");
  Slow.Events.push_back(event(EventKind::Deadlock, "all threads wait"));
  EXPECT_EQ(ownLimit(Op, Slow, None), "");
}

TEST(OwnLimit, ARefusalNamesARoundLimit) {
  TestFolder Folder;
  Operator Op = rows(Folder, Free);
  CaseResult R = failed(3, 1511);
  R.Launches = 0;
  R.Tensors[0].Unwritten = R.Tensors[0].Mismatched;
  auto Says = [&](int64_t Value, const char *Axis) {
    return ownLimit(Op, R, [&] {
      return std::vector<SizeHint>{
          hint(SizeHint::Kind::Threshold, Value, {Axis})};
    });
  };
  EXPECT_NE(Says(1024, "cols"), "");
  EXPECT_NE(Says(1025, "cols"), ""); // n >= 1025
  EXPECT_EQ(Says(1024, "rows"), "");
  EXPECT_EQ(Says(1100, "cols"), ""); // no limit of a block
  EXPECT_EQ(Says(512, "cols"), "");  // below what is listed
  EXPECT_EQ(Says(2048, "cols"), ""); // does not explain it
  R.Tensors[0].Unwritten = 0;
  EXPECT_EQ(Says(1024, "cols"), "");
}

} // namespace
