// CHECK: -    v[k] = t + k * 32 < n
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "bound-of-other-comparison", "alternative": 0, "sites": [0]}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void load(const float *x, float *y, int n) {
  float v[4];
  const int t = threadIdx.x;
  for (int k = 0; k < 4; ++k)
    v[k] = t + k * 32 < n ? x[t + k * 32] : 0.f;
  float sum = 0.f;
  for (int k = 0; k < 4; ++k)
    if (t < n)
      sum += v[k] - 1.f;
  y[t] = sum;
}
