// CHECK: +  y[threadIdx.x] = 2.f * (x[threadIdx.x]);
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "rounded-too-early"}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_fp16.h>
#include <cuda_runtime.h>

__global__ void twice(const float *x, float *y) {
  y[threadIdx.x] = 2.f * __half2float(__float2half(x[threadIdx.x]));
}
