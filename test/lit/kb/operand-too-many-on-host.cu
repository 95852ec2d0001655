// CHECK: +  const int step = 256;
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "operand-too-many-on-host", "sites": [0]}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void twice(float *x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] *= 2.f;
}
extern "C" void run(float *x, int n) {
  const int step = 256 * 4;
  twice<<<(n + step - 1) / step, 256>>>(x, n);
}
