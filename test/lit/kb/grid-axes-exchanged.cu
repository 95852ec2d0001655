// CHECK: +  const dim3 grid((cols + 15) / 16, (rows + 15) / 16);
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "grid-axes-exchanged", "sites": [0]}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void copy(const float *x, float *y, int rows, int cols) {
  const int c = blockIdx.x * 16 + threadIdx.x;
  const int r = blockIdx.y * 16 + threadIdx.y;
  if (r < rows && c < cols)
    y[r * cols + c] = x[r * cols + c];
}

extern "C" void run(const float *x, float *y, int rows, int cols) {
  const dim3 grid((rows + 15) / 16, (cols + 15) / 16);
  copy<<<grid, dim3(16, 16)>>>(x, y, rows, cols);
}
