// CHECK: +  float *taps = s + 128 + 2 * r;
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "carve-too-small", "sites": [1]}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void blur(const float *x, float *y, int r) {
  extern __shared__ float s[];
  float *window = s;
  float *taps = s + 128;
  for (int i = threadIdx.x; i < 128 + 2 * r; i += 128)
    window[i] = x[i];
  if (threadIdx.x < r)
    taps[threadIdx.x] = 1.f;
  __syncthreads();
  y[threadIdx.x] = window[threadIdx.x + r] * taps[0];
}
