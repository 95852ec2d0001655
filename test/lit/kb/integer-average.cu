// CHECK: +  const float step = (float)(in) / (float)(out);
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "integer-average", "sites": [0]}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void grid(float *y, int in, int out) {
  const int step = in / out;
  y[threadIdx.x] = threadIdx.x * step;
}
