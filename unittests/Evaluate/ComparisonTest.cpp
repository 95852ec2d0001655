//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Evaluate/Comparison.h"
#include "TestOperator.h"
#include <cmath>
#include <limits>

using namespace kmend;

namespace {

constexpr double Inf = std::numeric_limits<double>::infinity();
constexpr double NaN = std::numeric_limits<double>::quiet_NaN();

struct Tensor {
  TensorSpec Spec;
  BoundTensor Bound;
  std::vector<char> Got, Want;

  Tensor(DType Type, std::vector<int64_t> Shape, std::vector<double> G,
         std::vector<double> W) {
    Spec.Name = "y";
    Spec.Type = Type;
    Spec.IsOutput = true;
    Bound.Spec = &Spec;
    Bound.Shape = std::move(Shape);
    Bound.Elements = G.size();
    Got.resize(G.size() * sizeOf(Type));
    const DType WantType = isFloating(Type) ? DType::Float64 : Type;
    Want.resize(W.size() * sizeOf(WantType));
    for (size_t I = 0; I != G.size(); ++I)
      store(Type, Got.data(), I, G[I]);
    for (size_t I = 0; I != W.size(); ++I)
      store(WantType, Want.data(), I, W[I]);
  }
  TensorComparison run(Tolerance T = {}, uint8_t Poison = 0xff) const {
    return compare(Bound, T, Got, Want, Poison);
  }
};

TEST(Comparison, LetsThroughWhatTheToleranceAllows) {
  Tensor T(DType::Float64, {3}, {1.0, 100.9, -5.0}, {1.05, 100.0, -5.0});
  EXPECT_TRUE(T.run(tolerance(0.1, 0.01)).Passed);
  TensorComparison C = T.run(tolerance(0.1, 0.001));
  EXPECT_FALSE(C.Passed);
  EXPECT_EQ(C.Mismatched, 1u);
  EXPECT_EQ(C.Wrong, (std::vector<bool>{false, true, false}));
  EXPECT_NEAR(C.MaxAbsolute, 0.9, 1e-12);
}

TEST(Comparison, FailsJustBeyondAndPassesAtTheBound) {
  Tensor At(DType::Float64, {1}, {1.5}, {1.0});
  EXPECT_TRUE(At.run(tolerance(0.5, 0)).Passed);
  Tensor Beyond(DType::Float64, {1}, {std::nextafter(1.5, 2)}, {1.0});
  EXPECT_FALSE(Beyond.run(tolerance(0.5, 0)).Passed);
}

TEST(Comparison, NanMatchesNanOnly) {
  Tensor T(DType::Float32, {4}, {NaN, NaN, 1, Inf}, {NaN, 1, NaN, NaN});
  TensorComparison C = T.run(tolerance(1e9, 1e9));
  EXPECT_EQ(C.Wrong, (std::vector<bool>{false, true, true, true}));
  EXPECT_EQ(C.Nonfinite, 3u);
}

TEST(Comparison, AnInfinityMatchesTheSameInfinityOnly) {
  Tensor T(DType::Float32, {4}, {Inf, -Inf, Inf, 3}, {Inf, Inf, 3, Inf});
  EXPECT_EQ(T.run(tolerance(1e9, 1e9)).Wrong,
            (std::vector<bool>{false, true, true, true}));
}

TEST(Comparison, WhatOverflowsTheDtypeIsAnInfinityWhereThoseAreAllowed) {
  Tensor T(DType::Float16, {1}, {Inf}, {1e6});
  EXPECT_FALSE(T.run(tolerance(1, 1)).Passed);
  Tolerance Allowed = tolerance(1, 1);
  Allowed.AllowNonfinite = true;
  EXPECT_TRUE(T.run(Allowed).Passed);
}

TEST(Comparison, IntegersCompareExactlyWhateverTheTolerance) {
  Tensor T(DType::Int32, {2}, {7, 9}, {7, 8});
  TensorComparison C = T.run(tolerance(100, 100));
  EXPECT_EQ(C.Mismatched, 1u);
  EXPECT_FALSE(C.Passed);
  EXPECT_EQ(C.Worst.front().Got, 9);
  EXPECT_EQ(C.Worst.front().Want, 8);
}

TEST(Comparison, LargeIntegersKeepAllTheirBits) {
  Tensor T(DType::Int64, {1}, {0}, {0});
  const int64_t A = (int64_t(1) << 53) + 1, B = int64_t(1) << 53;
  std::memcpy(T.Got.data(), &A, 8);
  std::memcpy(T.Want.data(), &B, 8);
  EXPECT_FALSE(T.run().Passed);
}

TEST(Comparison, CountsElementsThatStillHoldThePoison) {
  Tensor T(DType::Float32, {3}, {1, 0, 0}, {1, 2, 3});
  std::memset(T.Got.data() + 4, 0x4b, 4);
  TensorComparison C = T.run(tolerance(1e-3, 0), 0x4b);
  EXPECT_EQ(C.Mismatched, 2u);
  EXPECT_EQ(C.Unwritten, 1u);
}

TEST(Comparison, ARightValueThatEqualsThePoisonIsWritten) {
  Tensor T(DType::UInt8, {1}, {255}, {255});
  TensorComparison C = T.run({}, 0xff);
  EXPECT_TRUE(C.Passed);
  EXPECT_EQ(C.Unwritten, 0u);
}

TEST(Comparison, KeepsTheWorstElementsWithTheirIndices) {
  std::vector<double> Got(20, 0.0), Want(20, 0.0);
  for (int I = 0; I != 12; ++I)
    Got[static_cast<size_t>(I)] = I + 1;
  Got[17] = NaN;
  Tensor T(DType::Float64, {4, 5}, Got, Want);
  TensorComparison C = T.run(tolerance(0.5, 0));
  EXPECT_EQ(C.Mismatched, 13u);
  ASSERT_EQ(C.Worst.size(), 8u);
  EXPECT_EQ(C.Worst[0].Index, (std::vector<int64_t>{3, 2}));
  EXPECT_TRUE(std::isnan(C.Worst[0].Got));
  EXPECT_EQ(C.Worst[0].Excess, Inf);
  EXPECT_EQ(C.Worst[1].Flat, 11u);
  EXPECT_EQ(C.Worst[7].Flat, 5u);
}

TEST(Comparison, OfEqualExcessesTheFirstElementsStay) {
  Tensor T(DType::Int32, {10}, std::vector<double>(10, 1),
           std::vector<double>(10, 0));
  TensorComparison C = T.run();
  ASSERT_EQ(C.Worst.size(), 8u);
  for (size_t I = 0; I != 8; ++I)
    EXPECT_EQ(C.Worst[I].Flat, I);
}

TEST(Comparison, ARequiredRatioLeavesRoomForThatManyOnly) {
  std::vector<double> Got(100, 1.0), Want(100, 1.0);
  Got[3] = Got[4] = 9;
  Tensor T(DType::Float32, {100}, Got, Want);
  Tolerance Allowed = tolerance(1e-3, 0);
  Allowed.RequiredMatchedRatio = 0.98;
  EXPECT_TRUE(T.run(Allowed).Passed);
  Allowed.RequiredMatchedRatio = 0.981;
  EXPECT_FALSE(T.run(Allowed).Passed);
  EXPECT_EQ(T.run(Allowed).Mismatched, 2u);
}

TEST(Comparison, NothingToCompareIsRight) {
  Tensor T(DType::Float32, {0, 7}, {}, {});
  TensorComparison C = T.run();
  EXPECT_TRUE(C.Passed);
  EXPECT_EQ(C.Elements, 0u);
}

TEST(Comparison, MissingBytesMakeEveryElementWrong) {
  Tensor T(DType::Float32, {2}, {1, 2}, {1, 2});
  TensorComparison C = compare(T.Bound, tolerance(1, 1), {}, T.Want, 0xff);
  EXPECT_FALSE(C.Passed);
  EXPECT_EQ(C.Mismatched, 2u);
}

TEST(Comparison, AScalarHasAnEmptyIndex) {
  Tensor T(DType::Float32, {}, {1}, {2});
  TensorComparison C = T.run(tolerance(0.1, 0));
  ASSERT_EQ(C.Worst.size(), 1u);
  EXPECT_TRUE(C.Worst[0].Index.empty());
}

TEST(Comparison, TwoNumbersFarApartDoNotOverflow) {
  Tensor T(DType::Float64, {1}, {1e308}, {-1e308});
  EXPECT_FALSE(T.run(tolerance(1, 1)).Passed);
}

} // namespace
