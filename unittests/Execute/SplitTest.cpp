//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels that are split at their barriers, beside coroutines and fibers; and
// those that are not split, with the reason.
//
//===----------------------------------------------------------------------===//

#include "TestKernel.h"
#include "gmock/gmock.h"

using namespace kmend;
using testing::HasSubstr;

namespace {

/// A kernel with its launch, on the tiers that can run it.
class EveryTier {
public:
  /// \p Kernel is `__global__ void k(const int *x, int *y, int n)`, and what it
  /// needs.
  EveryTier(llvm::StringRef Kernel, llvm::StringRef Launch)
      : Text(("#include <cuda_runtime.h>\n" + Kernel +
              "\nextern \"C\" void run(const int *x, int *y, int n) {\n  k<<<" +
              Launch + ">>>(x, y, n);\n}\n")
                 .str()),
        Split(Text, on(Tier::Split)), Coroutine(Text, on(Tier::Coroutine)),
        Fiber(Text, on(Tier::Fiber)) {}

  /// Runs in several orders, expects the same of all tiers, and returns what
  /// came out in ascending order.
  std::vector<int> run(const std::vector<int> &X, size_t Count) {
    EXPECT_EQ(Split.Error, "");
    std::vector<int> Ascending;
    for (const char *Order : {"asc", "desc", "shuffle:5"}) {
      std::vector<int> S = Split.run(X, Count, Order);
      for (auto *Other : {&Coroutine, &Fiber}) {
        std::vector<int> O = Other->run(X, Count, Order);
        EXPECT_EQ(S, O) << Order;
        EXPECT_EQ(Split.Last.Status, Other->Last.Status) << Order;
        EXPECT_EQ(Split.Last.Reason, Other->Last.Reason) << Order;
        EXPECT_EQ(eventsOf(Split.Last), eventsOf(Other->Last)) << Order;
        EXPECT_EQ(Split.Last.Printed, Other->Last.Printed) << Order;
      }
      if (Ascending.empty())
        Ascending = S;
    }
    return Ascending;
  }

  std::string Text;
  TestKernel<int, int> Split, Coroutine, Fiber;
};

std::vector<int> numbers(size_t N) {
  std::vector<int> V(N);
  for (size_t I = 0; I != N; ++I)
    V[I] = int(I * 37 % 101) - 50;
  return V;
}

TEST(Split, TreeReduction) {
  EveryTier K(R"cu(
__global__ void k(const int *x, int *y, int n) {
  __shared__ int part[256];
  int t = threadIdx.x;
  part[t] = x[blockIdx.x * 256 + t];
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s >>= 1) {
    if (t < s) part[t] += part[t + s];
    __syncthreads();
  }
  if (t == 0) y[blockIdx.x] = part[0];
})cu",
              "4, 256");
  std::vector<int> X = numbers(1024), Y = K.run(X, 4);
  for (int B = 0; B != 4; ++B) {
    int Sum = 0;
    for (int I = 0; I != 256; ++I)
      Sum += X[B * 256 + I];
    EXPECT_EQ(Y[B], Sum);
  }
}

// Sums live over two barriers of a loop; indices do not.
TEST(Split, TiledProduct) {
  EveryTier K(R"cu(
__global__ void k(const int *x, int *y, int n) {
  __shared__ int a[8][8], b[8][9];
  int row = blockIdx.y * 8 + threadIdx.y, col = blockIdx.x * 8 + threadIdx.x;
  int sum = 0;
  for (int t = 0; t < (20 + 7) / 8; ++t) {
    int k = t * 8;
    a[threadIdx.y][threadIdx.x] =
        row < 20 && k + threadIdx.x < 20 ? x[row * 20 + k + threadIdx.x] : 0;
    b[threadIdx.y][threadIdx.x] =
        col < 20 && k + threadIdx.y < 20 ? x[(k + threadIdx.y) * 20 + col] : 0;
    __syncthreads();
    for (int i = 0; i < 8; ++i) sum += a[threadIdx.y][i] * b[i][threadIdx.x];
    __syncthreads();
  }
  if (row < 20 && col < 20) y[row * 20 + col] = sum;
})cu",
              "dim3(3, 3), dim3(8, 8)");
  std::vector<int> X = numbers(400), Y = K.run(X, 400);
  for (int R = 0; R != 20; ++R)
    for (int C = 0; C != 20; ++C) {
      int Sum = 0;
      for (int I = 0; I != 20; ++I)
        Sum += X[R * 20 + I] * X[I * 20 + C];
      ASSERT_EQ(Y[R * 20 + C], Sum) << R << " " << C;
    }
}

