// CHECK: +  const At at = unflatten(i, H, T);
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "arguments-exchanged", "sites": [2]}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

struct At {
  int h, t;
};
__device__ At unflatten(int i, int outer, int inner) { return {i / inner % outer, i % inner}; }
__global__ void permute(const float *x, float *y, int T, int H) {
  const int i = threadIdx.x;
  const At at = unflatten(i, T, H);
  y[i] = x[at.t * H + at.h];
}
