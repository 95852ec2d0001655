// CHECK: +  y[threadIdx.x] = rsqrtf(v[threadIdx.x] + eps);
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "epsilon-missing", "sites": [0]}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void norm(const float *v, float *y, float eps) {
  y[threadIdx.x] = rsqrtf(v[threadIdx.x]);
}
