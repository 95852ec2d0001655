// Assembly of the host would go round everything.
// RUN: %exits 7 %kmend eval %S/Inputs/doubled %s --case w0/declared/s0/asc/ff 2>&1 | FileCheck %s
// CHECK: assembly.cu:16:{{[0-9]+}}: error: unsupported: assembly in host code

#include <cuda_runtime.h>

__global__ void twice(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = 2 * x[i];
}

extern "C" void doubled(const float *x, float *y, int n) {
  twice<<<(n + 255) / 256, 256>>>(x, y, n);
  long result;
  asm volatile("syscall" : "=a"(result) : "a"(57) : "rcx", "r11", "memory");
}
