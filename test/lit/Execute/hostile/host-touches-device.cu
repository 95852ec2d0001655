// Host code does not write device memory.
// RUN: %exits 1 %kmend eval %S/Inputs/doubled %s --case w0/declared/s0/asc/ff 2>&1 | FileCheck %s
// CHECK: out-of-bounds: host code writes device memory (y) directly at {{.*}}host-touches-device.cu:15:

#include <cuda_runtime.h>

__global__ void twice(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = 2 * x[i];
}

extern "C" void doubled(const float *x, float *y, int n) {
  twice<<<(n + 255) / 256, 256>>>(x, y, n);
  y[0] = 1;
}
