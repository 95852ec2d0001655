// The stack is not unwound by hand.
// RUN: %exits 7 %kmend eval %S/Inputs/doubled %s --case w0/declared/s0/asc/ff 2>&1 | FileCheck %s
// CHECK: unsupported: the candidate uses 'longjmp', 'setjmp', which simt does not provide

#include <cuda_runtime.h>

extern "C" int setjmp(long *) __attribute__((returns_twice));
extern "C" void longjmp(long *, int) __attribute__((noreturn));

__global__ void twice(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = 2 * x[i];
}

extern "C" void doubled(const float *x, float *y, int n) {
  twice<<<(n + 255) / 256, 256>>>(x, y, n);
  long place[64];
  if (setjmp(place) == 0)
    longjmp(place, 1);
}
