// CHECK: +  y[threadIdx.x] = x[(step + 1) * 32 + threadIdx.x];
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "factor-off-by-one", "sites": [0]}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void next(const float *x, float *y, int step) {
  y[threadIdx.x] = x[step * 32 + threadIdx.x];
}
