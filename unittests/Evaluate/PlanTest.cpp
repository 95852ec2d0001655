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

constexpr llvm::StringLiteral Gemm = R"(name: gemm
axes:
  m: {type: var}
  n: {type: var}
  k: {type: var}
inputs:
  a: {shape: [m, k], dtype: float32}
  b: {shape: [k, n], dtype: float32}
outputs:
  c: {shape: [m, n], dtype: float32}
entry: {symbol: gemm, arguments: [a, b, c, m, n, k]}
reference: {cpp: reference.cpp}
workloads:
  - {m: 16, n: 16, k: 16}
  - {m: 33, n: 21, k: 64}
  - {m: 1, n: 50, k: 32}
  - {m: 20, n: 30, k: 17}
  - {m: 70, n: 65, k: 100}
  - {m: 300, n: 400, k: 500}
)";

std::vector<Case> certify(const Operator &Op, uint64_t Seed = 0) {
  return planCases(Op, {Stage::Certify, Seed, 0});
}

TEST(QuickPlan, RunsEveryWorkloadOnceCheapestFirst) {
  TestFolder Folder;
  Operator Op = readTestOperator(Folder, Gemm);
  std::vector<Case> Plan = planCases(Op, {Stage::Quick, 0, 0});
  ASSERT_EQ(Plan.size(), 7u);
  EXPECT_EQ(Plan.back().Order.Order, Schedule::Kind::Yield);
  Plan.pop_back();
  std::set<int> Seen;
  for (const Case &C : Plan) {
    Seen.insert(C.ListedWorkload);
    EXPECT_EQ(C.Spread, Distribution::Declared);
  }
  EXPECT_EQ(Seen.size(), 6u);
  EXPECT_EQ(Plan.front().ListedWorkload, 2);
  EXPECT_EQ(Plan.back().ListedWorkload, 5);
  EXPECT_NE(Plan[0].Order.str(), Plan[1].Order.str());
  EXPECT_NE(Plan[0].Poison, Plan[1].Poison);
}

TEST(CertifyPlan, HoldsEveryPairThatItPromises) {
  TestFolder Folder;
  Operator Op = readTestOperator(Folder, Gemm);
  const std::vector<Distribution> Spreads = allowedDistributions(Op);
  ASSERT_GE(Spreads.size(), 5u);
  std::set<std::string> Pairs;
  std::set<uint64_t> Seeds;
  std::set<std::string> Orders;
  for (const Case &C : certify(Op)) {
    if (C.ListedWorkload < 0)
      continue;
    Seeds.insert(C.Seed);
    Orders.insert(C.Order.str());
    const std::string W = std::to_string(C.ListedWorkload);
    Pairs.insert("ws" + W + "/" + std::to_string(C.Seed));
    Pairs.insert("wo" + W + "/" + C.Order.str());
    Pairs.insert("wp" + W + "/" + std::to_string(C.Poison));
    Pairs.insert(("wd" + W + "/" + name(C.Spread)).str());
    Pairs.insert((name(C.Spread) + "/" + C.Order.str()).str());
    Pairs.insert(
        (name(C.Spread) + "/" + llvm::Twine(unsigned(C.Poison))).str());
    Pairs.insert("op" + C.Order.str() + std::to_string(C.Poison));
  }
  EXPECT_EQ(Seeds, (std::set<uint64_t>{1, 2, 3}));
  EXPECT_EQ(Orders.size(), 5u);
  for (int W = 0; W != 6; ++W) {
    const std::string Text = std::to_string(W);
    for (int S = 1; S <= 3; ++S)
      EXPECT_TRUE(Pairs.count("ws" + Text + "/" + std::to_string(S)));
    for (const char *Order : {"asc", "desc", "shuffle:1"})
      EXPECT_TRUE(Pairs.count("wo" + Text + "/" + Order)) << Text << Order;
    for (int Poison : {0xff, 0x4b})
      EXPECT_TRUE(Pairs.count("wp" + Text + "/" + std::to_string(Poison)));
    for (Distribution D : Spreads)
      if (W < 4 || D == Distribution::Declared || D == Distribution::Negative) {
        EXPECT_TRUE(Pairs.count(("wd" + Text + "/" + name(D)).str()));
      }
  }
  for (Distribution D : Spreads)
    for (int Poison : {0xff, 0x4b})
      EXPECT_TRUE(Pairs.count((name(D) + "/" + llvm::Twine(Poison)).str()));
}

