// CHECK: +{{ *}}const float before = s[t + 32];
// CHECK: +{{ *}}__syncwarp();
// CHECK: +{{ *}}s[t] += before;
// CHECK: +{{ *}}const float before = s[t + 16];
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "read-before-lane-writes"}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void tail(float *x) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  s[t] = x[t];
  __syncthreads();
  if (t < 32) {
    s[t] += s[t + 32];
    s[t] += s[t + 16];
  }
  x[t] = s[t];
}
