// CHECK: +{{ *}}cudaMemset
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "output-not-cleared"}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void total(const float *x, float *sum, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&sum[i % 16], x[i]);
}

extern "C" void run(const float *x, float *sum, int n) {
  total<<<(n + 255) / 256, 256>>>(x, sum, n);
}
