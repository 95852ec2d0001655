// CHECK: +__global__ void normalise_finish(
// CHECK: +{{ *}}normalise_finish<<<
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "grid-wide-dependence-anywhere", "sites": [1]}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void normalise(float *x, float *total, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(total, x[i]);
  if (i < n)
    x[i] /= *total;
}

extern "C" void run(float *x, float *total, int n) {
  normalise<<<(n + 255) / 256, 256>>>(x, total, n);
}
