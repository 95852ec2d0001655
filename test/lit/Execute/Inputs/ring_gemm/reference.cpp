#include <cstdint>

extern "C" void ring_gemm_reference(const double *x, const double *w, double *y,
                                    int64_t m, int64_t k8, int64_t n8) {
  const int64_t k = k8 * 8, n = n8 * 8;
  for (int64_t r = 0; r < m; ++r)
    for (int64_t c = 0; c < n; ++c) {
      double sum = 0;
      for (int64_t i = 0; i < k; ++i)
        sum += x[r * k + i] * w[i * n + c];
      y[r * n + c] = sum;
    }
}
