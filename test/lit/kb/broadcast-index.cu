// CHECK: +  y[i] = x[i] + b[i % channels];
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "broadcast-index", "sites": [8]}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void bias(const float *x, const float *b, float *y, int n, int channels) {
  const int i = threadIdx.x;
  y[i] = x[i] + b[i];
}
