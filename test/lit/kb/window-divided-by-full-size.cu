// CHECK: +{{ *}}int sum_count = 0;
// CHECK: ++sum_count;
// CHECK: +  y[o] = sum / sum_count;
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "window-divided-by-full-size", "sites": [0]}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void pool(const float *x, float *y, int n, int k, int pad) {
  const int o = threadIdx.x;
  float sum = 0.f;
  for (int t = 0; t < k; ++t) {
    const int i = o - pad + t;
    if (i >= 0 && i < n)
      sum += x[i];
  }
  y[o] = sum / k;
}
