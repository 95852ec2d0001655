// CHECK: +  int top = -2147483647 - 1;
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "integer-zero-where-extreme-is-meant", "alternative": 0, "sites": [0]}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void rowMax(const int *x, int *y, int n) {
  int top = 0;
  for (int i = 0; i < n; ++i)
    top = max(top, x[threadIdx.x * n + i]);
  y[threadIdx.x] = top;
}
