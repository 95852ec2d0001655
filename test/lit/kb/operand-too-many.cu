// CHECK: +  y[threadIdx.x] = sum[threadIdx.x] / n;
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "operand-too-many", "sites": [0]}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void mean(const float *sum, float *y, int n) {
  y[threadIdx.x] = sum[threadIdx.x] / n / n;
}
