// And the device heap: the error is given, as on a GPU.
// RUN: %exits 0 %kmend eval %S/Inputs/doubled %s --case w0/declared/s0/asc/ff 2>&1 | FileCheck %s
// CHECK: quick: pass

#include <cuda_runtime.h>

extern "C" void abort();

__global__ void twice(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = 2 * x[i];
}

extern "C" void doubled(const float *x, float *y, int n) {
  twice<<<(n + 255) / 256, 256>>>(x, y, n);
  void *p = nullptr;
  if (cudaMalloc(&p, 100 << 20) != cudaSuccess ||
      cudaMalloc(&p, 4ull << 30) != cudaErrorMemoryAllocation ||
      cudaGetLastError() != cudaErrorMemoryAllocation)
    abort();
}
