//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One process compiles and one runs case after case: no case may notice.
//
//===----------------------------------------------------------------------===//

#include "TestKernel.h"

namespace kmend {
namespace {

TEST(Process, StaticDataBeginsAnewInEveryRun) {
  TestKernel<int, int> K(R"cu(#include <cuda_runtime.h>
__device__ int onDevice = 3;
static int onHost = 5;
__global__ void k(int *y, int host) { y[0] = onDevice++; y[1] = host; }
extern "C" void run(const int *x, int *y, int n) {
  static int inFunction = 7;
  k<<<1, 1>>>(y, onHost++ * 100 + inFunction++);
})cu");
  for (int I = 0; I != 3; ++I)
    EXPECT_EQ(K.run({0}, 2), (std::vector<int>{3, 507}));
}

TEST(Process, TheRuntimeBeginsAnewInEveryRun) {
  // The limit that the first run raises, and the error that it leaves, are gone
  // in the second.
  TestKernel<int, int> K(R"cu(#include <cuda_runtime.h>
__global__ void k(int *y, int error) {
  extern __shared__ int s[];
  s[20000] = error;
  y[0] = s[20000];
}
extern "C" void run(const int *x, int *y, int n) {
  int before = cudaPeekAtLastError();
  if (n == 1)
    cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, 90000);
  k<<<1, 1, 90000>>>(y, before);
})cu");
  EXPECT_EQ(K.run({0}, 1), std::vector<int>{0});
  EXPECT_TRUE(K.Last.Events.empty());
  K.run({0, 0}, 1);
  ASSERT_EQ(K.Last.Events.size(), 1u);
  EXPECT_EQ(K.Last.Events[0].Kind, EventKind::LaunchFailed);
  EXPECT_EQ(K.run({0}, 1), std::vector<int>{0});
}

TEST(Process, WhatWasToldOfOneRunIsToldOfTheNext) {
  TestKernel<int, int> K(R"cu(#include <cuda_runtime.h>
__global__ void k(int *y) {
  if (threadIdx.x < 32)
    __syncthreads();
  else
    __syncthreads();
  y[threadIdx.x] = 1;
}
extern "C" void run(const int *x, int *y, int n) { k<<<1, 64>>>(y); })cu");
  for (int I = 0; I != 2; ++I) {
    K.run({0}, 64);
    ASSERT_EQ(K.Last.Events.size(), 1u);
    EXPECT_EQ(K.Last.Events[0].Kind, EventKind::BarrierDivergence);
  }
}

TEST(Process, ACrashedRunIsFollowedByAGoodOne) {
  TestKernel<int, int> K(R"cu(#include <cuda_runtime.h>
__global__ void k(const int *x, int *y) { y[x[0]] = 1; }
extern "C" void run(const int *x, int *y, int n) { k<<<1, 1>>>(x, y); })cu");
  for (int I = 0; I != 3; ++I) {
    K.run({1 << 20}, 1);
    EXPECT_EQ(K.Last.Status, RunStatus::Crash);
    ASSERT_EQ(K.Last.Events.size(), 1u);
    EXPECT_EQ(K.Last.Events[0].Where.Line, 2u);
    EXPECT_EQ(K.run({0}, 1), std::vector<int>{1});
    EXPECT_EQ(K.Last.Status, RunStatus::Ok);
  }
}

TEST(Process, ARunDoesNotHangOnTheScheduleOfTheOneBefore) {
  // The order in which threads pass an atomic, before and after a barrier.
  const char *Text = R"cu(#include <cuda_runtime.h>
__global__ void k(int *y) {
  __shared__ int next;
  if (threadIdx.x == 0)
    next = 0;
  __syncthreads();
  y[threadIdx.x] = atomicAdd(&next, 1);
}
extern "C" void run(const int *x, int *y, int n) { k<<<1, 96>>>(y); })cu";
  const char *Orders[] = {"asc", "desc",      "asc", "warp:1",
                          "asc", "shuffle:3", "desc"};
  TestKernel<int, int> Serving(Text);
  for (const char *Order : Orders) {
    TestKernel<int, int> Fresh(Text);
    EXPECT_EQ(Serving.run({0}, 96, Order), Fresh.run({0}, 96, Order)) << Order;
  }
  EXPECT_NE(Serving.run({0}, 96, "asc"), Serving.run({0}, 96, "desc"));
}

TEST(Process, OneProgramFindsNothingOfAnother) {
  // The second looks for the first's answer through all that it can reach: the
  // memory that its own output was copied to.
  std::unique_ptr<Executor> Simt = createSimtExecutor();
  auto Run = [&](llvm::StringRef Text) {
    auto P = Simt->compile("test.cu", Text, "run", 1, {});
    EXPECT_TRUE(bool(P));
    RunRequest R;
    R.Buffers = {{"out", RunBuffer::Role::Output, 4096, {}}};
    R.Arguments = {{RunArgument::Kind::Buffer, 0}};
    auto Ran = (*P)->run(R);
    EXPECT_TRUE(bool(Ran));
    return Ran->Outputs[0];
  };
  auto First = Run(R"cu(#include <cuda_runtime.h>
__global__ void k(int *y) { y[threadIdx.x] = 0x5a5a5a5a; }
extern "C" void run(int *y) { k<<<1, 1024>>>(y); })cu");
  EXPECT_EQ(First, std::vector<char>(4096, 0x5a));
  auto Second = Run(R"cu(#include <cuda_runtime.h>
__global__ void k() {}
extern "C" void run(int *y) { k<<<1, 1>>>(); })cu");
  EXPECT_EQ(Second, std::vector<char>(4096, '\xff'));
}

TEST(Process, HostCodeThatFollowsTensorsIsShutOutOfThem) {
  for (llvm::StringRef Body : {"y[0] = 1;", "int *p = y + n; *p = 1;",
                               "fill(y);", "memset(y, 0, 4);"}) {
    TestKernel<int, int> K(("#include <cuda_runtime.h>\n#include <cstring>\n"
                            "__attribute__((noinline)) static void fill(int *p)"
                            " { for (int i = 0; i < 2; ++i) p[i] = i; }\n"
                            "__global__ void k(int *y) { y[1] = 2; }\n"
                            "extern \"C\" void run(const int *x, int *y, int "
                            "n) { k<<<1, 1>>>(y); " +
                            Body + " }")
                               .str());
    K.run({0}, 4);
    EXPECT_EQ(K.Last.Status, RunStatus::Crash) << Body.str();
    EXPECT_NE(K.Last.Reason.find("host code writes device memory"),
              std::string::npos)
        << Body.str() << ": " << K.Last.Reason;
  }
}

TEST(Process, WhatCrashesTheCompilerHarmsNoLaterSource) {
  std::unique_ptr<Executor> Simt = createSimtExecutor();
  const char *Deep = R"cu(template <int N> struct S { S<N + 1> next; };
extern "C" void run(int *y) { S<0> s; })cu";
  auto Bad = Simt->compile("deep.cu", Deep, "run", 1, {});
  ASSERT_FALSE(bool(Bad));
  llvm::consumeError(Bad.takeError());
  auto Good = Simt->compile("good.cu", R"cu(#include <cuda_runtime.h>
extern "C" void run(int *y) {})cu",
                            "run", 1, {});
  EXPECT_TRUE(bool(Good));
}

} // namespace
} // namespace kmend
