// CHECK: +  y[threadIdx.x] = log1pf(expf(x[threadIdx.x]));
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "logarithm-of-sum-with-one"}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void softplus(const float *x, float *y) {
  y[threadIdx.x] = logf(1.f + expf(x[threadIdx.x]));
}
