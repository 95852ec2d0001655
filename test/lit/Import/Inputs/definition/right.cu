__global__ void peak(const float *x, const int *offsets, float gain, float *y,
                     float *largest, int rows) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows)
    return;
  float most = -INFINITY;
  for (int c = 0; c < 4; ++c) {
    float v = gain * x[row * 4 + c] + offsets[row];
    y[row * 4 + c] = v;
    most = fmaxf(most, v);
  }
  largest[row] = most;
}

extern "C" void row_peak_4(const float *x, const int *offsets, float gain,
                           float *y, float *largest, int rows) {
  peak<<<(rows + 31) / 32, 32>>>(x, offsets, gain, y, largest, rows);
}
