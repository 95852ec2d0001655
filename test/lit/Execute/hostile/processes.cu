// No process is started.
// RUN: %exits 7 %kmend eval %S/Inputs/doubled %s --case w0/declared/s0/asc/ff 2>&1 | FileCheck %s
// CHECK: unsupported: the candidate uses 'clone', 'execve', 'fork', 'popen', 'system', 'vfork', which simt does not provide

#include <cuda_runtime.h>

extern "C" int fork();
extern "C" int vfork();
extern "C" int clone(int (*)(void *), void *, int, void *, ...);
extern "C" int execve(const char *, char *const *, char *const *);
extern "C" int system(const char *);
extern "C" void *popen(const char *, const char *);

__global__ void twice(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = 2 * x[i];
}

extern "C" void doubled(const float *x, float *y, int n) {
  twice<<<(n + 255) / 256, 256>>>(x, y, n);
  if (fork() == 0 || vfork() == 0)
    execve("/bin/sh", nullptr, nullptr);
  clone(nullptr, nullptr, 0, nullptr);
  system("true");
  popen("true", "r");
}
