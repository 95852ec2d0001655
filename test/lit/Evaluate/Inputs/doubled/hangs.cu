#include <cuda_runtime.h>

__global__ void kernel(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = 2 * x[i];
}

extern "C" void doubled(const float *x, float *y, int n) {
  for (volatile int spin = 0;; spin = spin + 1)
    ;
}
