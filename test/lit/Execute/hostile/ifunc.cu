// A function that is chosen when it is bound: the choice is sealed, too.
// RUN: %exits 1 %kmend eval %S/Inputs/doubled %s --case w0/declared/s0/asc/ff 2>&1 | FileCheck %s
// CHECK: {{trap|unsupported|crash}}

#include <cuda_runtime.h>

extern "C" void chosen();
extern "C" void (*choose())() {
  void (*volatile f)() = nullptr;
  f();
  return chosen;
}
extern "C" void chosen() {}
#ifdef __CUDA_ARCH__
void called();
#else
void called() __attribute__((ifunc("choose")));
#endif

__global__ void twice(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = 2 * x[i];
}

extern "C" void doubled(const float *x, float *y, int n) {
  called();
  twice<<<(n + 255) / 256, 256>>>(x, y, n);
}