// Two values that change places in every round.
TEST(Split, ValuesThatChangePlaces) {
  EveryTier K(R"cu(
__global__ void k(const int *x, int *y, int n) {
  __shared__ int s[3][4][8];
  int *mine = &s[threadIdx.z][threadIdx.y][threadIdx.x];
  int *other = &s[2 - threadIdx.z][3 - threadIdx.y][7 - threadIdx.x];
  int t = (threadIdx.z * 4 + threadIdx.y) * 8 + threadIdx.x;
  int a = x[t], b = x[t] * 3 + 1;
  bool odd = a & 1;
  for (int i = 0; i < 7; ++i) {
    *mine = a;
    __syncthreads();
    int was = a;
    a = b + *other;
    b = odd ? was : -was;
    odd = !odd;
    __syncthreads();
  }
  y[t] = a * 1000 + b + odd;
})cu",
              "1, dim3(8, 4, 3)");
  std::vector<int> X = numbers(96), Y = K.run(X, 96);
  std::vector<int> A = X, B(96), Odd(96);
  for (int T = 0; T != 96; ++T)
    B[T] = X[T] * 3 + 1, Odd[T] = X[T] & 1;
  for (int I = 0; I != 7; ++I) {
    std::vector<int> Was = A;
    for (int T = 0; T != 96; ++T) {
      A[T] = B[T] + Was[95 - T];
      B[T] = Odd[T] ? Was[T] : -Was[T];
      Odd[T] = !Odd[T];
    }
  }
  for (int T = 0; T != 96; ++T)
    ASSERT_EQ(Y[T], A[T] * 1000 + B[T] + Odd[T]) << T;
}

TEST(Split, LocalArraysLiveOverBarriers) {
  EveryTier K(R"cu(
__global__ void k(const int *x, int *y, int n) {
  __shared__ int s[64];
  int own[6], seen[4];
  int t = threadIdx.x;
  for (int i = 0; i < 6; ++i) own[i] = x[(t + i) % n];
  for (int r = 0; r < 6; ++r) {
    s[t] = own[(r + t) % 6];
    __syncthreads();
    own[(r + t) % 6] = s[63 - t] + r;
    for (int i = 0; i < 4; ++i) seen[(i + t) % 4] = own[i] * i;
    int sum = 0;
    for (int i = 0; i < 4; ++i) sum = sum * 5 + seen[(t * 3 + i) % 4];
    own[r] ^= sum;
    __syncthreads();
  }
  int sum = 0;
  for (int i = 0; i < 6; ++i) sum = sum * 3 + own[i];
  y[blockIdx.x * 64 + t] = sum;
})cu",
              "3, 64");
  K.run(numbers(100), 192);
}

// Barriers in both ways of a branch, in a loop in a loop, and behind a return
// that all threads of a block take.
TEST(Split, BranchesThatAllThreadsTakeAlike) {
  EveryTier K(R"cu(
__global__ void k(const int *x, int *y, int n) {
  extern __shared__ int s[];
  int t = threadIdx.x;
  if (blockIdx.x == 2) return;
  int v = x[t];
  for (int row = blockIdx.x; row < 9; row += gridDim.x) {
    s[t] = v + row;
    if (row % 3 == 0) {
      __syncthreads();
      v += s[(t + 1) % blockDim.x];
    } else {
      v ^= row;
      __syncthreads();
      for (int j = 0; j < row; ++j) {
        v += s[(t + j) % blockDim.x];
        __syncthreads();
        if (t % 2) s[t] = v;
        __syncthreads();
      }
    }
    __syncthreads();
  }
  y[blockIdx.x * blockDim.x + t] = v;
})cu",
              "4, 48, 48 * 4");
  std::vector<int> Y = K.run(numbers(48), 192);
  EXPECT_EQ(Y[2 * 48], -1); // poison: nobody wrote
}

