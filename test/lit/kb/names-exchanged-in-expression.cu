// CHECK: +  y[c * rows + r] = x[r * cols + c];
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "names-exchanged-in-expression", "sites": [0]}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void transpose(const float *x, float *y, int rows, int cols) {
  const int r = blockIdx.x;
  const int c = threadIdx.x;
  y[r * rows + c] = x[r * cols + c];
}
