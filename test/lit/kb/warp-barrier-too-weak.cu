// CHECK: -  __syncwarp();
// CHECK: +  __syncthreads();
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "warp-barrier-too-weak"}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void neighbour(const float *x, float *y) {
  __shared__ float s[256];
  s[threadIdx.x] = x[threadIdx.x];
  __syncwarp();
  y[threadIdx.x] = s[255 - threadIdx.x];
}
