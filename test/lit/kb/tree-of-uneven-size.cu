// CHECK: +  for (int d = 512; d > 0; d /= 2) {
// CHECK: +    if (t < d && t + d < blockDim.x)
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "tree-of-uneven-size"}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void total(float *x) {
  __shared__ float s[1024];
  const int t = threadIdx.x;
  s[t] = x[t];
  __syncthreads();
  for (int d = blockDim.x / 2; d > 0; d /= 2) {
    if (t < d)
      s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0)
    x[0] = s[0];
}
