//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestOperator.h"
#include "kmend/Evaluate/Case.h"
#include <set>

using namespace kmend;

namespace {

constexpr llvm::StringLiteral TopK = R"(name: topk
axes:
  rows: {type: var}
  n: {type: var}
  k: {type: var}
inputs:
  x: {shape: [rows, n], dtype: float32}
outputs:
  y: {shape: [rows, k], dtype: float32}
entry: {symbol: topk, arguments: [x, y, rows, n, k]}
reference: {cpp: reference.cpp}
workloads:
  - {rows: 3, n: 10, k: 10}
  - {rows: 7, n: 100, k: 33}
  - {rows: 21, n: 999, k: 1}
  - {rows: 5, n: 40, k: 17}
)";

TEST(HeldOut, AreTheSameForOneSeedAndOthersForAnother) {
  TestFolder Folder;
  Operator Op = readTestOperator(Folder, TopK);
  EXPECT_EQ(ids(heldOutCases(Op, 5)), ids(heldOutCases(Op, 5)));
  std::set<std::string> Shapes;
  size_t All = 0;
  for (uint64_t Seed = 0; Seed != 20; ++Seed)
    for (const Case &C : heldOutCases(Op, Seed)) {
      Shapes.insert(C.Bound.str());
      ++All;
    }
  EXPECT_GE(All, 20 * 8u);
  EXPECT_GE(Shapes.size() * 10, All * 9);
}

TEST(HeldOut, AreLegalAndCanBeReplayed) {
  TestFolder Folder;
  Operator Op = readTestOperator(Folder, TopK);
  bool Larger = false;
  for (uint64_t Seed = 0; Seed != 20; ++Seed)
    for (const Case &C : heldOutCases(Op, Seed)) {
      EXPECT_TRUE(C.HeldOut);
      EXPECT_LT(C.ListedWorkload, 0);
      EXPECT_LE(C.Bound.Axes.at("k"), C.Bound.Axes.at("n")) << C.id();
      EXPECT_GE(C.Bound.Axes.at("k"), 1);
      Larger |= C.Bound.Axes.at("n") > 999 || C.Bound.Axes.at("rows") > 21;
      llvm::Expected<Case> Back = parseCase(Op, C.id());
      ASSERT_TRUE(bool(Back)) << llvm::toString(Back.takeError());
      EXPECT_EQ(Back->id(), C.id());
    }
  EXPECT_TRUE(Larger);
}

TEST(HeldOut, StandAtTheEndOfACertificationThatHasASeed) {
  TestFolder Folder;
  Operator Op = readTestOperator(Folder, TopK);
  PlanOptions With{Stage::Certify, 0, 0}, Quick{Stage::Quick, 0, 0};
  const std::vector<std::string> Without = ids(planCases(Op, With));
  With.HeldOutSeed = Quick.HeldOutSeed = 9;
  std::vector<std::string> Plan = ids(planCases(Op, With));
  const std::vector<std::string> Drawn = ids(heldOutCases(Op, 9));
  ASSERT_EQ(Plan.size(), Without.size() + Drawn.size());
  EXPECT_EQ(
      std::vector<std::string>(Plan.end() - long(Drawn.size()), Plan.end()),
      Drawn);
  Plan.resize(Without.size());
  EXPECT_EQ(Plan, Without);
  for (const Case &C : planCases(Op, Quick))
    EXPECT_FALSE(C.HeldOut);
}

TEST(HeldOut, KeepTheRulesOfTheAxes) {
  TestFolder Folder;
  Operator Op = readTestOperator(Folder, R"(name: rules
axes:
  p: {type: var}
  m: {type: var}
  small: {type: var}
inputs:
  x: {shape: [p, m, small], dtype: float32}
outputs:
  y: {shape: [p, m, small], dtype: float32}
entry: {symbol: rules, arguments: [x, y, p, m, small]}
reference: {cpp: reference.cpp}
workloads:
  - {p: 8, m: 24, small: 3}
  - {p: 128, m: 40, small: 5}
  - {p: 32, m: 136, small: 3}
)");
  for (uint64_t Seed = 0; Seed != 20; ++Seed)
    for (const Case &C : heldOutCases(Op, Seed)) {
      const int64_t P = C.Bound.Axes.at("p"), S = C.Bound.Axes.at("small");
      EXPECT_EQ(P & (P - 1), 0);
      EXPECT_EQ(C.Bound.Axes.at("m") % 8, 0);
      EXPECT_TRUE(S == 3 || S == 5);
    }
}

TEST(HeldOut, RandomSeedsFitJson) {
  llvm::Expected<uint64_t> A = randomHeldOutSeed(), B = randomHeldOutSeed();
  ASSERT_TRUE(bool(A) && bool(B));
  EXPECT_NE(*A, *B);
  EXPECT_LT(*A, uint64_t(1) << 48);
}

} // namespace
