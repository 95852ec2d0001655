// CHECK: +  x[threadIdx.x] = fmaxf(x[threadIdx.x], lo);
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "function-of-other-sense"}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void clip(float *x, float lo) {
  x[threadIdx.x] = fminf(x[threadIdx.x], lo);
}
