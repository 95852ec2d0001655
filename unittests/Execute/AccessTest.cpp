//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Accesses that a GPU refuses, or that nothing refuses, on every tier.
//
//===----------------------------------------------------------------------===//

#include "TestKernel.h"
#include <numeric>

using namespace kmend;

namespace {

/// Floats in, floats out, 16 threads; expects one event on every tier.
void expectEvent(llvm::StringRef Text, EventKind Kind, llvm::StringRef Message,
                 unsigned Line, unsigned Thread, bool HasLoop = true) {
  std::vector<float> In(64);
  std::iota(In.begin(), In.end(), 0.0f);
  for (Tier T : {Tier::Loop, Tier::Coroutine, Tier::Fiber}) {
    if (T == Tier::Loop && !HasLoop)
      continue;
    TestKernel<float, float> K(Text, on(T));
    K.run(In, 64);
    EXPECT_EQ(K.Last.Status, RunStatus::Crash);
    ASSERT_EQ(K.Last.Events.size(), 1u) << Text.str();
    const Event &E = K.Last.Events[0];
    EXPECT_EQ(E.Kind, Kind);
    EXPECT_EQ(E.Message, Message);
    EXPECT_EQ(E.Where.Line, Line);
    EXPECT_EQ(E.Thread[0], Thread);
    EXPECT_EQ(E.Kernel, "k");
  }
}

/// Expects that 64 outputs are twice the inputs, without an event.
void expectDoubled(llvm::StringRef Text) {
  std::vector<float> In(64);
  std::iota(In.begin(), In.end(), 0.0f);
  TestKernel<float, float> K(Text);
  for (llvm::StringRef Order : {"asc", "desc", "yield:1"}) {
    std::vector<float> Out = K.run(In, 64, Order);
    EXPECT_EQ(K.Last.Status, RunStatus::Ok) << K.Last.Reason;
    EXPECT_TRUE(K.Last.Events.empty()) << K.Last.Events[0].str();
    for (size_t I = 0; I != 64; ++I)
      ASSERT_EQ(Out[I], 2 * In[I]) << I;
  }
}

TEST(Access, MisalignedVectorLoad) {
  expectEvent(R"cu(#include <cuda_runtime.h>
__global__ void k(const float *x, float *y) {
  int i = threadIdx.x;
  float4 v = *reinterpret_cast<const float4 *>(x + i * 3);
  y[i] = v.x + v.y + v.z + v.w;
}
extern "C" void run(const float *x, float *y, int n) { k<<<1, 16>>>(x, y); })cu",
              EventKind::Misaligned,
              "a read of 16 bytes at an address that is 12 more than a "
              "multiple of 16",
              4, 1);
}

TEST(Access, MisalignedVectorStoreToSharedMemory) {
  expectEvent(R"cu(#include <cuda_runtime.h>
__global__ void k(const float *x, float *y) {
  __shared__ float s[64];
  int i = threadIdx.x;
  *reinterpret_cast<float2 *>(&s[i * 3]) = make_float2(x[i], x[i + 16]);
  __syncthreads();
  y[i] = s[i];
}
extern "C" void run(const float *x, float *y, int n) { k<<<1, 16>>>(x, y); })cu",
              EventKind::Misaligned,
              "a write of 8 bytes at an address that is 4 more than a "
              "multiple of 8",
              5, 1, /*HasLoop=*/false);
}

TEST(Access, MisalignedDoubleAndWordOfBytes) {
  expectEvent(R"cu(#include <cuda_runtime.h>
__global__ void k(const double *x, float *y) {
  y[threadIdx.x] = float(x[threadIdx.x]);
}
extern "C" void run(const float *x, float *y, int n) {
  k<<<1, 16>>>((const double *)(x + 1), y);
})cu",
              EventKind::Misaligned,
              "a read of 8 bytes at an address that is 4 more than a multiple "
              "of 8",
              3, 0);
  expectEvent(R"cu(#include <cuda_runtime.h>
__global__ void k(const char *x, float *y) {
  int i = threadIdx.x;
  y[i] = *(const float *)(x + i);
}
extern "C" void run(const float *x, float *y, int n) {
  k<<<1, 16>>>((const char *)x, y);
})cu",
              EventKind::Misaligned,
              "a read of 4 bytes at an address that is 1 more than a multiple "
              "of 4",
              4, 1);
}

