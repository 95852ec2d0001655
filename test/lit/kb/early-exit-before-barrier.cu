// CHECK: +{{ *}}if (!(i >= n))
// CHECK: {{^[+ ] *}}__syncthreads();
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "early-exit-before-barrier"}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void rounds(const float *x, float *y, int n) {
  __shared__ float s[64];
  for (int base = 0; base < n; base += 64) {
    const int i = base + threadIdx.x;
    if (i >= n)
      continue;
    s[threadIdx.x] = x[i];
    __syncthreads();
    y[i] = s[0];
    __syncthreads();
  }
}
