// CHECK: +  fill<<<rows, (cols) < 1024 ? (cols) : 1024>>>(x, cols);
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "launch-size-over-limit", "sites": [0]}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void fill(float *x, int cols) {
  for (int c = threadIdx.x; c < cols; c += blockDim.x)
    x[(size_t)blockIdx.x * cols + c] = 1.f;
}

extern "C" void run(float *x, int rows, int cols) {
  fill<<<rows, cols>>>(x, cols);
}