TEST(CertifyPlan, RepeatsHeavyWorkloadsLessAndNeverYieldsThere) {
  TestFolder Folder;
  Operator Op = readTestOperator(Folder, Gemm);
  std::map<int, size_t> Count;
  for (const Case &C : certify(Op)) {
    ++Count[C.ListedWorkload];
    if (C.ListedWorkload == 5) {
      EXPECT_NE(C.Order.Order, Schedule::Kind::Yield);
    }
  }
  EXPECT_LT(Count[5], Count[0]);
  EXPECT_GE(Count[5], 3u);
}

TEST(CertifyPlan, IsTheSameForTheSameSeedAndFreshForAnother) {
  TestFolder Folder;
  Operator Op = readTestOperator(Folder, Gemm);
  EXPECT_EQ(ids(certify(Op, 7)), ids(certify(Op, 7)));
  EXPECT_NE(ids(certify(Op, 7)), ids(certify(Op, 8)));
}

TEST(CertifyPlan, HasNoCaseTwiceAndSizesAsPromised) {
  TestFolder Folder;
  Operator Op = readTestOperator(Folder, Gemm);
  std::vector<std::string> Ids = ids(certify(Op));
  EXPECT_EQ(std::set<std::string>(Ids.begin(), Ids.end()).size(), Ids.size());
  EXPECT_GE(Ids.size(), 60u);
  EXPECT_LE(Ids.size(), 150u);
}

TEST(CertifyPlan, CutShortItHasStillSeenEveryWorkload) {
  TestFolder Folder;
  Operator Op = readTestOperator(Folder, Gemm);
  std::set<int> Seen;
  for (const Case &C : planCases(Op, {Stage::Certify, 0, 6}))
    Seen.insert(C.ListedWorkload);
  EXPECT_EQ(Seen.size(), 6u);
}

TEST(CertifyPlan, TriesEveryValueOfAScalar) {
  TestFolder Folder;
  Operator Op = readTestOperator(Folder, R"(name: fft
axes:
  n: {type: var}
inputs:
  x: {shape: [n], dtype: float32}
outputs:
  y: {shape: [n], dtype: float32}
scalars:
  inverse: {dtype: int32, values: [0, 1]}
entry: {symbol: fft, arguments: [x, y, n, inverse]}
reference: {cpp: reference.cpp}
workloads:
  - {n: 1}
  - {n: 64}
  - {n: 4096}
)");
  std::set<std::string> Quick;
  for (const Case &C : planCases(Op, {Stage::Quick, 0, 0}))
    Quick.insert(C.id().substr(0, C.id().find('/')));
  EXPECT_EQ(Quick, (std::set<std::string>{"w0(inverse=0)", "w0(inverse=1)",
                                          "w1(inverse=0)", "w1(inverse=1)",
                                          "w2(inverse=0)", "w2(inverse=1)"}));
  // All listed lengths are powers of two: so are the others.
  for (const Workload &W : boundaryWorkloads(Op)) {
    const int64_t N = W.Axes.at("n");
    EXPECT_EQ(N & (N - 1), 0) << N;
  }
}

TEST(CaseId, IsReadBackAsTheSameCase) {
  TestFolder Folder;
  Operator Op = readTestOperator(Folder, Gemm);
  for (const Case &C : certify(Op)) {
    llvm::Expected<Case> Back = parseCase(Op, C.id());
    ASSERT_TRUE(static_cast<bool>(Back)) << llvm::toString(Back.takeError());
    EXPECT_EQ(Back->id(), C.id());
    EXPECT_EQ(Back->Bound.str(), C.Bound.str());
    EXPECT_EQ(Back->ListedWorkload, C.ListedWorkload);
  }
}

