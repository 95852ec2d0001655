// Overwriting what the process shares with kmend harms nobody.
// RUN: %exits 1 %kmend eval %S/Inputs/doubled %s --case w0/declared/s0/asc/ff 2>&1 | FileCheck %s
// CHECK: crash

#include <cuda_runtime.h>

// The request lies at the start of a page, and its first word is its size.
static void overwrite(unsigned long word) {
  auto *p = reinterpret_cast<volatile unsigned long *>(word);
  if (word % 4096 || word >> 44 != 7 || p[0] % 4096 || p[0] < (1 << 20) ||
      p[0] > (64 << 20))
    return;
  for (unsigned long i = p[0] / 8; i-- > 0;)
    p[i] = ~0ul;
}

__global__ void twice(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = 2 * x[i];
}

extern "C" void doubled(const float *x, float *y, int n) {
  twice<<<(n + 255) / 256, 256>>>(x, y, n);
  auto *stack = static_cast<unsigned long *>(__builtin_frame_address(0));
  for (int i = 0; i < 256; ++i)
    overwrite(stack[i]);
}
