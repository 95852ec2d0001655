// CHECK: +{{ *}}for (
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "vector-loop-without-tail"}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void scale(const float *x, float *y, int n, float f) {
  const float4 *x4 = reinterpret_cast<const float4 *>(x);
  float4 *y4 = reinterpret_cast<float4 *>(y);
  const int tid = blockIdx.x * blockDim.x + threadIdx.x;
  const int threads = gridDim.x * blockDim.x;
  const int packs = n / 4;
  for (int i = tid; i < packs; i += threads) {
    float4 v = x4[i];
    v.x *= f;
    v.y *= f;
    v.z *= f;
    v.w *= f;
    y4[i] = v;
  }
}
