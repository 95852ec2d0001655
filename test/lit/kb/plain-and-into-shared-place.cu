// CHECK: +    atomicAnd(&(bits[x[i] / 32]), ~(1u << x[i] % 32));
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "plain-and-into-shared-place"}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void clear(const int *x, unsigned *bits, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    bits[x[i] / 32] &= ~(1u << x[i] % 32);
}
