//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestKernel.h"
#include <numeric>

using namespace kmend;

namespace {

std::vector<float> ramp(size_t N) {
  std::vector<float> V(N);
  std::iota(V.begin(), V.end(), 0.0f);
  return V;
}

TEST(Launch, ElementwiseInEveryOrder) {
  TestKernel<float, float> K(R"cu(
#include <cuda_runtime.h>
__global__ void scale(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = 2.0f * x[i] + 1.0f;
}
extern "C" void run(const float *x, float *y, int n) {
  scale<<<(n + 127) / 128, 128>>>(x, y, n);
})cu");
  for (const char *Order : {"asc", "desc", "shuffle:3", "yield:1"}) {
    std::vector<float> Y = K.run(ramp(1000), 1000, Order);
    EXPECT_EQ(K.Last.Status, RunStatus::Ok) << K.Last.Reason;
    EXPECT_EQ(K.Last.Launches, 1u);
    for (int I = 0; I != 1000; ++I)
      ASSERT_EQ(Y[I], 2.0f * I + 1.0f) << Order;
  }
}

TEST(Launch, StructByValueAndTemplates) {
  TestKernel<float, float> K(R"cu(
#include <cuda_runtime.h>
struct Params { const float *x; float *y; float4 scale; int n; };
struct Small { short a; char b; };
template <int N, typename T>
__global__ void apply(Params p, Small s, bool flag, double d, T extra) {
  int i = blockIdx.x * N + threadIdx.x;
  if (i < p.n) p.y[i] = p.x[i] * p.scale.z + s.a + s.b + (flag ? 1 : 0) + (float)d + extra;
}
extern "C" void run(const float *x, float *y, int n) {
  Params p{x, y, make_float4(1, 2, 3, 4), n};
  apply<64><<<(n + 63) / 64, 64>>>(p, Small{10, 5}, true, 0.5, 100.0f);
})cu");
  std::vector<float> Y = K.run(ramp(100), 100);
  EXPECT_EQ(K.Last.Status, RunStatus::Ok) << K.Last.Reason;
  for (int I = 0; I != 100; ++I)
    EXPECT_EQ(Y[I], 3.0f * I + 116.5f);
}

TEST(Launch, SharedMemoryAndBarriers) {
  TestKernel<float, float> K(R"cu(
#include <cuda_runtime.h>
extern __shared__ float dynamic[];
__global__ void total(const float *x, float *y, int n) {
  __shared__ float part[256];
  int t = threadIdx.x;
  dynamic[t] = t < n ? x[t] : 0.0f;
  __syncthreads();
  part[t] = dynamic[blockDim.x - 1 - t];
  for (int s = 128; s > 0; s /= 2) {
    __syncthreads();
    if (t < s) part[t] += part[t + s];
  }
  if (t == 0) y[blockIdx.x] = part[0];
}
extern "C" void run(const float *x, float *y, int n) {
  total<<<3, 256, 256 * sizeof(float)>>>(x, y, n);
})cu");
  for (const char *Order : {"asc", "desc", "shuffle:1", "yield:2"})
    EXPECT_EQ(K.run(ramp(200), 3, Order),
              std::vector<float>(3, 199 * 200 / 2.0f))
        << Order << K.Last.Reason;
}

TEST(Launch, ReturnedThreadLeavesTheBarrier) {
  TestKernel<float, float> K(R"cu(
#include <cuda_runtime.h>
__global__ void k(const float *x, float *y, int n) {
  __shared__ float s[64];
  if (threadIdx.x >= n) return;
  s[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  y[threadIdx.x] = s[n - 1 - threadIdx.x];
}
extern "C" void run(const float *x, float *y, int n) { k<<<1, 64>>>(x, y, n); })cu");
  std::vector<float> Y = K.run(ramp(40), 40);
  EXPECT_EQ(K.Last.Status, RunStatus::Ok) << K.Last.Reason;
  for (int I = 0; I != 40; ++I)
    EXPECT_EQ(Y[I], 39.0f - I);
}

TEST(Launch, WarpShuffles) {
  TestKernel<int, int> K(R"cu(
#include <cuda_runtime.h>
__global__ void k(const int *x, int *y, int n) {
  int v = x[threadIdx.x];
  for (int d = 16; d > 0; d /= 2) v += __shfl_xor_sync(0xffffffffu, v, d);
  y[threadIdx.x] = v;
  y[64 + threadIdx.x] = __shfl_sync(0xffffffffu, x[threadIdx.x], 3, 8);
  y[128 + threadIdx.x] = __ballot_sync(0xffffffffu, threadIdx.x % 3 == 0);
  y[192 + threadIdx.x] = __shfl_up_sync(0xffffffffu, x[threadIdx.x], 2);
  y[256 + threadIdx.x] = __shfl_down_sync(0xffffffffu, x[threadIdx.x], 2, 16);
}
extern "C" void run(const int *x, int *y, int n) { k<<<1, 64>>>(x, y, n); })cu");
  std::vector<int> X(64);
  std::iota(X.begin(), X.end(), 0);
  std::vector<int> Y = K.run(X, 320);
  EXPECT_EQ(K.Last.Status, RunStatus::Ok) << K.Last.Reason;
  for (int T = 0; T != 64; ++T) {
    int Lane = T % 32, Base = T - Lane;
    EXPECT_EQ(Y[T], T < 32 ? 496 : 496 + 32 * 32);
    EXPECT_EQ(Y[64 + T], Base + Lane / 8 * 8 + 3);
    EXPECT_EQ(unsigned(Y[128 + T]), T < 32 ? 0x49249249u : 0x92492492u);
    EXPECT_EQ(Y[192 + T], Lane < 2 ? T : T - 2);
    EXPECT_EQ(Y[256 + T], Lane % 16 >= 14 ? T : T + 2);
  }
}

TEST(Launch, WalkingTheSourceMayLoadPrecompiledNames) {
  // Size types, casts and shared arrays of constants come out of the headers
  // while the source is walked for its kernels.
  TestKernel<float, float> K(R"cu(
#include <cuda_runtime.h>
constexpr int kDim = 4;
constexpr int kBlock = 32;
__device__ __forceinline__ float dot(const float *p, const float *q) {
  float sum = 0.f;
#pragma unroll
  for (int d = 0; d < kDim; ++d) sum += p[d] * q[d];
  return sum;
}
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n) {
  __shared__ float tile[kBlock][kDim + 1];
  const int i = blockIdx.x * kBlock + threadIdx.x;
  for (int d = 0; d < kDim; ++d)
    tile[threadIdx.x][d] = i < n ? x[static_cast<size_t>(i) % n] : 0.f;
  __syncthreads();
  if (i < n) y[i] = sqrtf(dot(tile[threadIdx.x], tile[threadIdx.x]));
}
extern "C" void run(const float *x, float *y, int n) {
  if (n <= 0) return;
  const int blocks = (n + kBlock - 1) / kBlock;
  k<<<blocks, kBlock>>>(x, y, n);
})cu");
  std::vector<float> Y = K.run(ramp(100), 100);
  for (int I = 0; I != 100; ++I)
    EXPECT_FLOAT_EQ(Y[I], 2.0f * I);
}

TEST(Launch, MissingBarrierShowsInSomeOrder) {
  TestKernel<int, int> K(R"cu(
#include <cuda_runtime.h>
__global__ void k(const int *x, int *y, int n) {
  __shared__ int total;
  if (threadIdx.x == 0) total = x[0];
  y[threadIdx.x] = total;
}
extern "C" void run(const int *x, int *y, int n) { k<<<1, 64>>>(x, y, n); })cu");
  EXPECT_EQ(K.run({7}, 64), std::vector<int>(64, 7));
  EXPECT_NE(K.run({7}, 64, "desc"), std::vector<int>(64, 7));
}

TEST(Launch, LostUpdateBetweenBlocksShowsUnderYield) {
  TestKernel<int, int> K(R"cu(
#include <cuda_runtime.h>
__global__ void k(int *y) { if (threadIdx.x == 0) y[0] += 1; }
__global__ void fixed(int *y) { if (threadIdx.x == 0) atomicAdd(&y[1], 1); }
extern "C" void run(const int *x, int *y, int n) {
  cudaMemset(y, 0, 8);
  k<<<10, 32>>>(y);
  fixed<<<10, 32>>>(y);
})cu");
  EXPECT_EQ(K.run({0}, 2), (std::vector<int>{10, 10}));
  std::vector<int> Y = K.run({0}, 2, "yield:1");
  EXPECT_LT(Y[0], 10);
  EXPECT_EQ(Y[1], 10);
  EXPECT_EQ(K.run({0}, 2, "yield:1"), Y) << "a schedule replays";
}

TEST(Launch, LostUpdateBehindABarrierShowsUnderYield) {
  // Blocks that leave a barrier at different turns must still meet.
  TestKernel<int, int> K(R"cu(
#include <cuda_runtime.h>
__global__ void k(const int *x, int *y, int n) {
  __shared__ int counts[64];
  counts[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * 64 + threadIdx.x; i < n; i += 64 * gridDim.x)
    atomicAdd(&counts[x[i]], 1);
  __syncthreads();
  if (counts[threadIdx.x] != 0) y[threadIdx.x] += counts[threadIdx.x];
}
extern "C" void run(const int *x, int *y, int n) {
  cudaMemset(y, 0, 64 * sizeof(int));
  k<<<9, 64>>>(x, y, n);
})cu");
  std::vector<int> X(2000);
  for (int I = 0; I != 2000; ++I)
    X[I] = I * 7 % 64;
  auto Total = [&](const char *Order) {
    int Sum = 0;
    for (int Count : K.run(X, 64, Order))
      Sum += Count;
    return Sum;
  };
  EXPECT_EQ(Total("asc"), 2000);
  EXPECT_LT(Total("yield:1"), 2000);
  EXPECT_LT(Total("yield:2"), 2000);
}

TEST(Launch, GridSyncOfACooperativeLaunch) {
  TestKernel<int, int> K(R"cu(
#include <cuda_runtime.h>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void k(const int *x, int *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = x[i];
  cg::this_grid().sync();
  int v = y[n - 1 - i];
  cg::this_grid().sync();
  y[i] = v;
}
extern "C" void run(const int *x, int *y, int n) {
  void *args[] = {&x, &y, &n};
  cudaLaunchCooperativeKernel((void *)k, dim3(4), dim3(32), args, 0, 0);
})cu");
  std::vector<int> X(128);
  std::iota(X.begin(), X.end(), 0);
  std::vector<int> Y = K.run(X, 128);
  EXPECT_EQ(K.Last.Status, RunStatus::Ok) << K.Last.Reason;
  EXPECT_EQ(Y, std::vector<int>(X.rbegin(), X.rend()));
}

