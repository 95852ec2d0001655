// CHECK: +static __device__ float block_sum_stage(float value) {
// CHECK: +{{ *}}v = block_sum_stage(warpSum(v));
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "reduction-without-second-stage", "sites": [1]}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__device__ float warpSum(float v) {
  for (int d = 16; d > 0; d /= 2)
    v += __shfl_xor_sync(0xffffffffu, v, d);
  return v;
}
__global__ void rowSum(const float *x, float *y, int n) {
  float v = 0.f;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    v += x[i];
  v = warpSum(v);
  if (threadIdx.x == 0)
    y[0] = v;
}
