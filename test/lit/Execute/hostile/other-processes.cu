// Other processes are not touched.
// RUN: %exits 7 %kmend eval %S/Inputs/doubled %s --case w0/declared/s0/asc/ff 2>&1 | FileCheck %s
// CHECK: unsupported: the candidate uses 'getppid', 'kill', 'process_vm_readv', 'ptrace', which simt does not provide

#include <cuda_runtime.h>

extern "C" int kill(int, int);
extern "C" int getppid();
extern "C" long ptrace(int, ...);
extern "C" long process_vm_readv(int, const void *, unsigned long,
                                 const void *, unsigned long, unsigned long);

__global__ void twice(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = 2 * x[i];
}

extern "C" void doubled(const float *x, float *y, int n) {
  twice<<<(n + 255) / 256, 256>>>(x, y, n);
  kill(getppid(), 9);
  ptrace(16, getppid(), 0, 0);
  process_vm_readv(getppid(), nullptr, 0, nullptr, 0, 0);
}
