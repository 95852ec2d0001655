// CHECK: +  if (r < rows && c < cols)
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "sibling-in-comparison", "sites": [3]}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void copy(const float *x, float *y, int rows, int cols) {
  const int r = blockIdx.y;
  const int c = threadIdx.x;
  if (r < rows && c < rows)
    y[r * cols + c] = x[r * cols + c];
}
