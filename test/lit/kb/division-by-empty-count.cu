// CHECK: +  y[threadIdx.x] = ((count[threadIdx.x]) > 0 ? (sum[threadIdx.x]) / (count[threadIdx.x]) : 0.f);
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "division-by-empty-count"}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void mean(const float *sum, const int *count, float *y) {
  y[threadIdx.x] = sum[threadIdx.x] / count[threadIdx.x];
}
