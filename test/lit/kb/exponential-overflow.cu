// CHECK: +  const float e = expf(fminf(x[threadIdx.x], 40.f));
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "exponential-overflow", "alternative": 0}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void sigmoid(const float *x, float *y) {
  const float e = expf(x[threadIdx.x]);
  y[threadIdx.x] = e / (1.f + e);
}
