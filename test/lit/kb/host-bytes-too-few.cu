// CHECK: +  const size_t bytes = 2 * (n * sizeof(short));
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "host-bytes-too-few"}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void reverse(float *x, int n) {
  extern __shared__ float s[];
  s[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  x[threadIdx.x] = s[n - 1 - threadIdx.x];
}
extern "C" void run(float *x, int n) {
  const size_t bytes = n * sizeof(short);
  reverse<<<1, n, bytes>>>(x, n);
}
