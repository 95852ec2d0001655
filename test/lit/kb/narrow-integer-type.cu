// CHECK: +using offset_t = unsigned;
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "narrow-integer-type", "sites": [0]}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

using offset_t = unsigned short;
__global__ void gather(const float *x, float *y, int w) {
  __shared__ offset_t at[64];
  at[threadIdx.x] = static_cast<offset_t>(threadIdx.x * w);
  __syncthreads();
  y[threadIdx.x] = x[at[63 - threadIdx.x]];
}
