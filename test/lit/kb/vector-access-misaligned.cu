// CHECK: +  const float4 v = make_float4(
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "vector-access-misaligned"}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void copy(const float *x, float *y, int cols) {
  const float *row = x + blockIdx.x * cols;
  const float4 v = *reinterpret_cast<const float4 *>(row + threadIdx.x * 4);
  y[threadIdx.x] = v.x + v.w;
}
