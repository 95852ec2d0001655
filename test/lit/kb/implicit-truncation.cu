// CHECK: +  q[threadIdx.x] = __float2int_rn(x[threadIdx.x] * scale);
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "implicit-truncation", "alternative": 0}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void quantize(const float *x, int *q, float scale) {
  q[threadIdx.x] = x[threadIdx.x] * scale;
}
