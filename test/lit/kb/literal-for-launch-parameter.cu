// CHECK: +__global__ void dequantize(const int *q, const float *scale, float *y, int n, int group) {
// CHECK: +    y[i] = q[i] * scale[i / group];
// CHECK: +  dequantize<<<(n + 255) / 256, 256>>>(q, scale, y, n, group);
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "literal-for-launch-parameter"}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void dequantize(const int *q, const float *scale, float *y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = q[i] * scale[i / 64];
}

extern "C" void run(const int *q, const float *scale, float *y, int n, int group) {
  dequantize<<<(n + 255) / 256, 256>>>(q, scale, y, n);
}
