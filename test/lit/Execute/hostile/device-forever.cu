// A device loop without end is named, with its thread.
// RUN: %exits 1 %kmend eval %S/Inputs/doubled %s --case w0/declared/s0/asc/ff 2>&1 | FileCheck %s
// CHECK: endless: no end after {{[0-9]+}} steps; the run was in this loop (block 1,0,0 thread 2,0,0 of kernel) at {{.*}}device-forever.cu:11:
// CHECK: timeout

#include <cuda_runtime.h>

__global__ void kernel(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = x[i];
  while (i == 258 && v == v)
    y[i] = v += 1;
  if (i < n)
    y[i] = 2 * x[i];
}

extern "C" void doubled(const float *x, float *y, int n) {
  kernel<<<(n + 255) / 256, 256>>>(x, y, n);
}
