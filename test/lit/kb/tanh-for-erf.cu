// CHECK: +{{.*}}(1.f + erff(0.70710678118654752f * v));
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "tanh-for-erf"}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void gelu(const float *x, float *y) {
  const float v = x[threadIdx.x];
  y[threadIdx.x] = 0.5f * v * (1.f + tanhf(0.7978845608f * (v + 0.044715f * v * v * v)));
}
