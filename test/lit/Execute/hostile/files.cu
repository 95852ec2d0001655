// Files are out of reach: their functions are not there.
// RUN: %exits 7 %kmend eval %S/Inputs/doubled %s --case w0/declared/s0/asc/ff 2>&1 | FileCheck %s
// CHECK: unsupported: the candidate uses 'fopen', 'open', 'read', 'unlink', 'write', which simt does not provide

#include <cuda_runtime.h>

extern "C" int open(const char *, int, ...);
extern "C" long read(int, void *, unsigned long);
extern "C" long write(int, const void *, unsigned long);
extern "C" int unlink(const char *);
extern "C" void *fopen(const char *, const char *);

__global__ void twice(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = 2 * x[i];
}

extern "C" void doubled(const float *x, float *y, int n) {
  twice<<<(n + 255) / 256, 256>>>(x, y, n);
  char text[16];
  read(open("/etc/passwd", 0), text, sizeof(text));
  write(1, text, sizeof(text));
  unlink("operator.yaml");
  fopen("/proc/self/maps", "r");
}
