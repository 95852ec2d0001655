// Writing before the start of an output, in the layout that guards it.
// RUN: %exits 1 %kmend eval %S/Inputs/doubled %s --case w0/declared/s0/asc/4b 2>&1 | FileCheck %s
// CHECK: out-of-bounds: write 4 bytes before the start of y (block 0,0,0 thread 0,0,0 of kernel)

#include <cuda_runtime.h>

__global__ void kernel(const float *x, float *y, int n) { y[-1] = 1; }

extern "C" void doubled(const float *x, float *y, int n) {
  kernel<<<1, 1>>>(x, y, n);
}
