// CHECK: +  for (int d = 16; d > 0; d >>= 1)
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "reduction-starts-too-low", "alternative": 0}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__device__ float warpsSum(float v, int warps) {
  for (int d = warps / 2; d > 0; d >>= 1)
    v += __shfl_down_sync(0xffffffffu, v, d);
  return v;
}
__global__ void run(float *x, int warps) { x[threadIdx.x] = warpsSum(x[threadIdx.x], warps); }
