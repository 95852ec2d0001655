//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestKernel.h"

using namespace kmend;

namespace {

/// `LINE:COLUMN way` of all branches; those that were taken behind a `+`.
std::string branchesOf(const RunResult &R) {
  std::string Text;
  for (const BranchOutcome &B : R.Branches)
    Text += (B.Taken ? "+" : "-") + std::to_string(B.Way.Where.Line) + ":" +
            std::to_string(B.Way.Where.Column) + " " + B.Way.str() + "\n";
  return Text;
}

/// Runs \p Kernel, a body of `kernel(in, out, n)`, on \p Input in one block of
/// 8 threads, and measures. The body begins in line 5.
std::string measure(llvm::StringRef Body, std::vector<int> Input,
                    llvm::StringRef Order = "asc",
                    llvm::StringRef Before = "") {
  TestKernel<int, int> K((R"cu(#include <cuda_runtime.h>
// )cu" + Before + R"cu(
__global__ void kernel(const int *in, int *out, int n) {
  int i = threadIdx.x;
)cu" + Body + R"cu(
}
extern "C" void run(const int *in, int *out, int n) { kernel<<<1, 8>>>(in, out, n); }
)cu")
                             .str());
  K.MeasureBranches = true;
  K.run(Input, 8, Order);
  EXPECT_EQ(K.Last.Status, RunStatus::Ok) << K.Last.Reason;
  return branchesOf(K.Last);
}

TEST(BranchCoverage, BothWaysOfACondition) {
  EXPECT_EQ(measure("  if (i < n) out[i] = in[i];", {1, 2, 3}),
            "+5:9 true\n+5:9 false\n");
  EXPECT_EQ(measure("  if (i < n) out[i] = in[i];", {1, 2, 3, 4, 5, 6, 7, 8}),
            "+5:9 true\n-5:9 false\n");
  EXPECT_EQ(
      measure("  if (i < n) out[i] = in[i]; else out[i] = 0;", {1}, "desc"),
      "+5:9 true\n+5:9 false\n");
}

TEST(BranchCoverage, EveryConditionOfALogicalOperator) {
  EXPECT_EQ(measure("  if (i < n && in[i] > 5) out[i] = 1;", {1, 2}),
            "+5:9 true\n+5:9 false\n-5:22 true\n+5:22 false\n");
  // A function-like macro has one place; its conditions are told apart.
  EXPECT_EQ(measure("#define IN(k) ((k) >= 0 && (k) < n)\n"
                    "  if (IN(i)) out[i] = 1;",
                    {1, 2}),
            "+6:7 true\n-6:7 false\n+6:7 true\n+6:7 false\n");
}

TEST(BranchCoverage, LoopsChoicesAndSwitches) {
  EXPECT_EQ(measure("  for (int k = 0; k < n; ++k) out[i] = k;", {}),
            "-5:21 true\n+5:21 false\n");
  EXPECT_EQ(measure("  out[i] = i < n ? 1 : 2;", {1}),
            "+5:14 true\n+5:14 false\n");
  EXPECT_EQ(measure("  out[i] = i < 9 ? in[0] : in[1];", {1}),
            "+5:14 true\n-5:14 false\n");
  EXPECT_EQ(measure("  switch (in[0]) {\n  case 1: case 2: out[i] = 1; break;\n"
                    "  case 3: out[i] = 3;\n  default: out[i] = 4;\n  }",
                    {2}),
            "-5:11 case 1\n+5:11 case 2\n-5:11 case 3\n-5:11 default\n");
}

TEST(BranchCoverage, EveryTierAndOrderCounts) {
  const char *Body = "  __shared__ int s[8];\n  s[i] = i;\n  __syncthreads();\n"
                     "  if (s[7 - i] > n) out[i] = 1;\n  __syncthreads();\n"
                     "  if (i == 3) out[i] = 2;\n  if (n > 100) out[i] = 3;";
  for (const char *Order : {"asc", "desc", "shuffle:1", "yield:1", "warp:1"})
    EXPECT_EQ(measure(Body, {1}, Order),
              "+8:16 true\n+8:16 false\n+10:9 true\n+10:9 false\n"
              "-11:9 true\n+11:9 false\n")
        << Order;
  for (Tier Forced : {Tier::Loop, Tier::Coroutine, Tier::Fiber}) {
    TestKernel<int, int> K(R"cu(#include <cuda_runtime.h>
__global__ void kernel(int *out, int n) {
  if (threadIdx.x < n) out[threadIdx.x] = 1;
  if (n > 9) out[0] = 2;
}
extern "C" void run(const int *, int *out, int n) { kernel<<<1, 8>>>(out, n); })cu",
                           on(Forced));
    K.MeasureBranches = true;
    K.run({1, 2}, 8);
    EXPECT_EQ(branchesOf(K.Last),
              "+3:19 true\n+3:19 false\n-4:9 true\n+4:9 false\n");
  }
}

