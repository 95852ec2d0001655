// CHECK: +    y[i] = g[i];
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "sum-where-store-is-meant"}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void copy(const float *g, float *y, int n) {
  const int i = threadIdx.x;
  if (i < n)
    y[i] += g[i];
}