TEST(Launch, DeviceVariablesAndSymbols) {
  TestKernel<int, int> K(R"cu(
#include <cuda_runtime.h>
__constant__ int table[4];
__device__ int counter = 5;
__global__ void k(int *y) { y[threadIdx.x] = table[threadIdx.x]; if (threadIdx.x == 0) atomicAdd(&counter, 3); }
extern "C" void run(const int *x, int *y, int n) {
  int t[4] = {1, 2, 3, 4};
  cudaMemcpyToSymbol(table, t, sizeof(t));
  k<<<1, 4>>>(y);
  int c = 0;
  cudaMemcpyFromSymbol(&c, counter, sizeof(c));
  cudaMemcpy(y + 4, &c, sizeof(c), cudaMemcpyHostToDevice);
})cu");
  EXPECT_EQ(K.run({0}, 5), (std::vector<int>{1, 2, 3, 4, 8})) << K.Last.Reason;
}

TEST(Launch, ConfigurationsThatAGpuRefuses) {
  TestKernel<int, int> K(R"cu(
#include <cuda_runtime.h>
__global__ void k(int *y) { y[0] = 1; }
__global__ void ok(int *y, int a, int b) { y[0] = a; y[1] = b; }
extern "C" void run(const int *x, int *y, int n) {
  k<<<1, 2048>>>(y);
  int first = cudaGetLastError();
  k<<<dim3(1, 70000), 32>>>(y);
  k<<<1, 32, 64 << 10>>>(y);
  int second = cudaGetLastError();
  ok<<<1, 1>>>(y, first, second);
})cu");
  EXPECT_EQ(K.run({0}, 2), (std::vector<int>{9, 1}));
  ASSERT_EQ(K.Last.Events.size(), 3u);
  EXPECT_EQ(K.Last.Events[0].Kind, EventKind::LaunchFailed);
}

} // namespace
