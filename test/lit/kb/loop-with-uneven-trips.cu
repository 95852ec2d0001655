// CHECK: +{{ *}}for (int i_base = (threadIdx.x) - (int)threadIdx.x; i_base < n; i_base += 128) {
// CHECK: +{{ *}}const int i = i_base + (int)threadIdx.x;
// CHECK: if (i < n)
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "loop-with-uneven-trips"}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void sums(const float *x, float *y, int n) {
  __shared__ float s[128];
  float sum = 0.f;
  for (int i = threadIdx.x; i < n; i += 128) {
    s[threadIdx.x] = x[i];
    __syncthreads();
    sum += s[127 - threadIdx.x];
    __syncthreads();
  }
  y[threadIdx.x] = sum;
}
