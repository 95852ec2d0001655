// CHECK: +  y[threadIdx.x] += x[threadIdx.x] * a;
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "factor-missing", "sites": [0]}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void axpy(const float *x, float *y, float a) {
  y[threadIdx.x] += x[threadIdx.x];
}
