// CHECK: -  const int tiles = k / 32;
// CHECK: +  const int tiles = ((k) + (32) - 1) / (32);
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "floor-division-in-loop-bound"}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void rowSum(const float *x, float *y, int k) {
  float sum = 0.f;
  const int tiles = k / 32;
  for (int t = 0; t < tiles; ++t)
    for (int i = 0; i < 32; ++i)
      if (t * 32 + i < k)
        sum += x[(size_t)threadIdx.x * k + t * 32 + i];
  y[threadIdx.x] = sum;
}
