// CHECK: +    atomicAdd(sum, x[i]);
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "block-scope-atomic"}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void total(const int *x, int *sum, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd_block(sum, x[i]);
}
