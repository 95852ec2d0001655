// CHECK: +    atomicAdd(&(level[x[i]]), -(by[i]));
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "plain-difference-into-shared-place"}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void drain(const int *x, float *level, const float *by, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    level[x[i]] -= by[i];
}