TEST(Access, AlignedAccessesRaiseNothing) {
  expectDoubled(R"cu(#include <cuda_runtime.h>
__global__ void k(const float *x, float *y) {
  int i = threadIdx.x;
  float4 v = reinterpret_cast<const float4 *>(x)[i];
  v.x *= 2, v.y *= 2, v.z *= 2, v.w *= 2;
  *reinterpret_cast<float4 *>(y + 4 * i) = v;
}
extern "C" void run(const float *x, float *y, int n) { k<<<1, 16>>>(x, y); })cu");
  // Vectors where the pointers allow them, else not.
  expectDoubled(R"cu(#include <cuda_runtime.h>
__global__ void k(const float *x, float *y) {
  int i = threadIdx.x;
  if (((size_t)x | (size_t)y) % 8 == 0) {
    float2 v = reinterpret_cast<const float2 *>(x)[i];
    reinterpret_cast<float2 *>(y)[i] = make_float2(2 * v.x, 2 * v.y);
  } else {
    y[2 * i] = 2 * x[2 * i];
    y[2 * i + 1] = 2 * x[2 * i + 1];
  }
}
extern "C" void run(const float *x, float *y, int n) {
  k<<<1, 31>>>(x + 1, y + 1);
  k<<<1, 1>>>(x, y);
  k<<<1, 1>>>(x + 62, y + 62);
})cu");
  // Dynamic shared memory cut up at multiples of what is put there.
  expectDoubled(R"cu(#include <cuda_runtime.h>
__global__ void k(const float *x, float *y, int n) {
  extern __shared__ unsigned char bytes[];
  float *a = reinterpret_cast<float *>(bytes);
  double *b = reinterpret_cast<double *>(bytes + n * sizeof(float));
  int i = threadIdx.x;
  a[i] = x[i];
  b[i] = x[i];
  __syncthreads();
  y[i] = a[i] + float(b[i]);
}
extern "C" void run(const float *x, float *y, int n) {
  k<<<1, 64, 64 * 12>>>(x, y, n);
})cu");
}

// nvcc keeps such variables in registers, whatever their types demand.
TEST(Access, LocalVariablesMayBeCast) {
  expectDoubled(R"cu(#include <cuda_runtime.h>
#include <cuda_fp16.h>
#define FETCH(p) (reinterpret_cast<float4 *>(&(p))[0])
#define AS4(p) (reinterpret_cast<const float4 &>(p))
struct Part { int i; __half h[8]; };
__global__ void k(const float *x, float *y) {
  int i = threadIdx.x;
  Part p;
  *(uint2 *)p.h = make_uint2(0, 0);
  *(uint2 *)(p.h + 4) = *(uint2 *)p.h;
  float r[4];
  FETCH(r[0]) = AS4(x[i & ~3]);
  y[i] = 2 * r[i & 3] + __half2float(p.h[i & 7]);
}
extern "C" void run(const float *x, float *y, int n) { k<<<1, 64>>>(x, y); })cu");
}

TEST(Access, MisalignedThroughAReference) {
  expectEvent(R"cu(#include <cuda_runtime.h>
__global__ void k(const float *x, float *y) {
  int i = threadIdx.x;
  float2 v = reinterpret_cast<const float2 &>(x[i]);
  y[i] = v.x + v.y;
}
extern "C" void run(const float *x, float *y, int n) { k<<<1, 16>>>(x, y); })cu",
              EventKind::Misaligned,
              "a read of 8 bytes at an address that is 4 more than a multiple "
              "of 8",
              4, 1);
}

