// CHECK: +    sum[i] += g[i];
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "store-where-sum-is-meant", "alternative": 0}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void accumulate(const float *g, float *sum, int n) {
  const int i = threadIdx.x;
  if (i < n)
    sum[i] = g[i];
}
