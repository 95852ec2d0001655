// CHECK: +  y[threadIdx.x] = sinf(x[threadIdx.x]);
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "fast-intrinsic"}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void wave(const float *x, float *y) {
  y[threadIdx.x] = __sinf(x[threadIdx.x]);
}
