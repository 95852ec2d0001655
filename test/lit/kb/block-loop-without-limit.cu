// CHECK: -  while (threads < cols)
// CHECK: +  while (threads < cols && threads < 1024)
// RUN: echo '{"schema_version": 1, "edits": [{"op": "apply_card", "card": "block-loop-without-limit"}]}' > %t.json
// RUN: %kmend rewrite %s --kb %kb --diff --script %t.json | FileCheck %s

#include <cuda_runtime.h>

__global__ void fill(float *x, int cols) {
  for (int c = threadIdx.x; c < cols; c += blockDim.x)
    x[(size_t)blockIdx.x * cols + c] = 1.f;
}

extern "C" void run(float *x, int rows, int cols) {
  int threads = 32;
  while (threads < cols)
    threads *= 2;
  fill<<<rows, threads>>>(x, cols);
}
