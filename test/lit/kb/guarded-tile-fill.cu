// CHECK: +{{ *}}tile[threadIdx.x] = i < n ? x[i] : 0
// CHECK-NOT: {{^[+-].*}}y[i]
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "guarded-tile-fill", "alternative": 0}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void tileSum(const float *x, float *y, int n) {
  __shared__ float tile[256];
  const int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n)
    tile[threadIdx.x] = x[i];
  __syncthreads();
  float sum = 0.f;
  for (int t = 0; t < 256; ++t)
    sum += tile[t];
  if (i < n)
    y[i] = sum;
}
