// Recursion on the device has the stack of its thread.
// RUN: %exits 1 %kmend eval %S/Inputs/doubled %s --case w0/declared/s0/asc/ff 2>&1 | FileCheck %s
// CHECK: stack-overflow: a thread used more than 256 KiB of local memory (block 0,0,0 thread 0,0,0 of kernel) at {{.*}}device-recursion.cu:

#include <cuda_runtime.h>

__device__ __noinline__ float deeper(float v) {
  volatile float here[64];
  here[0] = v;
  return deeper(v + 1) + here[0];
}
__global__ void kernel(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = deeper(x[i]);
}

extern "C" void doubled(const float *x, float *y, int n) {
  kernel<<<(n + 255) / 256, 256>>>(x, y, n);
}
