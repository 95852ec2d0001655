// CHECK: +{{ *}}__syncthreads();
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "barrier-in-branch", "sites": [0]}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void shift(const float *x, float *y, int n) {
  __shared__ float s[256];
  const int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n) {
    s[threadIdx.x] = x[i];
    __syncthreads();
    y[i] = s[255 - threadIdx.x];
  }
}
