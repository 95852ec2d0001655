// CHECK: +  const int j = n - i - 1;
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "offset-off-by-one", "sites": [5]}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void reverse(const float *x, float *y, int n) {
  const int i = threadIdx.x;
  const int j = n - i;
  if (i < n)
    y[i] = x[j];
}