TEST(CaseId, RefusesWhatIsNoCase) {
  TestFolder Folder;
  Operator Op = readTestOperator(Folder, Gemm);
  for (const char *Text :
       {"", "w0", "w9/declared/s1/asc/ff", "w0/nothing/s1/asc/ff",
        "w0/declared/1/asc/ff", "w0/declared/s1/up/ff", "w0/declared/s1/asc/f",
        "w0/declared/s1/asc/zz", "b(m=1)/declared/s1/asc/ff",
        "b(m=1 n=x k=2)/declared/s1/asc/ff", "w-1/declared/s1/asc/ff",
        "b(m=-1 n=1 k=1)/declared/s1/asc/ff", "w0/declared/s1/asc/ff/x"}) {
    llvm::Expected<Case> C = parseCase(Op, Text);
    EXPECT_FALSE(static_cast<bool>(C)) << Text;
    llvm::consumeError(C.takeError());
  }
}

//===----------------------------------------------------------------------===//
// Boundary shapes
//===----------------------------------------------------------------------===//

TEST(Boundary, StaysInsideTheListedExtents) {
  TestFolder Folder;
  Operator Op = readTestOperator(Folder, Gemm);
  std::vector<Workload> Found = boundaryWorkloads(Op);
  EXPECT_GE(Found.size(), 20u);
  bool One = false, Odd = false;
  for (const Workload &W : Found) {
    // Each axis is larger once, while the others stay.
    const bool M = W.Axes.at("m") > 300, N = W.Axes.at("n") > 400,
               K = W.Axes.at("k") > 500;
    EXPECT_LE(M + N + K, 1) << W.str();
    One |= W.Axes.at("k") == 1 || W.Axes.at("n") == 1;
    Odd |= W.Axes.at("k") % 2 == 1;
    llvm::Expected<Binding> B = bind(Op, W);
    ASSERT_TRUE(static_cast<bool>(B)) << llvm::toString(B.takeError());
  }
  EXPECT_TRUE(One);
  EXPECT_TRUE(Odd);
}

TEST(Boundary, HasOneEmptyShape) {
  TestFolder Folder;
  Operator Op = readTestOperator(Folder, Gemm);
  size_t Empty = 0;
  for (const Workload &W : boundaryWorkloads(Op))
    for (const auto &[Name, Value] : W.Axes) {
      Empty += Value == 0;
      if (Value == 0) {
        EXPECT_EQ(Name, "m");
      }
    }
  EXPECT_EQ(Empty, 1u);
}

TEST(Boundary, OneAxisMeetsEveryRemainderOfAVector) {
  TestFolder Folder;
  Operator Op = readTestOperator(Folder, R"(name: flat
axes:
  n: {type: var}
inputs:
  x: {shape: [n], dtype: float32}
outputs:
  y: {shape: [n], dtype: float32}
entry: {symbol: flat, arguments: [x, y, n]}
reference: {cpp: reference.cpp}
workloads:
  - {n: 1}
  - {n: 31}
  - {n: 256}
  - {n: 1000}
  - {n: 77777}
)");
  std::set<int64_t> Remainders, Values;
  for (const Workload &W : boundaryWorkloads(Op)) {
    Remainders.insert(W.Axes.at("n") % 8);
    Values.insert(W.Axes.at("n"));
  }
  EXPECT_EQ(Remainders.size(), 8u);
  EXPECT_TRUE(Values.count(2 * 77777 + 1));
}

TEST(Boundary, KeepsTheOrderThatAllWorkloadsHave) {
  TestFolder Folder;
  // Nothing says that k may not exceed n, but no workload does it.
  Operator Op = readTestOperator(Folder, R"(name: topk
axes:
  n: {type: var}
  k: {type: var}
inputs:
  x: {shape: [n], dtype: float32}
outputs:
  y: {shape: [k], dtype: float32}
entry: {symbol: topk, arguments: [x, y, n, k]}
reference: {cpp: reference.cpp}
workloads:
  - {n: 10, k: 10}
  - {n: 100, k: 33}
  - {n: 999, k: 1}
  - {n: 40, k: 17}
)");
  std::vector<Workload> Found = boundaryWorkloads(Op);
  EXPECT_FALSE(Found.empty());
  for (const Workload &W : Found)
    EXPECT_LE(W.Axes.at("k"), W.Axes.at("n"));
}

