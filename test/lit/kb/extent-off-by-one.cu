// CHECK: +  if (i < n - 1)
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "extent-off-by-one", "sites": [3]}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void diff(const float *x, float *y, int n) {
  const int i = threadIdx.x;
  if (i < n)
    y[i] = x[i + 1] - x[i];
}
