// CHECK: +  if (r < rows && {{[rc]}} < {{cols|rows}})
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "bound-test-too-weak", "sites": [1]}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void add(const float *x, float *y, int rows, int cols) {
  const int c = blockIdx.x * blockDim.x + threadIdx.x;
  const int r = blockIdx.y * blockDim.y + threadIdx.y;
  if (r < rows)
    y[r * cols + c] = x[r * cols + c] * 2.f;
}
