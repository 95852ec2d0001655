// A host loop without end is named.
// RUN: %exits 1 %kmend eval %S/Inputs/doubled %s --case w0/declared/s0/asc/ff 2>&1 | FileCheck %s
// CHECK: endless: no end after {{[0-9]+}} steps; the run was in this loop at {{.*}}host-forever.cu:18:
// CHECK: timeout

#include <cuda_runtime.h>

volatile int zero;

__global__ void twice(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = 2 * x[i];
}

extern "C" void doubled(const float *x, float *y, int n) {
  twice<<<(n + 255) / 256, 256>>>(x, y, n);
  while (zero == 0)
    y = nullptr;
}
