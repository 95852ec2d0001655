// CHECK: +  return __shfl_sync(0xffffffffu, v, 0, LANES);
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "shuffle-argument-of-sibling"}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

template <int LANES> __device__ float rowSum(float v) {
  for (int d = LANES / 2; d > 0; d /= 2)
    v += __shfl_down_sync(0xffffffffu, v, d, LANES);
  return __shfl_sync(0xffffffffu, v, 0);
}
__global__ void run(float *x) { x[threadIdx.x] = rowSum<8>(x[threadIdx.x]); }
