// CHECK: +  double acc
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "float-accumulator"}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void total(const float *x, float *y, int n) {
  float acc = 0.f;
  for (int i = 0; i < n; ++i)
    acc += x[i] * x[i];
  y[0] = acc;
}
