// CHECK: +  y[threadIdx.x] = x[threadIdx.x * 2 - pad];
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "sign-flipped", "sites": [0]}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void shift(const float *x, float *y, int pad) {
  y[threadIdx.x] = x[threadIdx.x * 2 + pad];
}