TEST(BranchCoverage, WhatIsConstantIsNoBranch) {
  EXPECT_EQ(
      measure("  const int size = 4;\n  int twice = 2 * size;\n"
              "  if (true) out[i] = 1;\n  if (sizeof(int) == 8) out[i] = 2;\n"
              "  if (twice > 7) out[i] = 3;",
              {1}),
      "");
}

// One bit for all instances of a template and all inlined copies; what one copy
// cannot do another may.
TEST(BranchCoverage, CopiesAreJoinedByPlace) {
  TestKernel<int, int> K(R"cu(#include <cuda_runtime.h>
template <typename T> __device__ T clip(T v, bool low) {
  if (low && v < T(0)) return 0;
  return v > T(9) ? T(9) : v;
}
__global__ void kernel(const int *in, int *out) {
  int i = threadIdx.x;
  out[i] = clip(in[i], true) + int(clip(float(in[i]), false));
}
extern "C" void run(const int *in, int *out, int) { kernel<<<1, 2>>>(in, out); })cu");
  K.MeasureBranches = true;
  K.run({-1, 3}, 2);
  EXPECT_EQ(branchesOf(K.Last),
            "+3:7 true\n+3:7 false\n+3:16 true\n+3:16 false\n"
            "-4:12 true\n+4:12 false\n");
}

// Headers, assertions, PTX and functions that no kernel calls have none.
TEST(BranchCoverage, OnlyTheSourcesOwnConditions) {
  TestKernel<int, int> K(R"cu(#include <cuda_runtime.h>
#include <cuda_fp16.h>
#include <cassert>
__device__ int unused(int v) { if (v > 3) return 1; return 2; }
__device__ int sum(int a) {
  int r;
  asm("{.reg .pred p; setp.gt.s32 p, %1, 3; selp.s32 %0, 1, 2, p;}" : "=r"(r) : "r"(a));
  return r;
}
__global__ void kernel(const int *in, int *out) {
  assert(in[0] > 0);
  if (in[0] < 0) __trap();
  out[threadIdx.x] = sum(in[0]) + max(in[0], 3) + __half2int_rn(__float2half(2.0f));
}
extern "C" void run(const int *in, int *out, int) { kernel<<<1, 2>>>(in, out); })cu");
  K.MeasureBranches = true;
  K.run({1}, 2);
  EXPECT_EQ(branchesOf(K.Last), "");
}

// A recursive function is no part of its kernel's code.
TEST(BranchCoverage, FunctionsThatStayFunctionsCount) {
  TestKernel<int, int> K(R"cu(#include <cuda_runtime.h>
__device__ int fib(int n) {
  if (n < 2) return n;
  return fib(n - 1) + fib(n - 2);
}
__global__ void kernel(const int *in, int *out) { out[0] = fib(in[0]); }
extern "C" void run(const int *in, int *out, int) { kernel<<<1, 1>>>(in, out); })cu");
  K.MeasureBranches = true;
  EXPECT_EQ(K.run({7}, 1)[0], 13);
  EXPECT_EQ(branchesOf(K.Last), "+3:9 true\n+3:9 false\n");
  K.run({1}, 1);
  EXPECT_EQ(branchesOf(K.Last), "+3:9 true\n-3:9 false\n");
}

TEST(BranchCoverage, NothingIsMeasuredUnlessAsked) {
  TestKernel<int, int> K(R"cu(#include <cuda_runtime.h>
__global__ void kernel(const int *in, int *out, int n) {
  if (threadIdx.x < n) out[threadIdx.x] = in[threadIdx.x];
}
extern "C" void run(const int *in, int *out, int n) { kernel<<<1, 8>>>(in, out, n); })cu");
  K.run({1}, 8);
  EXPECT_TRUE(K.Last.Branches.empty());
  K.MeasureBranches = true;
  K.run({1}, 8);
  EXPECT_EQ(K.Last.Branches.size(), 2u);
  // The table starts empty each time.
  K.run({1, 2, 3, 4, 5, 6, 7, 8}, 8);
  EXPECT_EQ(branchesOf(K.Last), "+3:19 true\n-3:19 false\n");
}

TEST(BranchCoverage, MoreThanOneWord) {
  std::string Body;
  for (int I = 0; I != 50; ++I)
    Body += "  if (n == " + std::to_string(I) + ") out[i] += in[0];\n";
  std::string Said = measure(Body, {1, 2, 3});
  EXPECT_EQ(llvm::StringRef(Said).count('\n'), 100u);
  EXPECT_EQ(llvm::StringRef(Said).count('+'), 50u);
  EXPECT_NE(Said.find("+8:9 true\n"), std::string::npos) << Said;
}

} // namespace
