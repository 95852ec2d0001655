// Code is not written.
// RUN: %exits 1 %kmend eval %S/Inputs/doubled %s --case w0/declared/s0/asc/ff 2>&1 | FileCheck %s
// CHECK: out-of-bounds: write at 0x{{[0-9a-f]+}}, which is no device memory at {{.*}}write-code.cu:15:

#include <cuda_runtime.h>

__global__ void twice(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = 2 * x[i];
}

extern "C" void doubled(const float *x, float *y, int n) {
  twice<<<(n + 255) / 256, 256>>>(x, y, n);
  *reinterpret_cast<volatile char *>(reinterpret_cast<long>(&doubled)) = 0;
}
