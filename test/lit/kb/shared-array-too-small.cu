// CHECK: +  __shared__ float s[128 + 2 * kRadius];
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "shared-array-too-small", "sites": [2]}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

constexpr int kRadius = 2;
__global__ void blur(const float *x, float *y) {
  __shared__ float s[128];
  for (int i = threadIdx.x; i < 128 + 2 * kRadius; i += 128)
    s[i] = x[i];
  __syncthreads();
  y[threadIdx.x] = s[threadIdx.x + kRadius];
}
