// CHECK: +  float sum[2] = {};
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "uninitialised-local"}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void rowSum(const float *x, float *y, int n) {
  float sum[2];
  for (int i = 0; i < n; ++i)
    sum[i % 2] += x[threadIdx.x * n + i];
  y[threadIdx.x] = sum[0] + sum[1];
}
