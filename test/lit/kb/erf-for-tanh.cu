// CHECK: +{{.*}}tanhf(0.7978845608028654f * (v + 0.044715f * v * v * v))
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "erf-for-tanh"}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void gelu(const float *x, float *y) {
  const float v = x[threadIdx.x];
  y[threadIdx.x] = 0.5f * v * (1.f + erff(0.70710678f * v));
}
