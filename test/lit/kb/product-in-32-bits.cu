// CHECK: +  y[static_cast<long long>(n) * m + threadIdx.x] = x[threadIdx.x];
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "product-in-32-bits", "alternative": 0}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void copy(const float *x, float *y, int n) {
  const size_t at = blockIdx.y * n + threadIdx.x;
  y[at] = x[at];
}
__global__ void rows(const float *x, float *y, int n, int m) {
  y[n * m + threadIdx.x] = x[threadIdx.x];
}
