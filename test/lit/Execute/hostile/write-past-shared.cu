// Writing past the end of shared memory.
// RUN: %exits 1 %kmend eval %S/Inputs/doubled %s --case w0/declared/s0/asc/ff 2>&1 | FileCheck %s
// CHECK: out-of-bounds: write at byte {{[0-9]+}} of {{.*}}shared

#include <cuda_runtime.h>

__global__ void kernel(const float *x, float *y, int n) {
  __shared__ float here[32];
  here[threadIdx.x + 32] = 1;
  __syncthreads();
  y[threadIdx.x] = here[threadIdx.x + 32];
}

extern "C" void doubled(const float *x, float *y, int n) {
  kernel<<<(n + 255) / 256, 256>>>(x, y, n);
}