TEST(Access, SharedVariableIsLeft) {
  expectEvent(R"cu(#include <cuda_runtime.h>
__global__ void k(const float *x, float *y) {
  __shared__ float tile[4][2], other[64];
  int i = threadIdx.x;
  other[i] = 1;
  tile[i / 2][i % 2] = x[i];
  __syncthreads();
  y[i] = tile[0][0] + other[i];
}
extern "C" void run(const float *x, float *y, int n) { k<<<1, 16>>>(x, y); })cu",
              EventKind::OutOfBounds,
              "write at byte 32 of shared variable 'tile', which has 32 bytes",
              6, 8, /*HasLoop=*/false);
}

TEST(Access, RowsOfASharedVariableMayBeLeft) {
  expectDoubled(R"cu(#include <cuda_runtime.h>
__global__ void k(const float *x, float *y) {
  __shared__ float tile[4][16];
  int i = threadIdx.x;
  tile[0][i] = x[i];
  __syncthreads();
  y[i] = 2 * tile[i / 16][i % 16];
}
extern "C" void run(const float *x, float *y, int n) { k<<<1, 64>>>(x, y); })cu");
}

TEST(Access, BytesBesideASharedVariable) {
  TestKernel<float, float> K(R"cu(#include <cuda_runtime.h>
__global__ void k(float *y) {
  __shared__ float odd[33];
  odd[threadIdx.x] = 1;
  __syncthreads();
  y[threadIdx.x] = odd[threadIdx.x];
}
extern "C" void run(const float *x, float *y, int n) { k<<<2, 34>>>(y); })cu");
  K.run({0}, 34);
  EXPECT_EQ(K.Last.Status, RunStatus::Ok);
  ASSERT_EQ(K.Last.Events.size(), 1u);
  EXPECT_EQ(K.Last.Events[0].Kind, EventKind::OverwrittenGuard);
  EXPECT_EQ(K.Last.Events[0].Message,
            "bytes just behind shared variable 'odd' (132 bytes) were written");
}

TEST(Access, SharedVariablesOfSeveralKernelsAndOfAFunctionThatStays) {
  expectDoubled(R"cu(#include <cuda_runtime.h>
__shared__ float common[64];
__device__ float down(int i, int depth) {
  if (depth == 0) return common[i];
  return down(i, depth - 1);
}
template <int N> __global__ void k(const float *x, float *y, int depth) {
  __shared__ float mine[N];
  int i = threadIdx.x;
  common[i] = x[i];
  mine[i] = x[i];
  __syncthreads();
  y[i] = down(i, depth) + mine[i];
}
extern "C" void run(const float *x, float *y, int n) {
  k<64><<<1, 64>>>(x, y, 3);
  k<65><<<1, 64>>>(x, y, 2);
  k<64><<<1, 64>>>(x, y, 1);
})cu");
}

TEST(Access, SharedVariablesOfThousandsOfResidentBlocks) {
  TestKernel<float, float> K(R"cu(#include <cuda_runtime.h>
__global__ void k(const float *x, float *y) {
  __shared__ float a, b, c, d;
  a = x[blockIdx.x], b = 1, c = 2, d = 3;
  __syncthreads();
  y[blockIdx.x] = a + b + c + d;
}
extern "C" void run(const float *x, float *y, int n) { k<<<n, 1>>>(x, y); })cu");
  const size_t N = 8192;
  std::vector<float> In(N);
  std::iota(In.begin(), In.end(), 0.0f);
  std::vector<float> Out = K.run(In, N, "yield:1");
  EXPECT_EQ(K.Last.Status, RunStatus::Ok) << K.Last.Reason;
  for (size_t I = 0; I != N; ++I)
    ASSERT_EQ(Out[I], In[I] + 6) << I;
}

TEST(Access, LocalArrayIsLeft) {
  expectEvent(R"cu(#include <cuda_runtime.h>
__global__ void k(const float *x, float *y) {
  int i = threadIdx.x;
  float bins[8];
  for (int j = 0; j < 8; ++j) bins[j] = 0;
  bins[int(x[i])] = 1;
  y[i] = 0;
  for (int j = 0; j < 8; ++j) y[i] += bins[j];
}
extern "C" void run(const float *x, float *y, int n) { k<<<1, 16>>>(x, y); })cu",
              EventKind::OutOfBounds,
              "write at byte 32 of local array 'bins', which has 32 bytes", 6,
              8);
}

} // namespace
