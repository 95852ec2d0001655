// CHECK: +  y[r * cols + c] = x[r * cols + c];
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "extent-missing-in-index", "sites": [7]}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void copy(const float *x, float *y, int rows, int cols) {
  const int r = blockIdx.x;
  const int c = threadIdx.x;
  y[r * cols + c] = x[r + c];
}
