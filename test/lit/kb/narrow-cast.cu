// CHECK: +  y[threadIdx.x] = x[(threadIdx.x * n)];
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "narrow-cast", "alternative": 0}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void copy(const float *x, float *y, int n) {
  y[threadIdx.x] = x[(unsigned char)(threadIdx.x * n)];
}
