//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestOperator.h"
#include "kmend/Evaluate/Comparison.h"
#include <cmath>

using namespace kmend;

namespace {

std::string gemmYaml(llvm::StringRef Type) {
  return ("name: gemm\naxes:\n  m: {type: var}\n  n: {type: var}\n"
          "  k: {type: var}\ninputs:\n"
          "  a: {shape: [m, k], dtype: " +
          Type + "}\n  b: {shape: [k, n], dtype: " + Type +
          "}\noutputs:\n  c: {shape: [m, n], dtype: " + Type +
          "}\nentry: {symbol: gemm, arguments: [a, b, c, m, n, k]}\n"
          "reference: {cpp: reference.cpp}\n"
          "workloads:\n  - {m: 2, n: 3, k: 64}\n  - {m: 2, n: 3, k: 4096}\n")
      .str();
}

Tolerance derived(const Operator &Op, size_t Workload) {
  llvm::Expected<Binding> B = bind(Op, Op.Workloads[Workload]);
  if (!B) {
    ADD_FAILURE() << llvm::toString(B.takeError());
    return {};
  }
  return deriveTolerance(*B, B->Tensors.back());
}

TEST(Tolerance, GrowsWithTheRootOfTheReduction) {
  TestFolder Folder;
  Operator Op = readTestOperator(Folder, gemmYaml("float32"));
  ASSERT_EQ(Op.Workloads.size(), 2u);
  Tolerance Short = derived(Op, 0), Long = derived(Op, 1);
  EXPECT_NEAR(Long.MaxRtol / Short.MaxRtol, 8, 1e-9);
  EXPECT_FALSE(Short.Given);
  EXPECT_GT(Short.MaxRtol, 8 * epsilon(DType::Float32));
  EXPECT_LT(Short.MaxRtol, 1e-4);
}

TEST(Tolerance, IsOneRoundingOfTheOutputWiderForNarrowDtypes) {
  TestFolder Folder;
  Operator Half = readTestOperator(Folder, gemmYaml("float16"));
  TestFolder Other;
  Operator Single = readTestOperator(Other, gemmYaml("float32"));
  EXPECT_NEAR(derived(Half, 0).MaxRtol - derived(Single, 0).MaxRtol,
              epsilon(DType::Float16), 1e-12);
}

TEST(Tolerance, Float64IsJudgedInFloat64) {
  TestFolder Folder;
  Operator Op = readTestOperator(Folder, gemmYaml("float64"));
  EXPECT_LT(derived(Op, 1).MaxRtol, 1e-12);
}

TEST(Tolerance, ADerivedOneIsScaledByTheData) {
  TestFolder Folder;
  Operator Op = readTestOperator(Folder, gemmYaml("float32"));
  llvm::Expected<Binding> B = bind(Op, Op.Workloads[0]);
  ASSERT_TRUE(static_cast<bool>(B));
  std::vector<char> Want(6 * sizeof(double));
  for (size_t I = 0; I != 6; ++I)
    store(DType::Float64, Want.data(), I, I % 2 ? 1000 : -1000);
  Tolerance T = deriveTolerance(*B, B->Tensors.back());
  EXPECT_NEAR(scaleTolerance(T, B->Tensors.back(), Want).MaxAtol,
              1000 * T.MaxAtol, 1e-9);
  T.Given = true;
  EXPECT_EQ(scaleTolerance(T, B->Tensors.back(), Want).MaxAtol, T.MaxAtol);
}

} // namespace
