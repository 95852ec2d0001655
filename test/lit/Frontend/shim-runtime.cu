// The runtime API that launchers call.
// RUN: %kmend outline %s | FileCheck %s
// CHECK:      kernels:
// CHECK-NEXT:   n{{[0-9]+}} line {{[0-9]+}}  {{.*}}runtime{{.*}}(
#include <cstdio>
#include <cuda_runtime.h>

__constant__ float Weights[8];
__device__ int Total;
__global__ void runtime(float *Y, int N) { Y[0] = N + Weights[0]; }
void CUDART_CB later(void *) {}

#define CHECK(E)                                                               \
  do {                                                                         \
    cudaError_t Error = (E);                                                   \
    if (Error != cudaSuccess) {                                                \
      fprintf(stderr, "%s: %s\n", cudaGetErrorName(Error),                     \
              cudaGetErrorString(Error));                                      \
      return Error;                                                            \
    }                                                                          \
  } while (0)

extern "C" int entry(const float *X, float *Y, int N, cudaStream_t Stream) {
  float *P, *Q, H[8] = {};
  CHECK(cudaMalloc(&P, N * sizeof(float)));
  CHECK(cudaMalloc((void **)&Q, N * sizeof(float)));
  CHECK(cudaMallocAsync(&Q, N, Stream));
  CHECK(cudaFreeAsync(Q, Stream));
  CHECK(cudaMallocHost(&Q, 16));
  CHECK(cudaFreeHost(Q));
  CHECK(cudaMallocManaged(&Q, 16));
  CHECK(cudaMemset(P, 0, N));
  CHECK(cudaMemsetAsync(P, 0, N, Stream));
  CHECK(cudaMemcpy(P, X, N, cudaMemcpyDeviceToDevice));
  CHECK(cudaMemcpyAsync(H, P, 32, cudaMemcpyDeviceToHost, Stream));
  CHECK(cudaMemcpy2D(P, 8, X, 8, 4, 2, cudaMemcpyDefault));
  CHECK(cudaMemcpyToSymbol(Weights, H, sizeof H));
  CHECK(cudaMemcpyToSymbolAsync(Weights, H, 4, 4, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpyFromSymbol(&N, Total, sizeof N));
  CHECK(cudaGetSymbolAddress((void **)&Q, Total));
  int Device, Value, Grid, Block;
  CHECK(cudaGetDevice(&Device));
  CHECK(cudaSetDevice(Device));
  CHECK(cudaDeviceGetAttribute(&Value, cudaDevAttrMultiProcessorCount, 0));
  cudaDeviceProp Properties;
  CHECK(cudaGetDeviceProperties(&Properties, 0));
  CHECK(cudaFuncSetAttribute(
      runtime, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536));
  CHECK(cudaFuncSetAttribute((const void *)runtime,
                             cudaFuncAttributePreferredSharedMemoryCarveout,
                             cudaSharedmemCarveoutMaxShared));
  cudaFuncAttributes Attributes;
  CHECK(cudaFuncGetAttributes(&Attributes, runtime));
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&Value, runtime, 128, 0));
  CHECK(cudaOccupancyMaxPotentialBlockSize(&Grid, &Block, runtime, 0, 0));
  cudaEvent_t Begin;
  cudaStream_t Own;
  float Ms;
  CHECK(cudaStreamCreateWithFlags(&Own, cudaStreamNonBlocking));
  CHECK(cudaEventCreate(&Begin));
  CHECK(cudaEventRecord(Begin, Own));
  CHECK(cudaEventSynchronize(Begin));
  CHECK(cudaEventElapsedTime(&Ms, Begin, Begin));
  CHECK(cudaStreamWaitEvent(Own, Begin, 0));
  CHECK(cudaLaunchHostFunc(Own, later, nullptr));
  CHECK(cudaStreamSynchronize(Own));
  CHECK(cudaEventDestroy(Begin));
  CHECK(cudaStreamDestroy(Own));
  runtime<<<Properties.multiProcessorCount, 32, 0, Stream>>>(Y, N);
  void *Args[] = {&Y, &N};
  CHECK(cudaLaunchKernel((void *)runtime, dim3(1), dim3(32), Args, 0, Stream));
  CHECK(cudaLaunchKernel(runtime, 1, 32, Args));
  CHECK(cudaLaunchCooperativeKernel(runtime, dim3(1), dim3(32), Args, 0, 0));
  cudaLaunchConfig_t Config = {};
  CHECK(cudaLaunchKernelEx(&Config, runtime, Y, N));
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaFree(P));
  CHECK(cudaPeekAtLastError());
  return cudaGetLastError();
}
