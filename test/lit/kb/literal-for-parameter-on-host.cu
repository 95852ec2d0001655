// CHECK: +  twice<<<(rows * cols + 255) / 256, 256>>>
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "literal-for-parameter-on-host", "sites": [4]}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void twice(float *x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] *= 2.f;
}
extern "C" void run(float *x, int rows, int cols) {
  twice<<<(rows * 64 + 255) / 256, 256>>>(x, rows * cols);
}
