// Writing past the end of an output.
// RUN: %exits 1 %kmend eval %S/Inputs/doubled %s --case w0/declared/s0/asc/ff 2>&1 | FileCheck %s
// CHECK: out-of-bounds: write at byte 12{{[0-9]+}} of y, which has 1200 bytes

#include <cuda_runtime.h>

__global__ void kernel(const float *x, float *y, int n) {
  y[n + threadIdx.x] = 1;
}

extern "C" void doubled(const float *x, float *y, int n) {
  kernel<<<(n + 255) / 256, 256>>>(x, y, n);
}
