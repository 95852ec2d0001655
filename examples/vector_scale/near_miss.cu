// One thread an element.
#include <cuda_runtime.h>

__global__ void scale_elements(const float *x, float *y, int n, float alpha,
                               float beta) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = alpha * x[i] + beta;
}

extern "C" void vector_scale(const float *x, float *y, int n, float alpha,
                             float beta) {
  const int threads = 128;
  const int blocks = n / threads;
  if (blocks > 0)
    scale_elements<<<blocks, threads>>>(x, y, n, alpha, beta);
}
