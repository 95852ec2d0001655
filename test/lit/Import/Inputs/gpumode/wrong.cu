__global__ void sums(const float *a, const int *b, float shift, float *sum,
                     int size) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < size - 1)
    sum[i] = a[i] + b[i] + shift;
}

__global__ void largest(const float *sum, float *most, int size) {
  __shared__ float best[64];
  float mine = -INFINITY;
  for (int i = threadIdx.x; i < size - 64; i += 64)
    mine = fmaxf(mine, sum[i]);
  best[threadIdx.x] = mine;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int i = 1; i < 63; ++i)
      mine = fmaxf(mine, best[i]);
    *most = mine;
  }
}

extern "C" void custom_kernel(const float *a, const int *b, float shift,
                              float *sum, float *most, int size) {
  sums<<<(size + 63) / 64, 64>>>(a, b, shift, sum, size);
  largest<<<1, 64>>>(sum, most, size);
}
