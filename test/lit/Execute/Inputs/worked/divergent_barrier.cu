#include <cuda_runtime.h>

__global__ void sum_rows(const float *x, float *y, int cols) {
  __shared__ float part[128];
  int t = threadIdx.x;
  part[t] = 0;
  float total = 0;
  for (int c = t; c < cols; c += 128) {
    part[t] = x[blockIdx.x * cols + c];
    __syncthreads();
    for (int step = 64; step > 0; step /= 2) {
      if (t < step)
        part[t] += part[t + step];
      __syncthreads();
    }
    total += part[0];
    __syncthreads();
  }
  __syncthreads();
  if (t == 0)
    y[blockIdx.x] = total;
}

extern "C" void row_sums(const float *x, float *y, int rows, int cols) {
  sum_rows<<<rows, 128>>>(x, y, cols);
}
