// CHECK: +  const int swept = k;
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "bound-rounded-to-multiple"}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void rowSum(const float *x, float *y, int k) {
  float sum = 0.f;
  const int swept = k / 32 * 32;
  for (int i = 0; i < swept; ++i)
    sum += x[(size_t)threadIdx.x * k + i];
  y[threadIdx.x] = sum;
}
