// CHECK: +  const int h = i / steps;
// CHECK: +  const int s = i - h * steps;
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "coordinates-decoded-in-wrong-order", "sites": [0]}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void copy(const float *x, float *y, int heads, int steps) {
  const int i = threadIdx.x;
  const int s = i / heads;
  const int h = i - s * heads;
  y[i] = x[s * heads + h];
}
