// Recursion without end uses up its own stack.
// RUN: %exits 1 %kmend eval %S/Inputs/doubled %s --case w0/declared/s0/asc/ff 2>&1 | FileCheck %s
// CHECK: stack-overflow: host code used more than 8 MiB of stack at {{.*}}host-recursion.cu:

#include <cuda_runtime.h>

__attribute__((noinline)) int deeper(volatile int *p) {
  volatile int here[64];
  here[0] = *p + 1;
  return deeper(here) + here[0];
}

__global__ void twice(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = 2 * x[i];
}

extern "C" void doubled(const float *x, float *y, int n) {
  twice<<<(n + 255) / 256, 256>>>(x, y, n);
  volatile int start = 0;
  deeper(&start);
}
