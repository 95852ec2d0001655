//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Operator/Binding.h"
#include "TestFolder.h"
#include "kmend/Operator/Workloads.h"

using namespace kmend;
using namespace llvm;

namespace {

using BindingTest = TestFolder;

TEST_F(BindingTest, ShapesArgumentsAndScalars) {
  Expected<Operator> Op = read(withSections(
      "  n: {type: var}\n  twice: {type: expr, expression: half * 4}\n"
      "  half: {type: expr, expression: n / 2}\n"
      "  c: {type: const, value: 3}\n",
      "  x: {shape: [n, c], dtype: float16}\n",
      "  y: {shape: [twice, 2], dtype: int64}\n  one: {shape: [], dtype: "
      "bool}\n",
      "[y, x, one, twice, s]",
      "scalars: {s: {dtype: float32, value: 0.1}}\n"
      "workloads: [{n: 10}, {n: 0}]\n"));
  ASSERT_TRUE(!!Op) << toString(Op.takeError());
  Expected<Binding> B = bind(*Op, Op->Workloads[0]);
  ASSERT_TRUE(!!B) << toString(B.takeError());
  EXPECT_EQ(B->Op, &*Op);
  EXPECT_EQ(B->Axes.at("twice"), 20);
  ASSERT_EQ(B->Tensors.size(), 3u);
  EXPECT_EQ(B->Tensors[0].Shape, (std::vector<int64_t>{10, 3}));
  EXPECT_EQ(B->Tensors[0].bytes(), 60u);
  EXPECT_EQ(B->Tensors[1].bytes(), 320u);
  EXPECT_EQ(B->Tensors[2].Elements, 1u);
  ASSERT_EQ(B->Arguments.size(), 5u);
  EXPECT_EQ(B->Arguments[0].Tensor, 1u);
  EXPECT_EQ(B->Arguments[1].Tensor, 0u);
  EXPECT_EQ(B->Arguments[3].ArgumentKind, BoundArgument::Kind::Axis);
  EXPECT_EQ(B->Arguments[3].AxisValue, 20);
  // Both sides get what the candidate's float can hold.
  EXPECT_EQ(B->Arguments[4].ScalarValue, double(0.1f));
  Expected<Binding> Empty = bind(*Op, Op->Workloads[1]);
  ASSERT_TRUE(!!Empty);
  EXPECT_EQ(Empty->Tensors[0].Elements, 0u);
  EXPECT_EQ(Empty->Tensors[2].Elements, 1u);
}

TEST_F(BindingTest, ConstraintsOfWorkloads) {
  Expected<Operator> Op = read(withSections(
      "  n: {type: var}\n  k: {type: var}\n"
      "  half: {type: expr, expression: n / 2}\n",
      "  x: {shape: [n], dtype: uint8}\n", "  y: {shape: [k], dtype: uint8}\n",
      "[x, y, n]",
      "constraints: [\"k <= half\", 'n % 4 == 0', k != 3, 12 % k < 8]\n"
      "workloads: [{n: 8, k: 4}]\n"));
  ASSERT_TRUE(!!Op) << toString(Op.takeError());
  ASSERT_EQ(Op->Constraints.size(), 4u);
  EXPECT_EQ(Op->Constraints[1].text(), "n % 4 == 0");
  auto Kept = [&](int64_t N, int64_t K) {
    Workload W;
    W.Axes = {{"n", N}, {"k", K}};
    Expected<Binding> B = bind(*Op, W);
    EXPECT_EQ(bool(B), allows(*Op, W)) << N << " " << K;
    consumeError(B.takeError());
    return allows(*Op, W);
  };
  EXPECT_TRUE(Kept(8, 4));
  EXPECT_TRUE(Kept(16, 1));
  EXPECT_FALSE(Kept(8, 5));
  EXPECT_FALSE(Kept(10, 2));
  EXPECT_FALSE(Kept(8, 3));
  // 12 % 0 is nothing that could hold.
  EXPECT_FALSE(Kept(8, 0));
  Workload Missing;
  Missing.Axes = {{"n", 8}};
  EXPECT_FALSE(allows(*Op, Missing));
}

TEST_F(BindingTest, EveryRelation) {
  auto Holds = [](StringRef Text, int64_t N) {
    Expected<Constraint> C = Constraint::parse(Text, {"f", 1, 1});
    EXPECT_TRUE(!!C) << Text.str();
    return cantFail(C->holds([&](StringRef) { return N; }));
  };
  for (int64_t N : {-1, 0, 1}) {
    EXPECT_EQ(Holds("n == 0", N), N == 0);
    EXPECT_EQ(Holds("n!=0", N), N != 0);
    EXPECT_EQ(Holds("n <= 0", N), N <= 0);
    EXPECT_EQ(Holds("n < 0", N), N < 0);
    EXPECT_EQ(Holds("0 >= n", N), N <= 0);
    EXPECT_EQ(Holds("0>n", N), N < 0);
  }
}

TEST_F(BindingTest, WorkloadsThatNobodyListed) {
  Expected<Operator> Op = read(
      withSections("  n: {type: var}\n", "  x: {shape: [n], dtype: uint8}\n",
                   "  y: {shape: [n], dtype: uint8}\n", "[x, y, n]",
                   "workloads: [{n: 1}]\n"));
  ASSERT_TRUE(!!Op);
  auto Refused = [&](Workload W) {
    Expected<Binding> B = bind(*Op, W);
    return B ? "" : toString(B.takeError());
  };
  Workload W;
  EXPECT_EQ(Refused(W), "workload does not bind axis 'n'; add 'n: N'");
  W.Axes["n"] = -1;
  EXPECT_EQ(Refused(W), "axis 'n' is negative: -1");
  W.Axes["n"] = 3000000000;
  EXPECT_EQ(Refused(W),
            "axis 'n' is an argument and 3000000000 does not fit an int");
  W.Axes["n"] = INT64_MAX;
  EXPECT_EQ(Refused(W),
            "tensor 'x' is larger than 1 TiB; use a smaller workload");
  W.Axes["n"] = 7;
  EXPECT_EQ(Refused(W), "");
  W.Axes["m"] = 7;
  EXPECT_EQ(Refused(W), "workload binds 'm', which is no var axis");
  W.Axes.erase("m");
  W.Scalars["s"] = 1;
  EXPECT_EQ(Refused(W), "workload binds 's', which is no scalar");
}

TEST_F(BindingTest, PermutationMustFit) {
  ExitCode Code;
  EXPECT_EQ(
      failure(withSections("  n: {type: var}\n",
                           "  x: {shape: [2, n], dtype: int8, init: {kind: "
                           "permutation}}\n",
                           "  y: {shape: [n], dtype: uint8}\n", "[x, y, n]",
                           "workloads: [{n: 128}, {n: 129}]\n"),
              Code),
      "10:23: error: a permutation of 129 elements does not fit int8 in "
      "'x'");
}

TEST_F(BindingTest, ExpandsScalarValues) {
  Expected<Operator> Op = read(withSections(
      "  n: {type: var}\n", "  x: {shape: [n], dtype: float32}\n",
      "  y: {shape: [n], dtype: float32}\n", "[x, y, n, a, b, c]",
      "scalars:\n  a: {dtype: float32, values: [1, 2]}\n"
      "  b: {dtype: int32, values: [7, 8, 9]}\n  c: {dtype: float32}\n"
      "workloads: [{n: 1, c: 5}, {n: 2, c: 6, b: 0}]\n"));
  ASSERT_TRUE(!!Op) << toString(Op.takeError());
  std::vector<std::string> Texts;
  std::vector<int> Origins;
  for (const Workload &W : expandWorkloads(*Op)) {
    Texts.push_back(W.str());
    Origins.push_back(W.Listed);
    EXPECT_TRUE(!!bind(*Op, W));
  }
  EXPECT_EQ(Texts, (std::vector<std::string>{
                       "n=1 a=1 b=7 c=5", "n=1 a=1 b=8 c=5", "n=1 a=1 b=9 c=5",
                       "n=1 a=2 b=7 c=5", "n=1 a=2 b=8 c=5", "n=1 a=2 b=9 c=5",
                       "n=2 a=1 b=0 c=6", "n=2 a=2 b=0 c=6"}));
  EXPECT_EQ(Origins, (std::vector<int>{0, 0, 0, 0, 0, 0, 1, 1}));
}

} // namespace
