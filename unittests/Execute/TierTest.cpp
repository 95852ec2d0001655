//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestKernel.h"
#include "gmock/gmock.h"

using namespace kmend;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

/// Runs \p Text on coroutines and on fibers, in every order, and expects the
/// same bits and events. Returns what came out in ascending order.
template <typename T>
std::vector<T> runOnBoth(llvm::StringRef Text, const std::vector<T> &Input,
                         size_t Count) {
  TestKernel<T, T> Coroutines(Text, on(Tier::Coroutine));
  TestKernel<T, T> Fibers(Text, on(Tier::Fiber));
  std::vector<T> Ascending;
  for (const char *Order : {"asc", "desc", "shuffle:5", "yield:3"}) {
    std::vector<T> A = Coroutines.run(Input, Count, Order);
    std::vector<T> B = Fibers.run(Input, Count, Order);
    EXPECT_EQ(Coroutines.Last.Status, Fibers.Last.Status) << Order;
    EXPECT_EQ(Coroutines.Last.Reason, Fibers.Last.Reason) << Order;
    EXPECT_EQ(eventsOf(Coroutines.Last), eventsOf(Fibers.Last)) << Order;
    EXPECT_EQ(std::memcmp(A.data(), B.data(), Count * sizeof(T)), 0) << Order;
    if (Ascending.empty())
      Ascending = A;
  }
  return Ascending;
}

std::vector<float> thirds(size_t N) {
  std::vector<float> V(N);
  for (size_t I = 0; I != N; ++I)
    V[I] = 1.0f / float(I + 3);
  return V;
}

TEST(Tier, LocalArraysLiveAcrossBarriers) {
  std::vector<int> X(256);
  for (int I = 0; I != 256; ++I)
    X[I] = I * 7 % 31;
  std::vector<int> Y = runOnBoth<int>(R"cu(
#include <cuda_runtime.h>
__global__ void k(const int *x, int *y) {
  __shared__ int s[128];
  int own[8];
  int t = threadIdx.x;
  for (int i = 0; i < 8; ++i) own[i] = x[(t + i) % 256];
  for (int round = 0; round < 8; ++round) {
    s[t] = own[(round + t) % 8];
    __syncthreads();
    own[(round + t) % 8] = s[127 - t] + round;
    __syncthreads();
  }
  int sum = 0;
  for (int i = 0; i < 8; ++i) sum = sum * 3 + own[i];
  y[blockIdx.x * 128 + t] = sum;
}
extern "C" void run(const int *x, int *y, int n) { k<<<2, 128>>>(x, y); })cu",
                                      X, 256);
  // The same by hand: in round r thread t's place (r + t) % 8 takes what thread
  // 127 - t has at its place (r + 127 - t) % 8.
  std::vector<std::array<int, 8>> Own(128);
  for (int T = 0; T != 128; ++T)
    for (int I = 0; I != 8; ++I)
      Own[T][I] = X[(T + I) % 256];
  for (int R = 0; R != 8; ++R) {
    std::vector<int> S(128);
    for (int T = 0; T != 128; ++T)
      S[T] = Own[T][(R + T) % 8];
    for (int T = 0; T != 128; ++T)
      Own[T][(R + T) % 8] = S[127 - T] + R;
  }
  for (int T = 0; T != 128; ++T) {
    int Sum = 0;
    for (int V : Own[T])
      Sum = Sum * 3 + V;
    ASSERT_EQ(Y[T], Sum) << T;
    ASSERT_EQ(Y[128 + T], Sum) << T;
  }
}

TEST(Tier, EveryWarpOperation) {
  std::vector<int> X(64);
  for (int I = 0; I != 64; ++I)
    X[I] = I * I % 11;
  std::vector<int> Y = runOnBoth<int>(R"cu(
#include <cuda_runtime.h>
__global__ void k(const int *x, int *y) {
  int t = threadIdx.x, v = x[t], all = 7, h = 0;
  h = h * 31 + __shfl_down_sync(0xffffffffu, v, 3, 16);
  h = h * 31 + __ballot_sync(0xffffffffu, v & 1);
  h = h * 31 + __match_any_sync(0xffffffffu, v);
  h = h * 31 + __match_all_sync(0xffffffffu, t / 32, &all) + all;
  h = h * 31 + __reduce_max_sync(0xffffffffu, v);
  h = h * 31 + (t % 32 < 8 ? __shfl_xor_sync(0xffu, v, 5) : 0);
  __syncwarp();
  h = h * 31 + __syncthreads_count(v > 4);
  y[t] = h;
}
extern "C" void run(const int *x, int *y, int n) { k<<<1, 64>>>(x, y); })cu",
                                      X, 64);
  for (int T = 0; T != 64; ++T) {
    int Base = T & ~31, Ballot = 0, Same = 0, Most = 0, Above = 0;
    for (int L = 0; L != 32; ++L) {
      Ballot |= int(unsigned(X[Base + L] & 1) << L);
      Same |= int(unsigned(X[Base + L] == X[T]) << L);
      Most = std::max(Most, X[Base + L]);
    }
    for (int V : X)
      Above += V > 4;
    unsigned H = 0;
    H = H * 31 + X[T % 16 + 3 < 16 ? T + 3 : T];
    H = H * 31 + Ballot;
    H = H * 31 + Same;
    H = H * 31 + ~0u + 1; // all lanes of a warp agree: the mask, and all is 1
    H = H * 31 + Most;
    H = H * 31 + (T % 32 < 8 ? X[T ^ 5] : 0);
    H = H * 31 + Above;
    ASSERT_EQ(Y[T], int(H)) << T;
  }
}

