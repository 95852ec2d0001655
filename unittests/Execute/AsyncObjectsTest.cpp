//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Asynchronous copies as C++ knows them: cuda::pipeline, cuda::barrier,
// cooperative_groups::memcpy_async.
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

/// Sums neighbours: out[i] = in[i] + in[i ^ 1] for whole tiles of 64.
void expectSums(llvm::StringRef Text) {
  TestKernel<float, float> K(Text);
  for (const char *Order : {"asc", "desc", "shuffle:2", "yield:1"}) {
    auto Out = K.run(ramp(256), 256, Order);
    ASSERT_EQ(K.Last.Status, RunStatus::Ok) << K.Last.Reason;
    for (int I = 0; I != 256; ++I)
      ASSERT_EQ(Out[I], float(I + (I ^ 1))) << Order;
  }
}

TEST(AsyncObjects, PipelineOfABlock) {
  expectSums(R"cu(
#include <cooperative_groups.h>
#include <cuda/pipeline>
namespace cg = cooperative_groups;
__global__ void k(const float *x, float *y, int n) {
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  __shared__ __align__(16) float tile[2][64];
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  int tiles = n / 64, t = threadIdx.x, fetched = 0;
  for (int i = 0; i < tiles; ++i) {
    for (; fetched < tiles && fetched < i + 2; ++fetched) {
      pipe.producer_acquire();
      cuda::memcpy_async(block, tile[fetched % 2], x + fetched * 64, sizeof(float) * 64, pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    y[i * 64 + t] = tile[i % 2][t] + tile[i % 2][t ^ 1];
    pipe.consumer_release();
  }
}
extern "C" void run(const float *x, float *y, int n) { k<<<1, 64>>>(x, y, n); })cu");
}

TEST(AsyncObjects, PipelineOfAThread) {
  expectSums(R"cu(
#include <cuda/pipeline>
__global__ void k(const float *x, float *y, int n) {
  __shared__ __align__(8) float tile[128];
  auto pipe = cuda::make_pipeline();
  int t = threadIdx.x;
  for (int i = 0; i < n; i += 128) {
    pipe.producer_acquire();
    cuda::memcpy_async(tile + 2 * t, x + i + 2 * t, cuda::aligned_size_t<8>(8), pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    pipe.consumer_release();
    __syncthreads();
    y[i + t] = tile[t] + tile[t ^ 1];
    y[i + 64 + t] = tile[64 + t] + tile[(64 + t) ^ 1];
    __syncthreads();
  }
}
extern "C" void run(const float *x, float *y, int n) { k<<<1, 64>>>(x, y, n); })cu");
}

TEST(AsyncObjects, BarrierOfABlock) {
  expectSums(R"cu(
#include <cuda/barrier>
__global__ void k(const float *x, float *y, int n) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ __align__(16) float tile[64];
  int t = threadIdx.x;
  if (t == 0) init(&bar, blockDim.x);
  __syncthreads();
  for (int i = 0; i < n; i += 64) {
    if (t < 16) cuda::memcpy_async(tile + 4 * t, x + i + 4 * t, sizeof(float4), bar);
    auto token = bar.arrive();
    bar.wait(token);
    y[i + t] = tile[t] + tile[t ^ 1];
    bar.arrive_and_wait();
  }
}
extern "C" void run(const float *x, float *y, int n) { k<<<1, 64>>>(x, y, n); })cu");
}

TEST(AsyncObjects, CooperativeGroups) {
  expectSums(R"cu(
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;
__global__ void k(const float *x, float *y, int n) {
  __shared__ __align__(16) float tile[2][64];
  auto block = cg::this_thread_block();
  int t = threadIdx.x;
  cg::memcpy_async(block, tile[0], x, 256);
  for (int i = 0; i < n / 64; ++i) {
    if (i + 1 < n / 64) {
      cg::memcpy_async(block, tile[(i + 1) % 2], x + (i + 1) * 64, 256);
      cg::wait_prior<1>(block);
    } else {
      cg::wait(block);
    }
    y[i * 64 + t] = tile[i % 2][t] + tile[i % 2][t ^ 1];
    block.sync();
  }
}
extern "C" void run(const float *x, float *y, int n) { k<<<1, 64>>>(x, y, n); })cu");
}

TEST(AsyncObjects, WithoutTheWaitTheCopyHasNotArrived) {
  TestKernel<float, float> K(R"cu(
#include <cuda/pipeline>
__global__ void k(const float *x, float *y) {
  __shared__ float tile[64];
  auto pipe = cuda::make_pipeline();
  cuda::memcpy_async(tile + threadIdx.x, x + threadIdx.x, sizeof(float), pipe);
  pipe.producer_commit();
  y[threadIdx.x] = tile[threadIdx.x];
}
extern "C" void run(const float *x, float *y, int n) { k<<<1, 64>>>(x, y); })cu");
  K.Poison = 0x4b;
  EXPECT_NE(K.run(ramp(64), 64)[5], 5.0f);
}

TEST(AsyncObjects, RolesAreRefused) {
  TestKernel<float, float> K(R"cu(
#include <cooperative_groups.h>
#include <cuda/pipeline>
namespace cg = cooperative_groups;
__global__ void k() {
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  auto pipe = cuda::make_pipeline(cg::this_thread_block(), &state,
      threadIdx.x < 32 ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
}
extern "C" void run(const float *x, float *y, int n) { k<<<1, 64>>>(); })cu");
  EXPECT_EQ(K.Error, "test.cu:7:21: error: unsupported: a cuda::pipeline whose "
                     "threads have roles; use --executor cuda");
}

} // namespace
