// Writing past the end of a workspace.
// RUN: %exits 1 %kmend eval %S/Inputs/doubled %s --case w0/declared/s0/asc/ff 2>&1 | FileCheck %s
// CHECK: out-of-bounds: write at byte 1024 of allocation {{[0-9]+}}, which has 1024 bytes

#include <cuda_runtime.h>

__global__ void past(float *w) { w[threadIdx.x + 256] = 1; }

__global__ void twice(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = 2 * x[i];
}

extern "C" void doubled(const float *x, float *y, int n) {
  twice<<<(n + 255) / 256, 256>>>(x, y, n);
  float *w;
  cudaMalloc(&w, 256 * sizeof(float));
  past<<<1, 256>>>(w);
}
