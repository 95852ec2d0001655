// CHECK: +  const int stride = gridDim.x * blockDim.x;
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "step-variable-of-block-for-grid", "sites": [0]}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void twice(float *x, int n) {
  const int stride = blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
    x[i] *= 2.f;
}
