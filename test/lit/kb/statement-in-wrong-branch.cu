// CHECK: -{{ *}}acc = 0.f;
// CHECK: +{{ *}}acc = 0.f;
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "statement-in-wrong-branch", "sites": [0]}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void best(const float *x, float *y, int n) {
  float top = -1.f, acc = 0.f;
  for (int i = 0; i < n; ++i) {
    acc += x[i];
    if (acc > top) {
      top = acc;
      acc = 0.f;
    }
  }
  y[0] = top;
}
