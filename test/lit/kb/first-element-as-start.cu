// CHECK: +  float sum = 0.f;
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "first-element-as-start", "alternative": 0}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void rowSum(const float *x, float *y, int n) {
  float sum = x[threadIdx.x * n];
  for (int i = 0; i < n; ++i)
    sum += x[threadIdx.x * n + i];
  y[threadIdx.x] = sum;
}
