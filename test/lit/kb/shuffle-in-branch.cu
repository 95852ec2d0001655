// CHECK: +{{ *}}float v = (i < n) ? (x[i]) : 0;
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "shuffle-in-branch", "sites": [0]}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void sums(const float *x, float *y, int n) {
  const int i = threadIdx.x;
  if (i < n) {
    float v = x[i];
    for (int d = 16; d > 0; d /= 2)
      v += __shfl_down_sync(0xffffffffu, v, d);
    if (i == 0)
      y[0] = v;
  }
}
