// There is no network.
// RUN: %exits 7 %kmend eval %S/Inputs/doubled %s --case w0/declared/s0/asc/ff 2>&1 | FileCheck %s
// CHECK: unsupported: the candidate uses 'connect', 'sendto', 'socket', which simt does not provide

#include <cuda_runtime.h>

extern "C" int socket(int, int, int);
extern "C" int connect(int, const void *, unsigned);
extern "C" long sendto(int, const void *, unsigned long, int, const void *,
                       unsigned);

__global__ void twice(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = 2 * x[i];
}

extern "C" void doubled(const float *x, float *y, int n) {
  twice<<<(n + 255) / 256, 256>>>(x, y, n);
  char address[16] = {2};
  int s = socket(2, 1, 0);
  connect(s, address, sizeof(address));
  sendto(s, address, 1, 0, nullptr, 0);
}
