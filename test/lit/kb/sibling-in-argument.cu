// CHECK: +  y[flat(blockIdx.x, threadIdx.x, cols)] = x[flat(blockIdx.x, threadIdx.x, cols)];
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "sibling-in-argument", "sites": [1]}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__device__ int flat(int r, int c, int cols) { return r * cols + c; }
__global__ void copy(const float *x, float *y, int rows, int cols) {
  y[flat(blockIdx.x, threadIdx.x, cols)] = x[flat(blockIdx.x, threadIdx.x, rows)];
}
