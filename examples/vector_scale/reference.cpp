#include <cstdint>

extern "C" void vector_scale_reference(const double *x, double *y, int64_t n,
                                       double alpha, double beta) {
  for (int64_t i = 0; i < n; ++i)
    y[i] = alpha * x[i] + beta;
}
