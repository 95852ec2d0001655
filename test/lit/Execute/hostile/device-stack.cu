// A frame larger than the guard page does not step over it.
// RUN: %exits 1 %kmend eval %S/Inputs/doubled %s --tier fiber --case w0/declared/s0/asc/ff 2>&1 | FileCheck %s
// CHECK: stack-overflow: a thread used more than 256 KiB of local memory

#include <cuda_runtime.h>

__global__ void kernel(const float *x, float *y, int n) {
  volatile char here[1 << 20];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  here[n] = 1;
  __syncthreads();
  if (i < n)
    y[i] = 2 * x[i] + here[n] - 1;
}

extern "C" void doubled(const float *x, float *y, int n) {
  kernel<<<(n + 255) / 256, 256>>>(x, y, n);
}
