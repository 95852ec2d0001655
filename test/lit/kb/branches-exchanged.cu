// CHECK: +  y[i] = i & 1 ? q[i / 2] >> 4 & 15 : q[i / 2] & 15;
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "branches-exchanged"}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void nibble(const int *q, int *y) {
  const int i = threadIdx.x;
  y[i] = i & 1 ? q[i / 2] & 15 : q[i / 2] >> 4 & 15;
}
