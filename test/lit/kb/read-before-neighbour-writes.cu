// CHECK: +{{ *}}const int before = (t >= d) ? (s[t - d]) : 0;
// CHECK: +{{ *}}__syncthreads();
// CHECK: s[t] += before;
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "read-before-neighbour-writes", "sites": [0]}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void scan(int *x) {
  __shared__ int s[256];
  const int t = threadIdx.x;
  s[t] = x[t];
  __syncthreads();
  for (int d = 1; d < 256; d *= 2) {
    if (t >= d)
      s[t] += s[t - d];
    __syncthreads();
  }
  x[t] = s[t];
}
