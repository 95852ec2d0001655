// CHECK: +  y[i] = q[i] * scale[i / group];
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "literal-for-parameter", "sites": [0]}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void dequantize(const int *q, const float *scale, float *y, int group) {
  const int i = threadIdx.x;
  y[i] = q[i] * scale[i >> 6];
}
