// CHECK: +    v += __shfl_down_sync(0xffffffffu, v, d, kLanes);
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "shuffle-without-width", "sites": [0]}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

constexpr int kLanes = 8;
__device__ float rowSum(float v) {
  for (int d = kLanes / 2; d > 0; d /= 2)
    v += __shfl_down_sync(0xffffffffu, v, d);
  return v;
}
__global__ void run(float *x) { x[threadIdx.x] = rowSum(x[threadIdx.x]); }
