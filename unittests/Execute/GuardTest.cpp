//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Conditions on the thread index that bound the loop over threads: what they
// let through is the same as on fibers, also where the index wraps round.
//
//===----------------------------------------------------------------------===//

#include "TestKernel.h"

using namespace kmend;

namespace {

constexpr int Conditions = 20, Bases = 7, Limits = 8, ThreadsOfEach = 96;

const char *const Text = R"cu(
#include <cuda_runtime.h>
#include <climits>
template <int C> __global__ void k(int *y, int base, int n) {
  int x = threadIdx.x, at = threadIdx.y * 48 + x;
  int i = base + x;
  unsigned u = i, m = n;
  long long wide = (long long)base + x;
  if constexpr (C == 0) { if (i < n) y[at] = i; }
  if constexpr (C == 1) { if (i <= n) y[at] = i; }
  if constexpr (C == 2) { if (i > n) y[at] = i; }
  if constexpr (C == 3) { if (n <= i) y[at] = i; }
  if constexpr (C == 4) { if (i == n) y[at] = i; }
  if constexpr (C == 5) { if (u < m) y[at] = i; }
  if constexpr (C == 6) { if (u >= m) y[at] = i; }
  if constexpr (C == 7) { if (wide < n) y[at] = i; }
  if constexpr (C == 8) { if (i * 4 + 3 < n) y[at] = i; }
  if constexpr (C == 9) { if (i < n && threadIdx.y < 1) y[at] = i; }
  if constexpr (C == 10) { if (i >= n) return; y[at] = i; }
  if constexpr (C == 11) { if (threadIdx.y >= 1 || i >= n) return; y[at] = i; }
  if constexpr (C == 12) { if ((size_t)u < (size_t)m) y[at] = i; }
  if constexpr (C == 13) { if ((long long)i < (long long)n) y[at] = i; }
  if constexpr (C == 14) { if (i < n && x > 7) y[at] = i; }
  if constexpr (C == 15) { if (x == 5) y[at] = i; }
  if constexpr (C == 16) { if (i != n) y[at] = i; }
  if constexpr (C == 17) { if (n - i > 3) y[at] = i; }
  if constexpr (C == 18) {
    if (x < 40) { if (i > n) { if (i < n + 20) y[at] = i - n; } }
  }
  if constexpr (C == 19) {
    y[at] = 7;
    if (i < n) y[at] = i;
  }
}
template <int C> void launch(int *&y) {
  for (int base : {0, 5, -20, -60, INT_MAX - 20, INT_MIN + 3, 1 << 30})
    for (int n : {0, 17, INT_MAX, INT_MIN, INT_MIN + 30, INT_MAX - 10, -30, 31}) {
      k<C><<<1, dim3(48, 2)>>>(y, base, n);
      y += 96;
    }
  if constexpr (C + 1 < 20) launch<C + 1>(y);
}
extern "C" void run(const int *x, int *y, int n) { launch<0>(y); })cu";

TEST(Guard, BoundsTheLoopOverThreads) {
  TestKernel<int, int> OnLoop(Text, on(Tier::Loop)),
      OnSplit(Text, on(Tier::Split)), OnFiber(Text, on(Tier::Fiber));
  constexpr int Count = Conditions * Bases * Limits * ThreadsOfEach;
  std::vector<int> L = OnLoop.run({0}, Count), S = OnSplit.run({0}, Count),
                   F = OnFiber.run({0}, Count);
  ASSERT_EQ(OnFiber.Last.Status, RunStatus::Ok) << OnFiber.Last.Reason;
  int Written = 0;
  for (int I = 0; I != Count; ++I) {
    const int Launch = I / ThreadsOfEach;
    ASSERT_EQ(L[I], F[I]) << "condition " << Launch / (Bases * Limits)
                          << " base " << Launch / Limits % Bases << " limit "
                          << Launch % Limits << " thread " << I % ThreadsOfEach;
    ASSERT_EQ(S[I], F[I]) << "condition " << Launch / (Bases * Limits);
    Written += F[I] != -1;
  }
  EXPECT_GT(Written, Count / 8);
  EXPECT_LT(Written, Count - Count / 8);
}

// Cooperative launches of kernels that do not wait for other blocks run all of
// them, in every order.
TEST(Guard, CooperativeLaunchesRunAllBlocks) {
  for (Tier T : {Tier::Loop, Tier::Split, Tier::Coroutine}) {
    TestKernel<int, int> K(R"cu(
#include <cuda_runtime.h>
__global__ void k(int *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = i;
}
extern "C" void run(const int *x, int *y, int n) {
  void *arguments[] = {&y, &n};
  cudaLaunchCooperativeKernel((void *)k, dim3(4), dim3(32), arguments, 0, 0);
})cu",
                           on(T));
    for (const char *Order : {"asc", "desc", "shuffle:1"}) {
      std::vector<int> Y = K.run(std::vector<int>(100), 100, Order);
      for (int I = 0; I != 100; ++I)
        ASSERT_EQ(Y[I], I) << Order;
    }
  }
}

} // namespace
