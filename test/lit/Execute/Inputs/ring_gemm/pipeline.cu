#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

// The same product with wmma and the pipeline's primitives: two stages.
using namespace nvcuda;

__global__ void tiles(const __half *x, const __half *w, float *y, int m, int k,
                      int n) {
  __shared__ __align__(32) __half xs[2][16 * 16], ws[2][16 * 16];
  __shared__ __align__(32) float sums[16 * 16];
  const int lane = threadIdx.x, row0 = blockIdx.y * 16, col0 = blockIdx.x * 16;
  const int steps = (k + 15) / 16;
  auto issue = [&](int step) {
    for (int i = lane; i < 32; i += 32) {
      const int r = i / 2, c = i % 2 * 8, kx = step * 16 + c;
      const bool in = row0 + r < m && kx < k;
      __pipeline_memcpy_async(&xs[step % 2][r * 16 + c],
                              in ? x + (size_t)(row0 + r) * k + kx : x, 16,
                              in ? 0 : 16);
      const int kw = step * 16 + r;
      const bool inside = kw < k && col0 + c < n;
      __pipeline_memcpy_async(&ws[step % 2][r * 16 + c],
                              inside ? w + (size_t)kw * n + col0 + c : w, 16,
                              inside ? 0 : 16);
    }
    __pipeline_commit();
  };
  wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> a;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> b;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
  wmma::fill_fragment(c, 0.0f);
  issue(0);
  for (int s = 0; s < steps; ++s) {
    if (s + 1 < steps)
      issue(s + 1);
    __pipeline_wait_prior(s + 1 < steps ? 1 : 0);
    __syncthreads();
    wmma::load_matrix_sync(a, xs[s % 2], 16);
    wmma::load_matrix_sync(b, ws[s % 2], 16);
    wmma::mma_sync(c, a, b, c);
    __syncthreads();
  }
  wmma::store_matrix_sync(sums, c, 16, wmma::mem_row_major);
  __syncthreads();
  for (int i = lane; i < 256; i += 32)
    if (row0 + i / 16 < m && col0 + i % 16 < n)
      y[(size_t)(row0 + i / 16) * n + col0 + i % 16] = sums[i];
}

extern "C" void ring_gemm(const __half *x, const __half *w, float *y, int m,
                          int k8, int n8) {
  const int n = n8 * 8;
  tiles<<<dim3((n + 15) / 16, (m + 15) / 16), 32>>>(x, w, y, m, k8 * 8, n);
}
