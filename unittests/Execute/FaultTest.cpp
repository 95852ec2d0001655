//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestKernel.h"
#include <numeric>

using namespace kmend;

namespace {

TEST(Fault, WritePastTheEndNamesBufferThreadAndLine) {
  TestKernel<float, float> K(R"cu(#include <cuda_runtime.h>
__global__ void k(float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = 1.0f;
}
extern "C" void run(const float *x, float *y, int n) { k<<<2, 64>>>(y, n); })cu");
  K.run({0}, 100);
  EXPECT_EQ(K.Last.Status, RunStatus::Crash);
  ASSERT_EQ(K.Last.Events.size(), 1u);
  const Event &E = K.Last.Events[0];
  EXPECT_EQ(E.Kind, EventKind::OutOfBounds);
  EXPECT_EQ(E.Message, "write at byte 400 of out, which has 400 bytes");
  EXPECT_EQ(E.Kernel, "k");
  EXPECT_EQ(E.Block[0], 1u);
  EXPECT_EQ(E.Thread[0], 36u);
  EXPECT_EQ(E.Where.Line, 4u);
}

TEST(Fault, ReadBeforeTheStart) {
  TestKernel<float, float> K(R"cu(#include <cuda_runtime.h>
__global__ void k(const float *x, float *y) { y[threadIdx.x] = x[(int)threadIdx.x - 1]; }
extern "C" void run(const float *x, float *y, int n) { k<<<1, 4>>>(x, y); })cu");
  K.GuardBefore = true;
  K.run({1, 2, 3, 4}, 4);
  EXPECT_EQ(K.Last.Status, RunStatus::Crash);
  ASSERT_EQ(K.Last.Events.size(), 1u);
  EXPECT_EQ(K.Last.Events[0].Message, "read 4 bytes before the start of in");
}

TEST(Fault, SmallOverrunIsSeenInTheGuardBytes) {
  TestKernel<float, float> K(R"cu(#include <cuda_runtime.h>
__global__ void k(float *y) { y[threadIdx.x] = 1; }
extern "C" void run(const float *x, float *y, int n) { k<<<1, 4>>>(y); })cu");
  K.run({0}, 3);
  ASSERT_EQ(K.Last.Events.size(), 1u);
  EXPECT_EQ(K.Last.Events[0].Kind, EventKind::OverwrittenGuard);
}

TEST(Fault, InputChanged) {
  TestKernel<float, float> K(R"cu(#include <cuda_runtime.h>
__global__ void k(float *x, float *y) { x[1] = 3; y[0] = 1; }
extern "C" void run(const float *x, float *y, int n) { k<<<1, 1>>>((float *)x, y); })cu");
  K.run({1, 2}, 1);
  ASSERT_EQ(K.Last.Events.size(), 1u);
  EXPECT_EQ(K.Last.Events[0].Kind, EventKind::InputChanged);
}

TEST(Fault, HostCodeTouchesDeviceMemory) {
  TestKernel<float, float> K(R"cu(#include <cuda_runtime.h>
extern "C" void run(const float *x, float *y, int n) { y[0] = x[0]; })cu");
  K.run({1}, 1);
  EXPECT_EQ(K.Last.Status, RunStatus::Crash);
  EXPECT_NE(K.Last.Reason.find("host code"), std::string::npos);
}

TEST(Fault, HangOnTheDeviceAndOnTheHost) {
  TestKernel<int, int> K(R"cu(#include <cuda_runtime.h>
__global__ void spin(volatile int *y) { while (y[0] != 5) {} }
extern "C" void run(const int *x, int *y, int n) {
  if (n == 1) spin<<<1, 1>>>(y);
  else for (volatile int i = 0;; i = i + 1) {}
})cu");
  K.Limits.Seconds = 0.3;
  K.run({1}, 1);
  EXPECT_EQ(K.Last.Status, RunStatus::Timeout);
  EXPECT_EQ(K.Last.Reason, "did not end within 0.3 s, in kernel spin");
  K.run({1, 2}, 1);
  EXPECT_EQ(K.Last.Status, RunStatus::Timeout);
  EXPECT_EQ(K.Last.Reason, "did not end within 0.3 s, in host code");
}

TEST(Fault, AllocationsWithoutEnd) {
  TestKernel<int, int> K(R"cu(#include <cuda_runtime.h>
#include <cstdlib>
extern "C" void run(const int *x, int *y, int n) {
  void *p;
  if (n == 1) { while (cudaMalloc(&p, 1 << 24) == cudaSuccess) {} return; }
  for (;;) { p = malloc(1 << 24); if (!p) return; }
})cu");
  K.Limits.MemoryBytes = 1 << 27;
  K.run({1}, 1);
  EXPECT_EQ(K.Last.Status, RunStatus::Ok) << "cudaMalloc says so";
  K.run({1, 2}, 1);
  EXPECT_EQ(K.Last.Status, RunStatus::OutOfMemory);
}

TEST(Fault, DivisionByZero) {
  TestKernel<int, int> K(R"cu(#include <cuda_runtime.h>
__global__ void k(const int *x, int *y) { y[threadIdx.x] = 100 / x[threadIdx.x]; }
extern "C" void run(const int *x, int *y, int n) { k<<<1, 2>>>(x, y); })cu");
  K.run({1, 0}, 2);
  EXPECT_EQ(K.Last.Status, RunStatus::Crash);
  ASSERT_EQ(K.Last.Events.size(), 1u);
  EXPECT_EQ(K.Last.Events[0].Kind, EventKind::IntegerDivideByZero);
  EXPECT_EQ(K.Last.Events[0].Thread[0], 1u);
}

TEST(Fault, BarrierThatNotAllReach) {
  TestKernel<int, int> K(R"cu(#include <cuda_runtime.h>
__global__ void k(int *y, int n) {
  if (threadIdx.x < 7) {
    __syncthreads();
  } else {
    __syncthreads();
  }
  y[threadIdx.x] = 1;
}
extern "C" void run(const int *x, int *y, int n) { k<<<1, 32>>>(y, n); })cu");
  K.run({1}, 32);
  EXPECT_EQ(K.Last.Status, RunStatus::Ok) << "barriers are counted";
  ASSERT_EQ(K.Last.Events.size(), 1u);
  EXPECT_EQ(K.Last.Events[0].Kind, EventKind::BarrierDivergence);
  EXPECT_EQ(K.Last.Events[0].Where.Line, 6u);
}

TEST(Fault, MissingEntryAndWrongParameters) {
  TestKernel<int, int> K("#include <cuda_runtime.h>\nvoid other() {}\n");
  EXPECT_NE(K.Error.find("no function 'extern \"C\" run'"), std::string::npos)
      << K.Error;
  TestKernel<int, int> L(
      "#include <cuda_runtime.h>\nextern \"C\" void run(int *p) {}\n");
  EXPECT_NE(L.Error.find("takes 1 parameters"), std::string::npos) << L.Error;
}

TEST(Fault, SymbolOutsideTheAllowList) {
  TestKernel<int, int> K(R"cu(#include <cuda_runtime.h>
extern "C" int system(const char *);
extern "C" void run(const int *x, int *y, int n) { system("true"); })cu");
  EXPECT_NE(K.Error.find("'system'"), std::string::npos) << K.Error;
}

TEST(Fault, AssemblyOnTheHostIsRefusedByLine) {
  TestKernel<int, int> K(R"cu(#include <cuda_runtime.h>
extern "C" void run(const int *x, int *y, int n) {
  asm volatile("" ::: "memory");
  long id;
  asm volatile("syscall" : "=a"(id) : "a"(39));
})cu");
  EXPECT_EQ(K.Error, "test.cu:5:3: error: unsupported: assembly in host code; "
                     "use --executor cuda");
}

} // namespace
