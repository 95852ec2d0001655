//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestKernel.h"

using namespace kmend;

namespace {

/// The events `index-overflow` of \p Kernel, a body of `kernel(in, out, n)`
/// that begins in line 3, for one block of 2 threads.
std::vector<std::string> overflows(llvm::StringRef Body, std::vector<int> Input,
                                   bool Check = true) {
  TestKernel<int, int> K((R"cu(#include <cuda_runtime.h>
__global__ void kernel(const int *in, int *out, int n) {
)cu" + Body + R"cu(
}
extern "C" void run(const int *in, int *out, int n) { kernel<<<1, 2>>>(in, out, n); }
)cu")
                             .str());
  K.CheckIndices = Check;
  K.run(Input, 2);
  std::vector<std::string> Texts;
  for (const Event &E : K.Last.Events)
    if (E.Kind == EventKind::IndexOverflow)
      Texts.push_back(E.str());
  return Texts;
}

TEST(IndexOverflow, AProductOfAnIndex) {
  const char *Body =
      "  int at = in[0] * in[1];\n  if (at >= 0 && at < n) out[at] = 1;";
  auto Seen = overflows(Body, {65536, 32768});
  ASSERT_EQ(Seen.size(), 2u); // of each place, the first two
  EXPECT_EQ(Seen[0], "index-overflow: a product that an index is made of is "
                     "2147483648 and wraps in 32 signed bits (block 0,0,0 "
                     "thread 0,0,0 of kernel) at test.cu:3:18");
  EXPECT_NE(Seen[1].find("thread 1,0,0"), std::string::npos) << Seen[1];
  EXPECT_TRUE(overflows(Body, {65536, 32768}, /*Check=*/false).empty());
  EXPECT_TRUE(overflows(Body, {65536, 32767}).empty());
}

TEST(IndexOverflow, EventsDoNotFailACase) {
  EXPECT_FALSE(failsCase(EventKind::IndexOverflow));
  EXPECT_EQ(name(EventKind::IndexOverflow), "index-overflow");
}

TEST(IndexOverflow, SumsDifferencesAndShifts) {
  EXPECT_EQ(
      overflows("  out[(in[0] + in[1]) / 2147483647 + 1] = 1;", {2147483647, 1})
          .size(),
      2u);
  EXPECT_EQ(overflows("  if (in[0] - in[1] < n) out[0] = 1;", {-2147483647, 2})
                .size(),
            2u);
  EXPECT_EQ(overflows("  if (in[0] << 4 < n) out[0] = 1;", {1 << 28}).size(),
            2u);
  EXPECT_TRUE(
      overflows("  if (in[0] << 4 < n) out[0] = 1;", {1 << 26}).empty());
}

// Only what becomes an index or a bound: a sum of values may wrap.
TEST(IndexOverflow, ValuesMayWrap) {
  EXPECT_TRUE(overflows("  out[0] = in[0] * in[1];", {65536, 65536}).empty());
  EXPECT_TRUE(
      overflows("  unsigned h = in[0] * 2654435769u;\n  out[h >> 31] = 1;",
                {77777})
          .empty());
  EXPECT_TRUE(
      overflows("  if (unsigned(in[0] - 1) < unsigned(n)) out[0] = 1;", {0})
          .empty());
}

// Two coordinates that are passed in one register, and a border left out by an
// unsigned comparison: nothing wraps.
TEST(IndexOverflow, PairsAndBordersAreNoOverflow) {
  TestKernel<int, int> K(R"cu(#include <cuda_runtime.h>
struct Place { int row, col; };
struct Sample { int low, high; };
__device__ Place placeOf(int i) { Place p; p.row = i / 2; p.col = i % 2 + 1; return p; }
__device__ __noinline__ Sample around(Place p, int n) {
  Sample s;
  s.low = p.col - 1;
  s.high = min(s.low + 1, n - 1);
  return s;
}
__global__ void kernel(const int *in, int *out, int n) {
  int y0 = int(threadIdx.x) - 2;
  Place p = placeOf(threadIdx.x);
  Sample s = around(p, n);
  long long sum = in[p.row] + in[s.low] + in[s.high];
  for (int k = 0; k < 3; ++k)
    if ((unsigned)(y0 + k) < (unsigned)n) sum += in[y0 + k];
  unsigned at = y0;
  if (at + 1 < n) sum += in[at + 1];
  out[threadIdx.x] = sum;
}
extern "C" void run(const int *in, int *out, int n) { kernel<<<1, 4>>>(in, out, n); })cu");
  K.CheckIndices = true;
  K.run({1, 2, 3, 4}, 4);
  EXPECT_TRUE(K.Last.Events.empty()) << K.Last.Events.front().str();
}

TEST(IndexOverflow, UnsignedNumbersWrapLater) {
  const char *Body = "  unsigned at = unsigned(in[0]) * unsigned(in[1]);\n"
                     "  if (size_t(at) < size_t(n)) out[at] = 1;";
  EXPECT_TRUE(overflows(Body, {65536, 32768}).empty());
  auto Seen = overflows(Body, {65536, 65536});
  ASSERT_EQ(Seen.size(), 2u);
  EXPECT_NE(Seen[0].find("4294967296 and wraps in 32 unsigned bits"),
            std::string::npos)
      << Seen[0];
}

TEST(IndexOverflow, ThroughFunctionsBranchesAndLoops) {
  TestKernel<int, int> K(R"cu(#include <cuda_runtime.h>
__device__ int flat(int row, int cols, int col) { return row * cols + col; }
__global__ void kernel(const int *in, int *out, int n) {
  int row = in[0];
  for (int k = 0; k < 3; ++k) row = k == 2 ? row : row + 1;
  long long at = flat(row, in[1], 0);
  if (at >= 0 && at < n) out[at] = 1;
}
extern "C" void run(const int *in, int *out, int n) { kernel<<<1, 1>>>(in, out, n); })cu");
  K.CheckIndices = true;
  K.run({65534, 32768}, 2);
  ASSERT_EQ(K.Last.Events.size(), 1u);
  EXPECT_EQ(K.Last.Events[0].Where.Line, 2u);
  EXPECT_EQ(K.Last.Events[0].Where.Column, 62u);
}

// Offsets that wait in shared memory in fewer bits than they need.
TEST(IndexOverflow, ThroughSharedMemory) {
  const char *Body =
      "  __shared__ unsigned short table[2];\n  int t = threadIdx.x;\n"
      "  table[t] = static_cast<unsigned short>(in[0] + t);\n"
      "  __syncthreads();\n  if (table[t] < n) out[table[t]] = 1;";
  auto Seen = overflows(Body, {65535, 0});
  ASSERT_EQ(Seen.size(), 1u);
  EXPECT_NE(Seen[0].find("a converted number that an index is made of is 65536 "
                         "and wraps in 16 unsigned bits (block 0,0,0 thread "
                         "1,0,0 of kernel) at test.cu:5:"),
            std::string::npos)
      << Seen[0];
  EXPECT_TRUE(overflows(Body, {65534, 0}).empty());
}

// A checked run computes what the others do.
TEST(IndexOverflow, ResultsStayTheSame) {
  const char *Text = R"cu(#include <cuda_runtime.h>
__global__ void kernel(const float *in, float *out, int n) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = t < n ? in[t] : 0;
  __syncthreads();
  for (int h = 32; h > 0; h /= 2) {
    if (t < h) s[t] += s[t + h] * 1.5f;
    __syncthreads();
  }
  out[t] = s[t];
}
extern "C" void run(const float *in, float *out, int n) { kernel<<<1, 64>>>(in, out, n); })cu";
  TestKernel<float, float> K(Text);
  std::vector<float> Input;
  for (int I = 0; I != 50; ++I)
    Input.push_back(1.0f / (I + 3));
  const std::vector<float> Plain = K.run(Input, 64);
  for (bool Measure : {false, true})
    for (bool Check : {false, true}) {
      K.MeasureBranches = Measure;
      K.CheckIndices = Check;
      EXPECT_EQ(K.run(Input, 64), Plain);
      EXPECT_EQ(K.Last.Events.size(), 0u);
    }
}

} // namespace
