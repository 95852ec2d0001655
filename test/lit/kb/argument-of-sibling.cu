// CHECK: +  const float a = at(x, step + 1);
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "argument-of-sibling", "sites": [0]}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__device__ float at(const float *x, int step) { return x[step * 32 + threadIdx.x]; }
__global__ void next(const float *x, const float *w, float *y, int step) {
  const float a = at(x, step);
  const float b = at(w, step + 1);
  y[threadIdx.x] = a * b;
}
