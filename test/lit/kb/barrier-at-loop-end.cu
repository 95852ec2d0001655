// CHECK: +{{ *}}__syncthreads();
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "barrier-at-loop-end"}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void sums(const float *x, float *y, int tiles) {
  __shared__ float s[128];
  float sum = 0.f;
  for (int t = 0; t < tiles; ++t) {
    s[threadIdx.x] = x[t * 128 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 128; ++i)
      sum += s[i];
  }
  y[threadIdx.x] = sum;
}
