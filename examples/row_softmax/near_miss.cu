// One block of 256 threads a row: the largest element, then the sum of the
// exponentials, then the quotients.
#include <cuda_runtime.h>
#include <math.h>

constexpr int kThreads = 256;

__global__ void softmax_rows(const float *x, float *y, int cols) {
  __shared__ float partial[kThreads];
  const float *in = x + (size_t)blockIdx.x * cols;
  float *out = y + (size_t)blockIdx.x * cols;
  const int t = threadIdx.x;

  float top = -INFINITY;
  for (int c = t; c < cols; c += kThreads)
    top = fmaxf(top, in[c]);
  partial[t] = top;
  __syncthreads();
  for (int half = kThreads / 2; half > 0; half /= 2) {
    if (t < half)
      partial[t] = fmaxf(partial[t], partial[t + half]);
    __syncthreads();
  }
  top = partial[0];
  __syncthreads();

  float total = 0.0f;
  for (int c = t; c < cols; c += kThreads)
    total += expf(in[c] - top);
  partial[t] = total;
  __syncthreads();
  for (int half = kThreads / 2; half > 1; half /= 2) {
    if (t < half)
      partial[t] += partial[t + half];
    __syncthreads();
  }
  total = partial[0];

  for (int c = t; c < cols; c += kThreads)
    out[c] = expf(in[c] - top) / total;
}

extern "C" void row_softmax(const float *x, float *y, int rows, int cols) {
  if (rows == 0 || cols == 0)
    return;
  softmax_rows<<<rows, kThreads>>>(x, y, cols);
}
