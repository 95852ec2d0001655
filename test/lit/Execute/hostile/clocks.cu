// A run has no clock and does not pause.
// RUN: %exits 7 %kmend eval %S/Inputs/doubled %s --case w0/declared/s0/asc/ff 2>&1 | FileCheck %s
// CHECK: unsupported: the candidate uses 'clock_gettime', 'sleep', 'time', 'usleep', which simt does not provide

#include <cuda_runtime.h>

extern "C" long time(long *);
extern "C" int clock_gettime(int, void *);
extern "C" unsigned sleep(unsigned);
extern "C" int usleep(unsigned);

__global__ void twice(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = 2 * x[i];
}

extern "C" void doubled(const float *x, float *y, int n) {
  twice<<<(n + 255) / 256, 256>>>(x, y, n);
  long now[2];
  time(now);
  clock_gettime(0, now);
  sleep(100);
  usleep(100);
}
