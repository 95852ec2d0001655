// Files beside the source are its own.
// RUN: rm -rf %t && mkdir %t && cp %s %t/source.cu && echo "#define THREADS 256" > %t/own.h
// RUN: %exits 0 %kmend eval %S/Inputs/doubled %t/source.cu 2>&1 | FileCheck %s
// CHECK: quick: pass

#include <cuda_runtime.h>

#include "own.h"

__global__ void twice(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = 2 * x[i];
}

extern "C" void doubled(const float *x, float *y, int n) {
  twice<<<(n + 255) / 256, THREADS>>>(x, y, n);
}
