// Memory is not remapped.
// RUN: %exits 7 %kmend eval %S/Inputs/doubled %s --case w0/declared/s0/asc/ff 2>&1 | FileCheck %s
// CHECK: unsupported: the candidate uses 'mmap', 'mprotect', 'munmap', which simt does not provide

#include <cuda_runtime.h>

extern "C" void *mmap(void *, unsigned long, int, int, int, long);
extern "C" int munmap(void *, unsigned long);
extern "C" int mprotect(void *, unsigned long, int);

__global__ void twice(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = 2 * x[i];
}

extern "C" void doubled(const float *x, float *y, int n) {
  twice<<<(n + 255) / 256, 256>>>(x, y, n);
  munmap(mmap(nullptr, 4096, 7, 0x22, -1, 0), 4096);
  mprotect(reinterpret_cast<void *>(doubled), 1, 7);
}
