// CHECK: +{{ *}}__syncwarp();
// CHECK: +{{ *}}__syncwarp();
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "warp-barrier-after-write", "sites": [1, 2]}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void tail(float *x) {
  __shared__ volatile float s[64];
  s[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < 32) {
    s[threadIdx.x] += s[threadIdx.x + 32];
    s[threadIdx.x] += s[threadIdx.x + 16];
  }
  x[threadIdx.x] = s[threadIdx.x];
}
