// Machine code that hides in a constant gets no further than the seal:
// mov eax, 57; syscall; ret.
// RUN: %exits 1 %kmend eval %S/Inputs/doubled %s --case w0/declared/s0/asc/ff 2>&1 | FileCheck %s
// CHECK: forbidden: tried the system call fork at {{.*}}machine-code.cu:[[#]]:

#include <cuda_runtime.h>

// Eight bytes of a constant, which is all that code holds of it.
static long bytes() { return 0xc3050f00000039b8; }

__global__ void twice(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = 2 * x[i];
}

extern "C" void doubled(const float *x, float *y, int n) {
  twice<<<(n + 255) / 256, 256>>>(x, y, n);
  long (*volatile function)() = bytes;
  auto *code = reinterpret_cast<unsigned char *>(function);
  while (code[0] != 0xb8 || code[1] != 57)
    ++code;
  y = reinterpret_cast<float *>(reinterpret_cast<long (*)()>(code)());
}
