// CHECK: +  const int i = threadIdx.x - pad;
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "unsigned-variable"}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void shift(const float *x, float *y, int pad) {
  const unsigned i = threadIdx.x - pad;
  y[threadIdx.x] = i >= 0 ? x[i] : 0.f;
}
