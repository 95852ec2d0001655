// CHECK: +  const int i = blockIdx.x * blockDim.x + threadIdx.x;
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "start-within-block", "alternative": 0}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void twice(float *x, int n) {
  const int i = threadIdx.x;
  if (i < n)
    x[i] *= 2.f;
}