// A product on one side of a barrier and a sum on the other are one fused
// operation in every tier, and so is what a loop over the threads vectorises.
TEST(Tier, ContractionDoesNotDependOnTheTier) {
  std::vector<float> X = thirds(256);
  const char *Text = R"cu(
#include <cuda_runtime.h>
__global__ void k(const float *x, float *y) {
  float product = x[threadIdx.x] * x[255 - threadIdx.x];
  __syncthreads();
  y[threadIdx.x] = product - x[7];
}
extern "C" void run(const float *x, float *y, int n) { k<<<1, 256>>>(x, y); })cu";
  std::vector<float> Y = runOnBoth<float>(Text, X, 256);
  for (int I = 0; I != 256; ++I)
    EXPECT_EQ(Y[I], std::fma(X[I], X[255 - I], -X[7]));

  std::string Plain = Text;
  Plain.erase(Plain.find("  __syncthreads();\n"), 19);
  for (Tier T : {Tier::Loop, Tier::Coroutine, Tier::Fiber}) {
    TestKernel<float, float> K(Plain, on(T));
    EXPECT_EQ(K.run(X, 256), Y);
    EXPECT_EQ(K.run(X, 256, "desc"), Y);
    if (T != Tier::Loop) {
      EXPECT_EQ(K.run(X, 256, "yield:1"), Y);
    }
  }
}

// Lost updates, each at a place that the order alone decides. There are so many
// accesses that not every one of them gives way.
TEST(Tier, RacesAreLostAlikeWhereThreadsGiveWay) {
  const char *Text = R"cu(
#include <cuda_runtime.h>
__global__ void k(const int *x, int *y) {
  for (int i = 0; i < 200; ++i) y[(threadIdx.x * 7 + i * i) % 61] += x[i];
}
__global__ void zero(int *y) { y[threadIdx.x] = 0; }
extern "C" void run(const int *x, int *y, int n) {
  zero<<<1, 64>>>(y);
  k<<<16, 128>>>(x, y);
})cu";
  std::vector<int> X(256, 1);
  std::vector<int> Y = runOnBoth<int>(Text, X, 64);
  int Sum = 0;
  for (int V : Y)
    Sum += V;
  EXPECT_EQ(Sum, 16 * 128 * 200); // ascending: nothing is lost
}

TEST(Tier, WhatATierCannotRunIsRefusedByName) {
  TestKernel<int, int> Waits(R"cu(
#include <cuda_runtime.h>
__global__ void fine(int *y) { y[threadIdx.x] = 1; }
__global__ void waits(int *y) {
  y[threadIdx.x] = 1;
  __syncthreads();
}
extern "C" void run(const int *x, int *y, int n) { waits<<<1, 32>>>(y); })cu",
                             on(Tier::Loop));
  EXPECT_EQ(Waits.Error,
            "test.cu:6:3: error: unsupported: --tier loop cannot run kernel "
            "waits: its threads wait for others; --tier auto chooses what can");
  const char *Recursive = R"cu(
#include <cuda_runtime.h>
__device__ int depth(int n) {
  __syncwarp();
  return n ? 1 + depth(n - 1) : 0;
}
__global__ void k(int *y) { y[threadIdx.x] = depth(threadIdx.x % 5); }
extern "C" void run(const int *x, int *y, int n) { k<<<1, 32>>>(y); })cu";
  TestKernel<int, int> Refused(Recursive, on(Tier::Coroutine));
  EXPECT_THAT(Refused.Error,
              HasSubstr("--tier coroutine cannot run kernel k: it calls a "
                        "recursive function"));
  TestKernel<int, int> Chosen(Recursive);
  std::vector<int> Y = Chosen.run({0}, 32);
  EXPECT_EQ(Chosen.Last.Status, RunStatus::Ok) << Chosen.Last.Reason;
  for (int T = 0; T != 32; ++T)
    EXPECT_EQ(Y[T], T % 5);
}