TEST(Split, VotesDecideForAll) {
  EveryTier K(R"cu(
__global__ void k(const int *x, int *y, int n) {
  __shared__ int s[64];
  int t = threadIdx.x, rounds = 0;
  s[t] = x[t];
  __syncthreads();
  // Odd-even sort.
  bool changed;
  do {
    changed = false;
    for (int phase = 0; phase < 2; ++phase) {
      int i = 2 * (t % 32) + phase;
      if (t < 32 && i + 1 < 64 && s[i] > s[i + 1]) {
        int a = s[i]; s[i] = s[i + 1]; s[i + 1] = a;
        changed = true;
      }
      __syncthreads();
    }
    ++rounds;
  } while (__syncthreads_or(changed));
  int below = __syncthreads_count(s[t] < 0);
  int all = __syncthreads_and(t < 63), none = __syncthreads_and(t < 64);
  y[t] = s[t] * 1000 + below * 10 + all * 2 + none + rounds * 100000;
})cu",
              "1, 64");
  std::vector<int> X = numbers(64), Y = K.run(X, 64);
  std::vector<int> Sorted = X;
  std::sort(Sorted.begin(), Sorted.end());
  int Below = 0;
  for (int V : X)
    Below += V < 0;
  for (int T = 0; T != 64; ++T)
    ASSERT_EQ((Y[T] - Sorted[T] * 1000 - Below * 10 - 1) % 100000, 0) << T;
}

// What all threads load alike decides which barrier comes next.
TEST(Split, LoadsThatAreTheSameForAll) {
  EveryTier K(R"cu(
__global__ void k(const int *x, int *y, int n) {
  __shared__ int s[32], limit;
  int t = threadIdx.x;
  if (t == 0) limit = 3 + blockIdx.x;
  __syncthreads();
  int v = x[t], most = limit;
  __syncthreads();
  for (int i = 0; i < most; ++i) {
    s[t] = v;
    __syncthreads();
    v += s[31 - t];
    __syncthreads();
  }
  y[blockIdx.x * 32 + t] = v;
})cu",
              "3, 32");
  std::vector<int> X = numbers(32), Y = K.run(X, 96);
  for (int B = 0; B != 3; ++B) {
    std::vector<int> V = X;
    for (int I = 0; I != 3 + B; ++I) {
      std::vector<int> S = V;
      for (int T = 0; T != 32; ++T)
        V[T] += S[31 - T];
    }
    for (int T = 0; T != 32; ++T)
      ASSERT_EQ(Y[B * 32 + T], V[T]);
  }
}

// Races: what comes out depends on the order of threads, and no tier hides
// them.
TEST(Split, RacesComeOutAlike) {
  EveryTier NoBarrier(R"cu(
__global__ void k(const int *x, int *y, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = x[t];
  __syncthreads();
  for (int d = 32; d > 0; d >>= 1) {
    s[t] += s[(t + d) % 64];
    __syncthreads();
  }
  y[t] = s[t];
})cu",
                      "1, 64");
  NoBarrier.run(numbers(64), 64);
  // No barrier at the end of the loop.
  EveryTier NoSecond(R"cu(
__global__ void k(const int *x, int *y, int n) {
  __shared__ int s[64];
  int t = threadIdx.x, v = 0;
  for (int i = 0; i < 4; ++i) {
    s[t] = x[(i * 64 + t) % n];
    __syncthreads();
    v += s[(t + 1) % 64];
  }
  y[t] = v;
})cu",
                     "1, 64");
  NoSecond.run(numbers(200), 64);
}

TEST(Split, PrintsInOrder) {
  EveryTier K(R"cu(
#include <cstdio>
__global__ void k(const int *x, int *y, int n) {
  printf("a%d ", threadIdx.x);
  __syncthreads();
  printf("b%d ", threadIdx.x);
  y[threadIdx.x] = 0;
})cu",
              "1, 3");
  K.run({1}, 3);
  EXPECT_EQ(K.Split.Last.Printed.size(), 18u);
}

TEST(Split, FaultsNameTheirThread) {
  EveryTier Outside(R"cu(
__global__ void k(const int *x, int *y, int n) {
  __shared__ int s[32];
  s[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  if (threadIdx.x >= 20) y[threadIdx.x + 30] = s[threadIdx.x];
})cu",
                    "1, 32");
  Outside.run(numbers(32), 32);
  EXPECT_THAT(eventsOf(Outside.Split.Last), HasSubstr("thread "));
  EveryTier Local(R"cu(
__global__ void k(const int *x, int *y, int n) {
  int own[4] = {1, 2, 3, 4};
  __syncthreads();
  y[threadIdx.x] = own[x[threadIdx.x]];
})cu",
                  "1, 32");
  Local.run(numbers(32), 32);
  EXPECT_THAT(eventsOf(Local.Split.Last), HasSubstr("'own'"));
}

