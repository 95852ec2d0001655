//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Evaluate/NullBaseline.h"
#include "TestOperator.h"
#include <set>

using namespace kmend;

namespace {

/// y from x and z, all [n] float32.
Operator twoInputs(const TestFolder &Folder, llvm::StringRef More = "") {
  return readTestOperator(Folder, (R"(name: two
axes:
  n: {type: var}
inputs:
  x: {shape: [n], dtype: float32}
  z: {shape: [n], dtype: float16}
  i: {shape: [n], dtype: int32}
outputs:
  y: {shape: [n], dtype: float32}
entry: {symbol: two, arguments: [x, z, i, y, n]}
reference: {cpp: reference.cpp}
workloads:
  - {n: 4}
)" + More)
                                      .str());
}

/// What is prepared for the only workload when \p Want is expected.
Prepared prepared(const Operator &Op, llvm::ArrayRef<double> X,
                  llvm::ArrayRef<double> Want, Tolerance T) {
  Prepared P;
  P.B = llvm::cantFail(bind(Op, Op.Workloads[0]));
  for (const BoundTensor &Tensor : P.B.Tensors) {
    std::vector<char> Bytes(Tensor.bytes());
    for (uint64_t E = 0; !Tensor.Spec->IsOutput && E != Tensor.Elements; ++E)
      store(Tensor.Spec->Type, Bytes.data(), E, X[E]);
    P.Initial.push_back(std::move(Bytes));
  }
  std::vector<char> Doubles(Want.size() * sizeof(double));
  std::memcpy(Doubles.data(), Want.data(), Doubles.size());
  P.Want.push_back(std::move(Doubles));
  P.Allowed.push_back(T);
  return P;
}

/// Names of the baselines that make the operator invalid.
std::set<std::string> invalid(const Operator &Op, const Prepared &P) {
  std::set<std::string> Names;
  for (const NullBaseline &B : nullBaselines(Op)) {
    BaselineScore S;
    S.Baseline = B;
    S.add(P);
    if (S.isInvalid())
      Names.insert(B.name(Op));
  }
  return Names;
}

using Names = std::set<std::string>;

TEST(NullBaseline, EachIsFoundByItsName) {
  TestFolder Folder;
  Operator Op = twoInputs(Folder);
  const double X[] = {1, -2, 3, 5};
  const Tolerance T = tolerance(1e-2, 0);
  EXPECT_EQ(invalid(Op, prepared(Op, X, {1e-3, -1e-3, 2e-3, 0}, T)),
            (Names{"all zeros", "the mean everywhere", "x times a constant",
                   "z times a constant"}));
  EXPECT_EQ(invalid(Op, prepared(Op, X, {1.001, 1.002, 0.999, 1}, T)),
            (Names{"all ones", "the mean everywhere"}));
  EXPECT_EQ(invalid(Op, prepared(Op, X, {7.001, 7.002, 6.999, 7}, T)),
            (Names{"the mean everywhere"}));
  EXPECT_EQ(invalid(Op, prepared(Op, X, {1.001, -2.002, 2.999, 5}, T)),
            (Names{"a copy of x", "a copy of z", "x times a constant",
                   "z times a constant"}));
  EXPECT_EQ(invalid(Op, prepared(Op, X, {3.001, -6.002, 8.999, 15}, T)),
            (Names{"x times a constant", "z times a constant"}));
  EXPECT_EQ(invalid(Op, prepared(Op, X, {9, 1, -4, 2}, T)), Names());
}

TEST(NullBaseline, TheExactAnswerIsNone) {
  TestFolder Folder;
  Operator Op = twoInputs(Folder);
  const double X[] = {1, -2, 3, 5}, Third = 1.0 / 3;
  const Tolerance T = tolerance(1e-5, 1e-5);
  EXPECT_EQ(invalid(Op, prepared(Op, X, X, T)), Names());
  EXPECT_EQ(invalid(Op, prepared(Op, X,
                                 {Third, -2 * Third, 3 * Third, 5 * Third}, T)),
            Names());
}

TEST(NullBaseline, HalfIsAskedWhereTheDataIsWider) {
  TestFolder Folder;
  auto AsksHalf = [](const Operator &Op) {
    return llvm::any_of(nullBaselines(Op), [](const NullBaseline &B) {
      return B.Answer == NullBaseline::Kind::Half;
    });
  };
  EXPECT_FALSE(AsksHalf(twoInputs(Folder)));
  Operator Wide = readTestOperator(Folder, DoubleYaml);
  EXPECT_TRUE(AsksHalf(Wide));
  const double X[] = {1, 2, 3, 4};
  EXPECT_EQ(invalid(Wide, prepared(Wide, X, {0.1, 0.7, 4.3, 9.1},
                                   tolerance(1e-3, 1e-3))),
            Names{"the answer rounded to float16"});
  EXPECT_EQ(invalid(Wide, prepared(Wide, X, {0.1, 0.7, 4.3, 9.1},
                                   tolerance(1e-5, 1e-5))),
            Names());
}

TEST(NullBaseline, TheProposalMakesItFail) {
  TestFolder Folder;
  Operator Op = twoInputs(Folder);
  const double X[] = {1, -2, 3, 5};
  const double Want[] = {1e-3, -1e-3, 2e-3, 0};
  BaselineScore S;
  S.add(prepared(Op, X, Want, tolerance(1e-2, 1e-2)));
  ASSERT_TRUE(S.isInvalid());
  std::optional<Tolerance> T = S.proposal();
  ASSERT_TRUE(T);
  EXPECT_GT(T->MaxAtol, 1e-4);
  BaselineScore Again;
  Again.add(prepared(Op, X, Want, *T));
  EXPECT_FALSE(Again.Passes);
}

TEST(NullBaseline, NoProposalBelowWhatRoundingNeeds) {
  TestFolder Folder;
  Operator Op = twoInputs(Folder);
  const double X[] = {1, -2, 3, 5};
  BaselineScore S;
  S.Baseline.Answer = NullBaseline::Kind::Ones;
  S.add(prepared(Op, X, {1 + 1.5e-6, 1, 1, 1}, tolerance(1e-6, 1e-6)));
  ASSERT_TRUE(S.isInvalid());
  EXPECT_FALSE(S.proposal());
}

} // namespace
