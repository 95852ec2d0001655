// CHECK: +  twice<<<(n * batch + 255) / 256, 256>>>
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "extent-missing-in-size", "sites": [0]}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void twice(float *x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] *= 2.f;
}
extern "C" void run(float *x, int batch, int n) {
  twice<<<(n + 255) / 256, 256>>>(x, batch * n);
}
