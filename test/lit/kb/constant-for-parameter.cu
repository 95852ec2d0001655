// CHECK: +  y[blockIdx.x * cols + threadIdx.x] = x[blockIdx.x * cols + threadIdx.x];
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "constant-for-parameter"}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

constexpr int kCols = 64;
__global__ void copy(const float *x, float *y, int cols) {
  y[blockIdx.x * cols + threadIdx.x] = x[blockIdx.x * kCols + threadIdx.x];
}
