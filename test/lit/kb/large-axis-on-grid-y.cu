// CHECK: +  const int c = blockIdx.y * 256 + threadIdx.x;
// CHECK: +    y[(size_t)blockIdx.x * cols + c] = x[(size_t)blockIdx.x * cols + c];
// CHECK: +  copy<<<dim3(rows, (cols + 255) / 256), 256>>>
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "large-axis-on-grid-y", "sites": [0]}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void copy(const float *x, float *y, int rows, int cols) {
  const int c = blockIdx.x * 256 + threadIdx.x;
  if (c < cols)
    y[(size_t)blockIdx.y * cols + c] = x[(size_t)blockIdx.y * cols + c];
}

extern "C" void run(const float *x, float *y, int rows, int cols) {
  copy<<<dim3((cols + 255) / 256, rows), 256>>>(x, y, rows, cols);
}
