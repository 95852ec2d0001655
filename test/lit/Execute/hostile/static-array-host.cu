// Those of host code as well.
// RUN: %exits 7 %kmend eval %S/Inputs/doubled %s --case w0/declared/s0/asc/ff 2>&1 | FileCheck %s
// CHECK: unsupported: static variables of {{1717986[0-9]+}} bytes, most of them 'big'; simt has room for 1 GiB

#include <cuda_runtime.h>

char big[1ull << 34];

__global__ void twice(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = 2 * x[i];
}

extern "C" void doubled(const float *x, float *y, int n) {
  big[n] = 1;
  twice<<<(n + 255) / 256, 256>>>(x, y, n);
}
