// CHECK: +    if ((x[i] > top || (x[i] != x[i] && top == top)))
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "nan-is-lost", "sites": [0]}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void rowMax(const float *x, float *y, int n) {
  float top = x[0];
  for (int i = 1; i < n; ++i)
    if (x[i] > top)
      top = x[i];
  y[0] = top;
}
