// CHECK: -  if (blocks > 64)
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "limit-too-low"}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void twice(float *x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] *= 2.f;
}
extern "C" void run(float *x, int n) {
  int blocks = (n + 255) / 256;
  if (blocks > 64)
    blocks = 64;
  twice<<<blocks, 256>>>(x, n);
}
