// Static variables are bounded.
// RUN: %exits 7 %kmend eval %S/Inputs/doubled %s --case w0/declared/s0/asc/ff 2>&1 | FileCheck %s
// CHECK: unsupported: static variables of {{429496[0-9]+}} bytes, most of them 'big'; simt has room for 1 GiB

#include <cuda_runtime.h>

__device__ float big[1 << 30];
__global__ void kernel(const float *x, float *y, int n) {
  y[threadIdx.x] = big[n] + 2 * x[threadIdx.x];
}

extern "C" void doubled(const float *x, float *y, int n) {
  kernel<<<1, 300>>>(x, y, n);
}
