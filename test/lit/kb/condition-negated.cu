// CHECK: +  if (!(x[threadIdx.x] > 0.f))
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "condition-negated"}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void relu(float *x) {
  if (x[threadIdx.x] > 0.f)
    x[threadIdx.x] = 0.f;
}
