// CHECK: +  twice<<<(wanted), 256>>>(x, n);
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "minimum-too-low"}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void twice(float *x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] *= 2.f;
}
extern "C" void run(float *x, int n) {
  const int wanted = (n + 255) / 256;
  twice<<<wanted < 64 ? wanted : 64, 256>>>(x, n);
}
