// CHECK: +  cudaFuncSetAttribute(copy, cudaFuncAttributeMaxDynamicSharedMemorySize,
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "shared-memory-attribute"}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void copy(const float *x, float *y, int n) {
  extern __shared__ float row[];
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    row[i] = x[i];
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    y[i] = row[n - 1 - i];
}

extern "C" void run(const float *x, float *y, int n) {
  copy<<<1, 256, n * sizeof(float)>>>(x, y, n);
}