TEST(Tier, AFaultInACoroutineHasItsThreadAndLine) {
  TestKernel<int, int> K(R"cu(
#include <cuda_runtime.h>
__global__ void k(const int *x, int *y, int n) {
  __shared__ int s[64];
  s[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  int v = s[63 - threadIdx.x];
  if (threadIdx.x == 37) y[100000] = v;
}
extern "C" void run(const int *x, int *y, int n) { k<<<1, 64>>>(x, y, n); })cu",
                         on(Tier::Coroutine));
  K.run(std::vector<int>(64), 64);
  ASSERT_EQ(K.Last.Events.size(), 1u);
  EXPECT_EQ(K.Last.Events[0].Kind, EventKind::OutOfBounds);
  EXPECT_EQ(K.Last.Events[0].Where.Line, 8u);
  EXPECT_EQ(K.Last.Events[0].Thread[0], 37u);
}

//===----------------------------------------------------------------------===//
// Waiting for memory
//===----------------------------------------------------------------------===//

// Each block waits for the one after it: none of 300 could run alone.
TEST(Spin, BlocksBecomeResidentAsTheyAreNeeded) {
  const char *Text = R"cu(
#include <cuda_runtime.h>
__device__ volatile int ready[301];
__global__ void chain(int *y) {
  __shared__ int seen;
  if (threadIdx.x == 0) {
    while (blockIdx.x + 1 < gridDim.x && ready[blockIdx.x + 1] == 0) {}
    seen = blockIdx.x + 1 < gridDim.x ? ready[blockIdx.x + 1] : 0;
    __threadfence();
    ready[blockIdx.x] = seen + 1;
  }
  __syncthreads();
  y[blockIdx.x * 32 + threadIdx.x] = seen;
}
extern "C" void run(const int *x, int *y, int n) { chain<<<300, 32>>>(y); })cu";
  TestKernel<int, int> K(Text);
  std::vector<int> Y = K.run({0}, 300 * 32);
  EXPECT_EQ(K.Last.Status, RunStatus::Ok) << K.Last.Reason;
  for (int B = 0; B != 300; ++B)
    ASSERT_EQ(Y[B * 32 + 5], 299 - B);
}

TEST(Spin, LocksAndAtomicFlagsInOneBlock) {
  const char *Text = R"cu(
#include <cuda_runtime.h>
__device__ int lock, flag, total, finished;
__global__ void k(const int *x, int *y) {
  if (threadIdx.x == 0) {
    while (atomicAdd(&flag, 0) == 0) __nanosleep(20);
    y[0] = total;
    return;
  }
  bool done = false;
  while (!done) {
    if (atomicCAS(&lock, 0, 1) == 0) {
      total += x[threadIdx.x];
      __threadfence();
      atomicExch(&lock, 0);
      done = true;
    }
  }
  if (atomicAdd(&finished, 1) == 126) atomicExch(&flag, 1);
}
extern "C" void run(const int *x, int *y, int n) { k<<<1, 128>>>(x, y); })cu";
  std::vector<int> X(128, 3);
  EXPECT_EQ(runOnBoth<int>(Text, X, 1), std::vector<int>{127 * 3});
}

TEST(Spin, AValueThatNobodyWritesIsADeadlock) {
  TestKernel<int, int> K(R"cu(
#include <cuda_runtime.h>
__global__ void k(volatile int *y) {
  y[threadIdx.x] = 0;
  while (y[0] == 0) {
  }
}
extern "C" void run(const int *x, int *y, int n) { k<<<2, 4>>>(y); })cu");
  K.run({0}, 4);
  EXPECT_EQ(K.Last.Status, RunStatus::Crash);
  EXPECT_EQ(K.Last.Reason, "deadlock in kernel k");
  ASSERT_EQ(K.Last.Events.size(), 1u);
  EXPECT_EQ(K.Last.Events[0].Kind, EventKind::Deadlock);
  EXPECT_EQ(K.Last.Events[0].Message,
            "8 threads wait in a loop for a value that nobody writes");
  EXPECT_EQ(K.Last.Events[0].Where.Line, 5u);
}

TEST(Spin, TooManyBlocksAreRefused) {
  TestKernel<int, int> K(R"cu(
#include <cuda_runtime.h>
__device__ volatile int ready;
__global__ void k(int *y) {
  if (blockIdx.x + 1 == gridDim.x) ready = 1;
  while (ready == 0) {}
  y[0] = 1;
}
extern "C" void run(const int *x, int *y, int n) { k<<<100, 1024>>>(y); })cu");
  K.run({0}, 1);
  EXPECT_EQ(K.Last.Status, RunStatus::Unsupported);
  EXPECT_EQ(K.Last.Reason,
            "kernel k waits for a block beyond the first 65536 threads; simt "
            "keeps no more resident");
}

