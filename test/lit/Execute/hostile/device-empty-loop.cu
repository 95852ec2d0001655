// A loop that does nothing is not left out.
// RUN: %exits 1 %kmend eval %S/Inputs/doubled %s --case w0/declared/s0/asc/ff 2>&1 | FileCheck %s
// CHECK: endless: no end after {{[0-9]+}} steps; the run was in this loop (block 0,0,0 thread 0,0,0 of kernel) at {{.*}}device-empty-loop.cu:9:
// CHECK: timeout

#include <cuda_runtime.h>

__global__ void kernel(const float *x, float *y, int n) {
  for (;;)
    ;
}

extern "C" void doubled(const float *x, float *y, int n) {
  kernel<<<(n + 255) / 256, 256>>>(x, y, n);
}
