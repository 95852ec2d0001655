// CHECK: +  if (i < 0 || i >= h)
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "bound-test-too-strong", "sites": [2]}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void edge(float *y, int h, int w) {
  const int i = threadIdx.x;
  if (i < 0 && i >= h)
    y[i] = 0.f;
}
