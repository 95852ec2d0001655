// CHECK: +  const int i = blockIdx.x + (lk - lq);
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "position-without-offset", "sites": [0]}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void scores(const float *s, float *p, int lq, int lk) {
  const int i = blockIdx.x;
  for (int j = threadIdx.x; j < lk; j += blockDim.x)
    p[i * lk + j] = j <= i ? s[i * lk + j] : 0.f;
}
