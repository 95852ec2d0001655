// CHECK: +  float top = -INFINITY;
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "zero-where-extreme-is-meant", "alternative": 0}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void rowMax(const float *x, float *y, int n) {
  float top = 0.0f;
  for (int i = 0; i < n; ++i)
    top = fmaxf(top, x[threadIdx.x * n + i]);
  y[threadIdx.x] = top;
}