// A loop that tries compare-and-swap again needs nobody else: it stays a loop.
TEST(Spin, TryingAgainIsNoWaiting) {
  TestKernel<float, float> K(R"cu(
#include <cuda_runtime.h>
__global__ void k(const float *x, float *y, int n) {
  int *address = (int *)y, old = *address, seen;
  do {
    seen = old;
    old = atomicCAS(address, seen,
                    __float_as_int(fmaxf(x[threadIdx.x], __int_as_float(seen))));
  } while (old != seen);
}
__global__ void zero(float *y) { y[0] = 0; }
extern "C" void run(const float *x, float *y, int n) {
  zero<<<1, 1>>>(y);
  k<<<1, 64>>>(x, y, n);
})cu",
                             on(Tier::Loop));
  EXPECT_EQ(K.run(thirds(64), 1), std::vector<float>{1.0f / 3}) << K.Error;
}

//===----------------------------------------------------------------------===//
// Notes
//===----------------------------------------------------------------------===//

TEST(Notes, EarlyReturnBeforeABarrier) {
  const char *Text = R"cu(
#include <cuda_runtime.h>
__global__ void k(const int *x, int *y, int n) {
  __shared__ int s[64];
  if (threadIdx.x >= 40) return;
  s[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  y[threadIdx.x] = s[39 - threadIdx.x];
}
extern "C" void run(const int *x, int *y, int n) { k<<<3, 64>>>(x, y, n); })cu";
  runOnBoth<int>(Text, std::vector<int>(64, 1), 40);
  TestKernel<int, int> K(Text);
  K.run(std::vector<int>(64, 1), 40);
  EXPECT_EQ(K.Last.Status, RunStatus::Ok) << K.Last.Reason;
  ASSERT_EQ(K.Last.Events.size(), 1u); // once, not once a block
  EXPECT_EQ(K.Last.Events[0].str(),
            "early-return: 24 threads returned before the barrier that 40 "
            "threads wait at (block 0,0,0 thread 0,0,0 of k) at test.cu:7:3");
  EXPECT_FALSE(failsCase(K.Last.Events[0].Kind));
}

TEST(Notes, AMaskThatDoesNotNameTheLane) {
  TestKernel<int, int> K(R"cu(
#include <cuda_runtime.h>
__global__ void k(int *y) {
  y[threadIdx.x] = __shfl_sync(0x0000ffffu, threadIdx.x, 3);
}
extern "C" void run(const int *x, int *y, int n) { k<<<1, 32>>>(y); })cu");
  std::vector<int> Y = K.run({0}, 32);
  EXPECT_EQ(K.Last.Status, RunStatus::Ok) << K.Last.Reason;
  EXPECT_EQ(Y[5], 3);
  ASSERT_FALSE(K.Last.Events.empty());
  EXPECT_EQ(K.Last.Events[0].Kind, EventKind::AbsentLane);
  EXPECT_EQ(K.Last.Events[0].Message,
            "lane 16 takes part in a warp operation whose mask 0x0000ffff does "
            "not name it");
  EXPECT_EQ(K.Last.Events[0].Where.Line, 4u);
}

TEST(Notes, ADeadlockNamesEveryGroupThatWaits) {
  TestKernel<int, int> K(R"cu(
#include <cuda_runtime.h>
__global__ void k(int *y) {
  if (threadIdx.x < 32)
    kmend_named_barrier(1, 96, 0);
  else if (threadIdx.x < 64)
    kmend_named_barrier(2, 64, 0);
  else
    __syncthreads();
  y[threadIdx.x] = 1;
}
extern "C" void run(const int *x, int *y, int n) { k<<<1, 128>>>(y); })cu");
  K.run({0}, 128);
  EXPECT_EQ(K.Last.Status, RunStatus::Crash);
  std::vector<std::pair<unsigned, std::string>> Seen;
  for (const Event &E : K.Last.Events) {
    EXPECT_EQ(E.Kind, EventKind::Deadlock);
    Seen.push_back({E.Where.Line, E.Message});
  }
  EXPECT_THAT(
      Seen,
      ElementsAre(
          std::pair(9u, "64 threads wait at a barrier for others that never "
                        "arrive"),
          std::pair(5u, "32 threads wait at named barrier 1, which 32 of 96 "
                        "threads reached"),
          std::pair(7u, "32 threads wait at named barrier 2, which 32 of 64 "
                        "threads reached")));
}

} // namespace
