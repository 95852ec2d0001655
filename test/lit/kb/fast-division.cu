// CHECK: +  y[threadIdx.x] = ((x[threadIdx.x]) / (y[threadIdx.x]));
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "fast-division"}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void ratio(const float *x, float *y) {
  y[threadIdx.x] = __fdividef(x[threadIdx.x], y[threadIdx.x]);
}
