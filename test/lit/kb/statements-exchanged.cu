// CHECK: +    top = fmaxf(top, x[i]);
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "statements-exchanged", "sites": [1]}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void online(const float *x, float *y, int n) {
  float top = -1e30f, sum = 0.f;
  for (int i = 0; i < n; ++i) {
    top = fmaxf(top, x[i]);
    sum = sum * expf(top - fmaxf(top, x[i])) + expf(x[i] - top);
  }
  y[0] = sum;
}
