// CHECK: +{{.*}}reverse<<<1, n, 2 * (n)>>>(x, n);
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "shared-bytes-too-few"}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void reverse(float *x, int n) {
  extern __shared__ float s[];
  s[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  x[threadIdx.x] = s[n - 1 - threadIdx.x];
}
extern "C" void run(float *x, int n) { reverse<<<1, n, n>>>(x, n); }
