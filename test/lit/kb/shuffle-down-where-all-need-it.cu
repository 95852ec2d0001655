// CHECK: +    v += __shfl_xor_sync(0xffffffffu, v, d);
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "shuffle-down-where-all-need-it"}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__device__ float warpSum(float v) {
  for (int d = 16; d > 0; d /= 2)
    v += __shfl_down_sync(0xffffffffu, v, d);
  return v;
}
__global__ void run(float *x) { x[threadIdx.x] /= warpSum(x[threadIdx.x]); }
