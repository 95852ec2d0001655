// CHECK: +  y[threadIdx.x] = sq[threadIdx.x] / (static_cast<float>(n));
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "divisor-not-less-one"}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void variance(const float *sq, float *y, int n) {
  y[threadIdx.x] = sq[threadIdx.x] / (n - 1);
}
