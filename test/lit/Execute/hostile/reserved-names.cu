// Names of our own runtime in the candidate confuse nobody.
// RUN: %exits 1 %kmend eval %S/Inputs/doubled %s --case w0/declared/s0/asc/ff 2>&1 | FileCheck %s
// CHECK: quick: fail

#include <cuda_runtime.h>

extern "C" long kmend_steps_left = -1;
extern "C" void kmend_out_of_steps(int) {}
extern "C" void kmend_entry() {}
extern "C" void kmend_constructors() {}

__global__ void twice(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = 2 * x[i];
}

extern "C" void doubled(const float *x, float *y, int n) {
}
