//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Frontend/KernelIndex.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "gtest/gtest.h"

using namespace kmend;

namespace {

std::unique_ptr<ParsedSource> parse(llvm::StringRef Text) {
  auto Source =
      ParsedSource::parse("k.cu", ("#include <cuda_runtime.h>\n" + Text).str());
  EXPECT_TRUE(bool(Source)) << llvm::toString(Source.takeError());
  return Source ? std::move(*Source) : nullptr;
}

TEST(KernelIndexTest, FindsWhatACudaSourceConsistsOf) {
  auto Source = parse(R"(
__device__ float twice(float x) { return 2 * x; }
__global__ void k(float *p) {
  __shared__ float s[32];
  s[threadIdx.x] = twice(p[threadIdx.x]);
  __syncthreads();
  p[threadIdx.x] = s[31 - threadIdx.x];
}
void launch(float *p, cudaStream_t stream) {
  k<<<1, 32>>>(p);
  k<<<dim3(1), dim3(32), 128, stream>>>(p);
}
)");
  ASSERT_TRUE(Source);
  KernelIndex Index = buildKernelIndex(*Source);
  ASSERT_EQ(Index.Kernels.size(), 1u);
  EXPECT_EQ(Index.kernel("k"), Index.Kernels[0]);
  EXPECT_EQ(Index.kernel("other"), nullptr);
  EXPECT_EQ(Index.DeviceFunctions.size(), 1u);
  EXPECT_EQ(Index.HostFunctions.size(), 1u);
  EXPECT_EQ(Index.SharedVariables.size(), 1u);
  EXPECT_EQ(Index.Barriers.size(), 1u);
  ASSERT_EQ(Index.Launches.size(), 2u);
  EXPECT_EQ(Index.Launches[0].Kernel, Index.Kernels[0]);
  EXPECT_EQ(Index.Launches[0].Caller, Index.HostFunctions[0]);
  EXPECT_NE(Index.Launches[0].Grid, nullptr);
  EXPECT_EQ(Index.Launches[0].SharedBytes, nullptr);
  EXPECT_EQ(Index.Launches[0].Stream, nullptr);
  EXPECT_NE(Index.Launches[1].SharedBytes, nullptr);
  EXPECT_NE(Index.Launches[1].Stream, nullptr);
}

TEST(KernelIndexTest, CountsATemplateOnce) {
  auto Source = parse(R"(
template <typename T> __global__ void k(T *p) {
  __shared__ T s[32];
  s[threadIdx.x] = p[threadIdx.x];
  __syncthreads();
  p[threadIdx.x] = s[0];
}
template <typename T> void launch(T *p) { k<T><<<1, 32>>>(p); }
template void launch<float>(float *);
template void launch<int>(int *);
)");
  ASSERT_TRUE(Source);
  KernelIndex Index = buildKernelIndex(*Source);
  EXPECT_EQ(Index.Kernels.size(), 1u);
  EXPECT_EQ(Index.SharedVariables.size(), 1u);
  EXPECT_EQ(Index.Barriers.size(), 1u);
  ASSERT_EQ(Index.Launches.size(), 1u);
  EXPECT_EQ(Index.Launches[0].Kernel, Index.Kernels[0]);
}

TEST(KernelIndexTest, SeesLaunchesThroughTheRuntimeCall) {
  auto Source = parse(R"(
__global__ void k(float *p) { p[threadIdx.x] = 0; }
void launch(float *p) {
  void *args[] = {&p};
  cudaLaunchKernel((const void *)k, dim3(1), dim3(32), args, 0, 0);
  cudaLaunchCooperativeKernel((const void *)&k, dim3(2), dim3(32), args, 0, 0);
}
)");
  ASSERT_TRUE(Source);
  KernelIndex Index = buildKernelIndex(*Source);
  ASSERT_EQ(Index.Launches.size(), 2u);
  EXPECT_EQ(Index.Launches[0].Kernel, Index.Kernels[0]);
  EXPECT_FALSE(Index.Launches[0].Cooperative);
  EXPECT_TRUE(Index.Launches[1].Cooperative);
  EXPECT_NE(Index.Launches[1].SharedBytes, nullptr);
}

} // namespace
