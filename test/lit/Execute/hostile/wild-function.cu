// A call of an address that was made up.
// RUN: %exits 1 %kmend eval %S/Inputs/doubled %s --case w0/declared/s0/asc/ff 2>&1 | FileCheck %s
// CHECK: trap: a call to 0x123456789000, which is no function at {{.*}}wild-function.cu:15:

#include <cuda_runtime.h>

__global__ void twice(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = 2 * x[i];
}

extern "C" void doubled(const float *x, float *y, int n) {
  twice<<<(n + 255) / 256, 256>>>(x, y, n);
  reinterpret_cast<void (*)()>(0x123456789000)();
}