TEST(Boundary, KeepsDivisibility) {
  TestFolder Folder;
  Operator Op = readTestOperator(Folder, R"(name: groups
axes:
  channels: {type: var}
  groups: {type: var}
inputs:
  x: {shape: [channels], dtype: float32}
outputs:
  y: {shape: [channels], dtype: float32}
entry: {symbol: groups, arguments: [x, y, channels, groups]}
reference: {cpp: reference.cpp}
workloads:
  - {channels: 12, groups: 3}
  - {channels: 35, groups: 5}
  - {channels: 77, groups: 11}
  - {channels: 96, groups: 32}
)");
  std::vector<Workload> Found = boundaryWorkloads(Op);
  EXPECT_FALSE(Found.empty());
  for (const Workload &W : Found)
    EXPECT_EQ(W.Axes.at("channels") % W.Axes.at("groups"), 0);
}

TEST(Boundary, SmallAxesKeepTheirListedValues) {
  TestFolder Folder;
  Operator Op = readTestOperator(Folder, R"(name: conv
axes:
  h: {type: var}
  pad: {type: var}
  win: {type: var}
  oh: {type: expr, expression: "h + 2 * pad - win + 1"}
inputs:
  x: {shape: [h], dtype: float32}
outputs:
  y: {shape: [oh], dtype: float32}
entry: {symbol: conv, arguments: [x, y, h, pad, win]}
reference: {cpp: reference.cpp}
workloads:
  - {h: 20, pad: 0, win: 3}
  - {h: 33, pad: 1, win: 3}
  - {h: 64, pad: 2, win: 7}
  - {h: 7, pad: 2, win: 5}
)");
  std::vector<Workload> Found = boundaryWorkloads(Op);
  EXPECT_FALSE(Found.empty());
  for (const Workload &W : Found) {
    EXPECT_TRUE(std::set<int64_t>({0, 1, 2}).count(W.Axes.at("pad")));
    EXPECT_TRUE(std::set<int64_t>({3, 5, 7}).count(W.Axes.at("win")));
    llvm::Expected<Binding> B = bind(Op, W);
    ASSERT_TRUE(static_cast<bool>(B)) << llvm::toString(B.takeError());
    EXPECT_GT(B->Axes.at("oh"), 0);
  }
}

TEST(Boundary, OneWorkloadGivesNoShapes) {
  TestFolder Folder;
  Operator Op = readTestOperator(Folder, R"(name: one
axes:
  n: {type: var}
inputs:
  x: {shape: [n], dtype: float32}
outputs:
  y: {shape: [n], dtype: float32}
entry: {symbol: one, arguments: [x, y, n]}
reference: {cpp: reference.cpp}
workloads:
  - {n: 5}
)");
  EXPECT_TRUE(boundaryWorkloads(Op).empty());
  EXPECT_FALSE(certify(Op).empty());
}

TEST(Boundary, AMultipleStaysAMultiple) {
  TestFolder Folder;
  Operator Op = readTestOperator(Folder, R"(name: packed
axes:
  k: {type: var}
inputs:
  x: {shape: [k], dtype: int32, init: {kind: integers, low: 0, high: k}}
outputs:
  y: {shape: [k], dtype: float32}
entry: {symbol: packed, arguments: [x, y, k]}
reference: {cpp: reference.cpp}
workloads:
  - {k: 24}
  - {k: 40}
  - {k: 136}
  - {k: 1000}
)");
  std::vector<Workload> Found = boundaryWorkloads(Op);
  EXPECT_GE(Found.size(), 3u);
  for (const Workload &W : Found)
    EXPECT_EQ(W.Axes.at("k") % 8, 0);
}

} // namespace
