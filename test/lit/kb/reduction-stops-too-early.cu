// CHECK: +  for (int d = 128; d > 0; d /= 2) {
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "reduction-stops-too-early"}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void total(float *x) {
  __shared__ float s[256];
  const int t = threadIdx.x;
  s[t] = x[t];
  __syncthreads();
  for (int d = 128; d > 1; d /= 2) {
    if (t < d)
      s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0)
    x[0] = s[0];
}
