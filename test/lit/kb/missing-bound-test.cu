// CHECK: +{{ *}}if (c < cols)
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "missing-bound-test", "sites": [6]}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void add(const float *x, const float *b, float *y, int rows, int cols) {
  const int c = blockIdx.x * blockDim.x + threadIdx.x;
  const int r = blockIdx.y;
  y[r * cols + c] = x[r * cols + c] + b[c];
}
