//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What of the device library ends a run, or is refused; what computes is in
// test/conformance.
//
//===----------------------------------------------------------------------===//

#include "TestKernel.h"

using namespace kmend;

namespace {

/// The refusal of a source that is \p Includes and then \p Body of a kernel.
std::string refusal(llvm::StringRef Includes, llvm::StringRef Device,
                    llvm::StringRef Host = "k<<<1, 1>>>(y);") {
  TestKernel<int, int> K((Includes + "\n__global__ void k(int *y) {\n" +
                          Device +
                          "\n}\nextern \"C\" void run(const int *x, int *y, "
                          "int n) {\n" +
                          Host + "\n}\n")
                             .str());
  return K.Error;
}

TEST(DeviceLibrary, FailedAssertionHasTextAndLine) {
  TestKernel<int, int> K(R"cu(#include <cassert>
__global__ void k(const int *x, int *y) {
  int v = x[threadIdx.x];
  assert(v < 3 && "too large");
  y[threadIdx.x] = v;
}
extern "C" void run(const int *x, int *y, int n) { k<<<1, 4>>>(x, y); })cu");
  K.run({0, 1, 2, 7}, 4);
  EXPECT_EQ(K.Last.Status, RunStatus::Crash);
  ASSERT_EQ(K.Last.Events.size(), 1u);
  const Event &E = K.Last.Events[0];
  EXPECT_EQ(E.Kind, EventKind::Trap);
  EXPECT_EQ(E.Message,
            "assertion `v < 3 && \"too large\"' failed at test.cu:4");
  EXPECT_EQ(E.Thread[0], 3u);
  EXPECT_EQ(E.Where.Line, 4u);
  K.run({0, 1, 2, 1}, 4);
  EXPECT_EQ(K.Last.Status, RunStatus::Ok) << K.Last.Reason;
}

TEST(DeviceLibrary, TrapNamesItsLine) {
  TestKernel<int, int> K(R"cu(
__global__ void k(const int *x, int *y) {
  y[threadIdx.x] = x[threadIdx.x];
  if (x[threadIdx.x] == 2)
    __trap();
}
extern "C" void run(const int *x, int *y, int n) { k<<<1, 4>>>(x, y); })cu");
  K.run({0, 1, 2, 3}, 4);
  EXPECT_EQ(K.Last.Status, RunStatus::Crash);
  ASSERT_EQ(K.Last.Events.size(), 1u);
  EXPECT_EQ(K.Last.Events[0].Where.Line, 5u);
  EXPECT_EQ(K.Last.Events[0].Thread[0], 2u);
}

TEST(DeviceLibrary, FaultInAFunctionOfTheLibraryIsAtItsCaller) {
  TestKernel<int, int> K(R"cu(
__global__ void k(const int *x, int *y, int n) {
  y[0] = 1;
  y[1] = __ldg(x + n + 16);
}
extern "C" void run(const int *x, int *y, int n) { k<<<1, 1>>>(x, y, n); })cu");
  K.run({5}, 2);
  ASSERT_FALSE(K.Last.Events.empty());
  EXPECT_EQ(K.Last.Events[0].Kind, EventKind::OutOfBounds);
  EXPECT_EQ(K.Last.Events[0].Where.Line, 4u);
}

TEST(DeviceLibrary, HostStreamsPrintIntoTheRun) {
  TestKernel<int, int> K(R"cu(#include <iostream>
#include <string>
__global__ void k(int *y) { y[0] = 1; }
extern "C" void run(const int *x, int *y, int n) {
  std::string word = "answer";
  std::cout << word + ": " << 42 << ' ' << 1.5 << std::endl;
  std::cerr << std::hex << 255 << " done\n";
  k<<<1, 1>>>(y);
})cu");
  K.run({0}, 1);
  EXPECT_EQ(K.Last.Status, RunStatus::Ok) << K.Last.Reason;
  EXPECT_EQ(K.Last.Printed, "answer: 42 1.5\nff done\n");
  // What a run sets on a stream ends with it.
  K.run({0}, 1);
  EXPECT_EQ(K.Last.Printed, "answer: 42 1.5\nff done\n");
}

TEST(DeviceLibrary, ManagedAndPinnedMemoryIsForBothSides) {
  TestKernel<int, int> K(R"cu(
__global__ void twice(int *p, const int *q, int n) {
  p[threadIdx.x] = p[threadIdx.x] * 2 + q[threadIdx.x];
}
extern "C" void run(const int *x, int *y, int n) {
  int *p, *q, *d, sum = 0;
  cudaMallocManaged(&p, 32 * sizeof(int));
  cudaMemset(p, 0, 32 * sizeof(int));
  cudaHostAlloc(&q, 32 * sizeof(int), cudaHostAllocMapped);
  cudaHostGetDevicePointer(&d, q, 0);
  for (int i = 0; i < 32; ++i) {
    p[i] += i;
    q[i] = 100 * i;
  }
  twice<<<1, 32>>>(p, d, 32);
  cudaDeviceSynchronize();
  for (int i = 0; i < 32; ++i)
    sum += p[i];
  cudaMemcpy(y, &sum, sizeof sum, cudaMemcpyHostToDevice);
  cudaMemcpy(y + 1, p + 31, sizeof sum, cudaMemcpyDefault);
  cudaFree(p);
  cudaFreeHost(q);
})cu");
  EXPECT_EQ(K.run({0}, 2), (std::vector<int>{102 * 496, 102 * 31}));
  EXPECT_EQ(K.Last.Status, RunStatus::Ok) << K.Last.Reason;
}

TEST(DeviceLibrary, RefusedByNameAndLine) {
  EXPECT_EQ(refusal("#include <cub/cub.cuh>", "y[0] = 1;",
                    "size_t b = 0;\n"
                    "cub::DeviceReduce::Sum(nullptr, b, y, y, n);"),
            "test.cu:7:18: error: unsupported: cub::DeviceReduce, an algorithm "
            "of the whole device; use --executor cuda");
  EXPECT_EQ(refusal("#include <cub/device/device_scan.cuh>", "y[0] = 1;"),
            "test.cu:1:10: error: unsupported: <cub/device/device_scan.cuh> "
            "(CUB); use --executor cuda");
  EXPECT_EQ(refusal("#include <curand_kernel.h>",
                    "curandStateMRG32k3a s;\ny[0] = 1;"),
            "test.cu:3:1: error: unsupported: cuRAND's curandStateMRG32k3a; "
            "use --executor cuda");
  EXPECT_EQ(refusal("#include <curand_kernel.h>",
                    "curandState s;\ncurand_init(1, 0, 0, &s);\n"
                    "y[0] = curand_poisson(&s, 2.0);"),
            "test.cu:5:8: error: unsupported: curand_poisson; use --executor "
            "cuda");
  EXPECT_EQ(
      refusal("", "y[0] = 1;", "cudaGraph_t g;\ncudaStreamBeginCapture(0, 0);"),
      "test.cu:7:1: error: unsupported: CUDA graphs; use --executor cuda");
  EXPECT_EQ(refusal("", "y[0] = 1;", "cudaMemcpy3DParms p;"),
            "test.cu:6:1: error: unsupported: cudaMemcpy3DParms; use "
            "--executor cuda");
  EXPECT_EQ(refusal("#include <cooperative_groups.h>",
                    "auto t = cooperative_groups::tiled_partition<64>(\n"
                    "    cooperative_groups::this_thread_block());\n"
                    "y[0] = t.size();"),
            "test.cu:3:30: error: unsupported: a tile of more than 32 threads; "
            "use --executor cuda");
}

} // namespace
