// CHECK: +{{.*}}i += gridDim.x * blockDim.x)
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "step-of-block-for-grid", "alternative": 0}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void twice(float *x, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x)
    x[i] *= 2.f;
}
