// CHECK: +  y[threadIdx.x] = sqrtf(fmaxf(x[threadIdx.x] - 1.f, 0.f));
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "variance-below-zero", "alternative": 0}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void root(const float *x, float *y) {
  y[threadIdx.x] = sqrtf(x[threadIdx.x] - 1.f);
}
