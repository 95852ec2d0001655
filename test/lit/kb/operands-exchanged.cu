// CHECK: +  y[threadIdx.x] = x[threadIdx.x] - m[0];
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "operands-exchanged"}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void diff(const float *x, const float *m, float *y) {
  y[threadIdx.x] = m[0] - x[threadIdx.x];
}
