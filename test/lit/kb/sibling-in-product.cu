// CHECK: +    y[r * cols + c] = x[r * cols + c];
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "sibling-in-product", "sites": [3]}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void copy(const float *x, float *y, int rows, int cols) {
  const int c = threadIdx.x, r = blockIdx.x;
  if (r < rows && c < cols)
    y[r * cols + c] = x[r * rows + c];
}
