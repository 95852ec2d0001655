// A thread that waits for one that never comes is named.
// RUN: %exits 1 %kmend eval %S/Inputs/doubled %s --case w0/declared/s0/asc/ff 2>&1 | FileCheck %s
// CHECK: deadlock: {{.*}} at {{.*}}spin.cu:9:

#include <cuda_runtime.h>

__device__ int flag;
__global__ void kernel(const float *x, float *y, int n) {
  while (atomicCAS(&flag, 1, 0) != 1)
    ;
  y[threadIdx.x] = 2 * x[threadIdx.x];
}

extern "C" void doubled(const float *x, float *y, int n) {
  kernel<<<(n + 255) / 256, 256>>>(x, y, n);
}
