// The same through the door of 32-bit programs:
// mov eax, 2; int 0x80; ret.
// RUN: %exits 1 %kmend eval %S/Inputs/doubled %s --case w0/declared/s0/asc/ff 2>&1 | FileCheck %s
// CHECK: {{ended for a system call that no run may make|out-of-bounds}}

#include <cuda_runtime.h>

// Eight bytes of a constant, which is all that code holds of it.
static long bytes() { return 0xc380cd00000002b8; }

__global__ void twice(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = 2 * x[i];
}

extern "C" void doubled(const float *x, float *y, int n) {
  twice<<<(n + 255) / 256, 256>>>(x, y, n);
  long (*volatile function)() = bytes;
  auto *code = reinterpret_cast<unsigned char *>(function);
  while (code[0] != 0xb8 || code[1] != 2)
    ++code;
  y = reinterpret_cast<float *>(reinterpret_cast<long (*)()>(code)());
}
