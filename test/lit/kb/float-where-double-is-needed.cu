// CHECK: +__device__ double square(double v) { return v * v; }
// CHECK: +  double acc = 0.f;
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "float-where-double-is-needed"}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__device__ float square(float v) { return v * v; }
__global__ void total(const float *x, float *y, int n) {
  float acc = 0.f;
  for (int i = 0; i < n; ++i)
    acc += square(x[i]);
  y[0] = acc;
}
