// CHECK: -  if (i >= n)
// CHECK: -    return;
// CHECK: +
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "early-return-before-barrier"}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void nearest(const float *a, const float *b, float *y, int n, int m) {
  __shared__ float tile[64];
  const int i = blockIdx.x * 64 + threadIdx.x;
  if (i >= n)
    return;
  const float mine = a[i];
  float best = 1e30f;
  for (int first = 0; first < m; first += 64) {
    if (first + threadIdx.x < m)
      tile[threadIdx.x] = b[first + threadIdx.x];
    __syncthreads();
    for (int t = 0; t < min(64, m - first); ++t)
      best = fminf(best, fabsf(mine - tile[t]));
    __syncthreads();
  }
  y[i] = best;
}
