// CHECK: +{{ *}}float row_peak = -INFINITY;
// CHECK: +{{ *}}sum += expf(row[i] - row_peak);
// CHECK: +{{.*}}expf(row[i] - row_peak) / sum;
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "exponential-without-maximum", "sites": [2]}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void softmax(const float *x, float *y, int n) {
  const float *row = x + threadIdx.x * n;
  float sum = 0.f;
  for (int i = 0; i < n; ++i)
    sum += expf(row[i]);
  for (int i = 0; i < n; ++i)
    y[threadIdx.x * n + i] = expf(row[i]) / sum;
}
