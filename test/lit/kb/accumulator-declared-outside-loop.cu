// CHECK: -  float sum = 0.f;
// CHECK: +{{ +}}float sum = 0.f;
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "accumulator-declared-outside-loop"}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void rowSums(const float *x, float *y, int rows, int n) {
  float sum = 0.f;
  for (int r = threadIdx.x; r < rows; r += blockDim.x) {
    for (int i = 0; i < n; ++i)
      sum += x[r * n + i];
    y[r] = sum;
  }
}
