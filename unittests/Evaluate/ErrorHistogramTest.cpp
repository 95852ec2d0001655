//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Evaluate/ErrorHistogram.h"
#include "kmend/Evaluate/Comparison.h"
#include "kmend/Evaluate/MismatchMap.h"
#include "gtest/gtest.h"
#include <cmath>
#include <limits>

using namespace kmend;

namespace {

using Counts = std::vector<uint64_t>;

TEST(PowerHistogram, CountsByPowersOfTwo) {
  PowerHistogram H{0, {}};
  for (double Value : {0.0, 0.5, 0.999, 1.0, 1.5, 2.0, 3.999, 4.0, 9.0})
    H.add(Value);
  EXPECT_EQ(H.Counts, (Counts{3, 2, 2, 1, 1}));
  EXPECT_EQ(H.total(), 9u);
  H.add(std::numeric_limits<double>::infinity());
  EXPECT_EQ(H.Counts.size(), PowerHistogram::MaxCounts);
  PowerHistogram Small{-52, {}};
  Small.add(0x1p-53);
  Small.add(0x1p-52);
  Small.add(0x1p-50);
  EXPECT_EQ(Small.Counts, (Counts{1, 1, 0, 1}));
}

TEST(Ulp, IsTheDistanceOfTwoNeighbours) {
  EXPECT_EQ(unitInTheLastPlace(DType::Float32, 1), 0x1p-23);
  EXPECT_EQ(unitInTheLastPlace(DType::Float32, -1.99), 0x1p-23);
  EXPECT_EQ(unitInTheLastPlace(DType::Float32, 2), 0x1p-22);
  EXPECT_EQ(unitInTheLastPlace(DType::Float32, 0), 0x1p-149);
  EXPECT_EQ(unitInTheLastPlace(DType::Float32, 1e-45), 0x1p-149);
  EXPECT_EQ(unitInTheLastPlace(DType::Float16, 0), 0x1p-24);
  EXPECT_EQ(unitInTheLastPlace(DType::Float16, 1e9), 32);
  EXPECT_EQ(unitInTheLastPlace(DType::BFloat16, 3), 0x1p-6);
  EXPECT_EQ(unitInTheLastPlace(DType::Float64, 1), 0x1p-52);
  EXPECT_EQ(unitInTheLastPlace(DType::Int32, 1e6), 1);
}

TEST(ErrorHistogram, IsFilledByTheComparison) {
  TensorSpec Spec;
  Spec.Name = "y";
  BoundTensor T;
  T.Spec = &Spec;
  T.Shape = {5};
  T.Elements = 5;
  const float Got[] = {1, 1 + 0x1p-22f, 8, std::nanf(""), 0.5f};
  const double Want[] = {1, 1, 4, 1, 0};
  Tolerance Any;
  Any.MaxAtol = 10;
  TensorComparison C =
      compare(T, Any, {reinterpret_cast<const char *>(Got), sizeof Got},
              {reinterpret_cast<const char *>(Want), sizeof Want}, 0);
  // Exact, two units, 4 off at 4; not the NaN; half of the largest from 0.
  EXPECT_EQ(C.Errors.Units.total(), 4u);
  EXPECT_EQ(C.Errors.Units.Counts[0], 1u);
  EXPECT_EQ(C.Errors.Units.Counts[2], 1u);
  EXPECT_EQ(C.Errors.Units.Counts[24], 1u);
  EXPECT_EQ(C.Errors.Relative.total(), 3u);
  EXPECT_EQ(C.Errors.Relative.Counts[53], 1u); // 1
  EXPECT_EQ(C.Errors.Relative.Counts[31], 1u); // 2^-22
}

TEST(MismatchRuns, StartWithTheRightOnes) {
  EXPECT_EQ(mismatchRuns({false, true, true, false}).Lengths, (Counts{1, 2}));
  EXPECT_EQ(mismatchRuns({true, false, false, true}).Lengths,
            (Counts{0, 1, 2, 1}));
  EXPECT_EQ(mismatchRuns({false, false}).Lengths, Counts());
  EXPECT_EQ(mismatchRuns({}).Lengths, Counts());
}

TEST(MismatchRuns, GetCoarseRatherThanLong) {
  std::vector<bool> Every(10000);
  for (size_t I = 0; I < Every.size(); I += 2)
    Every[I] = true;
  MismatchRuns R = mismatchRuns(Every, 16);
  EXPECT_EQ(R.Cell, 2u);
  EXPECT_EQ(R.Lengths, (Counts{0, 5000}));
  std::vector<bool> Sparse(1 << 16);
  for (size_t I = 0; I < Sparse.size(); I += 256)
    Sparse[I] = true;
  R = mismatchRuns(Sparse, 100);
  EXPECT_GT(R.Cell, 1u);
  EXPECT_LE(R.Lengths.size(), 100u);
  // Every wrong element lies in a wrong cell.
  std::vector<bool> Back;
  for (size_t I = 0; I != R.Lengths.size(); ++I)
    Back.insert(Back.end(), R.Lengths[I] * R.Cell, I % 2 != 0);
  Back.resize(std::max(Back.size(), Sparse.size()));
  for (size_t I = 0; I != Sparse.size(); ++I)
    ASSERT_TRUE(!Sparse[I] || Back[I]) << I;
}

} // namespace
