// CHECK: +  float acc
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "half-accumulator"}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_fp16.h>
#include <cuda_runtime.h>

__global__ void dot(const __half *x, const __half *w, __half *y, int k) {
  __half acc = __float2half(0.f);
  for (int i = 0; i < k; ++i)
    acc = __hfma(x[i], w[i * 64 + threadIdx.x], acc);
  y[threadIdx.x] = acc;
}
