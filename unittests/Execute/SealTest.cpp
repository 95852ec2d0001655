//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestKernel.h"

using namespace kmend;

namespace {

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

constexpr const char *Loops = R"cu(#include <cuda_runtime.h>
__global__ void k(const int *x, int *y, int n) {
  if (x[0] == 1)
    for (int v = x[1]; v != 1; v = v % 2 ? 3 * v + 1 : v / 2)
      y[0] = v;
  if (x[0] == 2)
    for (int i = 0; i < x[1]; ++i)
      y[i % n] += x[1] ^ i;
  y[n - 1] = 5;
}
extern "C" void run(const int *x, int *y, int n) {
  int mode, rounds;
  cudaMemcpy(&mode, x, 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(&rounds, x + 1, 4, cudaMemcpyDeviceToHost);
  volatile int sum = 0;
  if (mode == 3)
    while (rounds-- != 0)
      sum = sum + rounds;
  k<<<1, 1>>>(x, y, n);
}
)cu";

TEST(Steps, LoopsThatEndAreLeftAlone) {
  TestKernel<int, int> K(Loops);
  K.Limits.Steps = 1 << 20;
  for (int Mode : {1, 2, 3}) {
    std::vector<int> Out = K.run({Mode, 1000}, 2);
    EXPECT_EQ(K.Last.Status, RunStatus::Ok) << K.Last.Reason;
    EXPECT_EQ(Out[1], 5);
  }
}

TEST(Steps, TheLimitNamesLoopAndThread) {
  TestKernel<int, int> K(Loops);
  K.Limits.Steps = 1 << 20;
  // 0 goes round in 0, 0, 0, ...
  K.run({1, 0}, 2);
  EXPECT_EQ(K.Last.Status, RunStatus::Timeout);
  EXPECT_NE(K.Last.Reason.find("did not end: the loop at test.cu:4:"),
            std::string::npos)
      << K.Last.Reason;
  EXPECT_NE(K.Last.Reason.find("steps in kernel k (block 0,0,0 thread 0,0,0)"),
            std::string::npos)
      << K.Last.Reason;
  ASSERT_EQ(K.Last.Events.size(), 1u);
  EXPECT_EQ(K.Last.Events[0].Kind, EventKind::Endless);
  EXPECT_EQ(K.Last.Events[0].Where.Line, 4u);
  std::string First = K.Last.Reason;
  K.run({1, 0}, 2);
  EXPECT_EQ(K.Last.Reason, First) << "the same round every time";
}

TEST(Steps, ManyRoundsAreRefusedWhereTheLoopIsEntered) {
  TestKernel<int, int> K(Loops);
  K.Limits.Steps = 1 << 20;
  K.run({2, 1 << 30}, 2);
  EXPECT_EQ(K.Last.Status, RunStatus::Timeout);
  EXPECT_NE(K.Last.Reason.find("the loop at test.cu:7:"), std::string::npos)
      << K.Last.Reason;
}

TEST(Steps, HostLoops) {
  TestKernel<int, int> K(Loops);
  K.Limits.Steps = 1 << 20;
  K.run({3, -1}, 2);
  EXPECT_EQ(K.Last.Status, RunStatus::Timeout);
  EXPECT_NE(K.Last.Reason.find("the loop at test.cu:17:"), std::string::npos)
      << K.Last.Reason;
  EXPECT_NE(K.Last.Reason.find("in host code"), std::string::npos);
}

TEST(Steps, TheClockNamesTheLineToo) {
  TestKernel<int, int> K(Loops);
  K.Limits.Steps = ~0ull >> 1;
  K.Limits.Seconds = 0.3;
  K.run({1, 0}, 2);
  EXPECT_EQ(K.Last.Status, RunStatus::Timeout);
  EXPECT_EQ(K.Last.Reason, "did not end within 0.3 s, in kernel k");
  ASSERT_EQ(K.Last.Events.size(), 1u);
  EXPECT_EQ(K.Last.Events[0].Kind, EventKind::Endless);
  EXPECT_TRUE(K.Last.Events[0].Where.Line == 4 ||
              K.Last.Events[0].Where.Line == 5)
      << K.Last.Events[0].str();
  // And the next run is as if nothing had been.
  EXPECT_EQ(K.run({0, 0}, 2)[1], 5);
}

//===----------------------------------------------------------------------===//
// Schedules
//===----------------------------------------------------------------------===//

/// Every thread adds 1 in two steps, with a store in between that nobody reads.
constexpr const char *LostUpdates = R"cu(#include <cuda_runtime.h>
__global__ void k(int *y) {
  int old = y[0];
  y[1 + threadIdx.x + blockIdx.x * blockDim.x] = old;
  y[0] = old + 1;
}
extern "C" void run(const int *x, int *y, int n) {
  cudaMemset(y, 0, 4);
  k<<<4, 64>>>(y);
}
)cu";

TEST(Schedules, EveryOneIsReplayedBitForBit) {
  TestKernel<int, int> K(LostUpdates), Again(LostUpdates);
  for (const char *Order :
       {"asc", "desc", "shuffle:3", "yield:3", "yield:4", "warp:3", "warp:4"})
    EXPECT_EQ(K.run({1}, 257, Order), Again.run({1}, 257, Order)) << Order;
}

TEST(Schedules, LanesOfAWarpTakeTurns) {
  TestKernel<int, int> K(LostUpdates);
  EXPECT_EQ(K.run({1}, 257, "asc")[0], 256);
  // All lanes of a warp read before the first of them writes.
  EXPECT_EQ(K.run({1}, 257, "warp:1")[0], 8);
}

TEST(Schedules, WarpsComeInAnOrderOfTheSeed) {
  TestKernel<int, int> K(R"cu(#include <cuda_runtime.h>
__device__ int turn;
__global__ void k(int *y) {
  if (threadIdx.x % 32 == 0)
    y[threadIdx.x / 32] = atomicAdd(&turn, 1);
}
extern "C" void run(const int *x, int *y, int n) { k<<<1, 512>>>(y); }
)cu");
  std::vector<int> First = K.run({1}, 16, "warp:1");
  EXPECT_NE(First, K.run({1}, 16, "warp:2"));
  llvm::sort(First);
  for (int I = 0; I != 16; ++I)
    EXPECT_EQ(First[I], I);
}

// Far more accesses than threads give way at: updates are lost all the same.
TEST(Schedules, YieldingFindsLostUpdatesInLargeLaunches) {
  TestKernel<int, int> K(R"cu(#include <cuda_runtime.h>
__global__ void k(int *y, int n) {
  for (int i = 0; i < 64; ++i)
    y[1 + (threadIdx.x + blockIdx.x * blockDim.x) % 64] = i;
  y[0] += 1;
}
extern "C" void run(const int *x, int *y, int n) {
  cudaMemset(y, 0, 4);
  k<<<256, 64>>>(y, n);
}
)cu");
  EXPECT_EQ(K.run({1}, 65, "asc")[0], 256 * 64);
  EXPECT_LT(K.run({1}, 65, "yield:1")[0], 256 * 64);
}

} // namespace