TEST(Split, TrapsNameTheirThread) {
  EveryTier Trap(R"cu(
__global__ void k(const int *x, int *y, int n) {
  __syncthreads();
  if (threadIdx.x == 7) __trap();
  __syncthreads();
  y[threadIdx.x] = 1;
})cu",
                 "2, 32");
  Trap.run(numbers(32), 32);
  EXPECT_THAT(eventsOf(Trap.Split.Last), HasSubstr("thread 7,0,0"));
}

TEST(Split, LoopsThatDoNotEndAreNamed) {
  const char *Text = R"cu(
#include <cuda_runtime.h>
__global__ void k(const int *x, int *y, int n) {
  __shared__ int s[32];
  s[threadIdx.x] = 0;
  for (int i = 0; i >= 0 && i < n; i += n - 32) {
    __syncthreads();
    s[threadIdx.x] += i;
    __syncthreads();
  }
  y[threadIdx.x] = s[threadIdx.x];
}
extern "C" void run(const int *x, int *y, int n) { k<<<1, 32>>>(x, y, n); })cu";
  TestKernel<int, int> K(Text, on(Tier::Split));
  K.Limits.Steps = 1 << 20;
  for (const char *Order : {"asc", "desc"}) {
    K.run(numbers(32), 32, Order);
    EXPECT_EQ(K.Last.Status, RunStatus::Timeout);
    EXPECT_THAT(K.Last.Reason, HasSubstr("the loop at test.cu:6:3"));
  }
}

/// Why `k` of \p Kernel is not split.
std::string whyNot(llvm::StringRef Kernel) {
  std::string Text =
      ("#include <cuda_runtime.h>\n" + Kernel +
       "\nextern \"C\" void run(const int *x, int *y, int n) {\n  k<<<1, "
       "32>>>(x, y, n);\n}\n")
          .str();
  TestKernel<int, int> Forced(Text, on(Tier::Split));
  // It runs all the same.
  TestKernel<int, int> Auto(Text);
  EXPECT_EQ(Auto.Error, "");
  return Forced.Error;
}

TEST(Split, WhatIsNotSplitSaysWhy) {
  EXPECT_EQ(whyNot(R"cu(__global__ void k(const int *x, int *y, int n) {
  if (threadIdx.x >= n) return;
  __syncthreads();
  y[threadIdx.x] = 1;
})cu"),
            "test.cu:3:19: error: unsupported: --tier split cannot run kernel "
            "k: some of its threads may return before a barrier; --tier auto "
            "chooses what can");
  EXPECT_THAT(whyNot(R"cu(__global__ void k(const int *x, int *y, int n) {
  if (x[threadIdx.x] > 0)
    __syncthreads();
  y[threadIdx.x] = 1;
})cu"),
              HasSubstr("before a barrier"));
  EXPECT_THAT(whyNot(R"cu(__global__ void k(const int *x, int *y, int n) {
  for (int i = threadIdx.x; i < n; i += 32)
    __syncthreads();
  y[threadIdx.x] = 1;
})cu"),
              HasSubstr("before a barrier"));
  EXPECT_THAT(whyNot(R"cu(__global__ void k(const int *x, int *y, int n) {
  __syncthreads();
  y[threadIdx.x] = __shfl_down_sync(~0u, x[threadIdx.x], 1);
})cu"),
              HasSubstr("in other ways than at barriers of the block"));
  EXPECT_THAT(whyNot(R"cu(__device__ int depth(int n) {
  __syncwarp();
  return n ? 1 + depth(n - 1) : 0;
}
__global__ void k(const int *x, int *y, int n) {
  y[threadIdx.x] = depth(threadIdx.x % 5);
})cu"),
              HasSubstr("it calls a recursive function"));
  EXPECT_THAT(whyNot(R"cu(#include <cuda_pipeline.h>
__global__ void k(const int *x, int *y, int n) {
  __shared__ int s[32];
  __pipeline_memcpy_async(&s[threadIdx.x], &x[threadIdx.x], 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  y[threadIdx.x] = s[31 - threadIdx.x];
})cu"),
              HasSubstr("it copies asynchronously"));
}

} // namespace
