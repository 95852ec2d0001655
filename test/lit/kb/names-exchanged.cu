// CHECK: +  const int a = i / B;
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "names-exchanged", "sites": [0]}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void permute(const float *x, float *y, int A, int B) {
  const int i = threadIdx.x;
  const int a = i / A;
  const int b = i % A + 0 * B;
  y[i] = x[b * A + a];
}
