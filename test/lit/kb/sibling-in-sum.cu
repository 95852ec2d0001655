// CHECK: +  y[r * cols + c] = x[r * cols + c] + b[c];
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "sibling-in-sum", "sites": [2]}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void bias(const float *x, const float *b, float *y, int cols) {
  const int r = blockIdx.x;
  const int c = threadIdx.x;
  y[r * cols + c] = x[r * cols + c] + b[r];
}
