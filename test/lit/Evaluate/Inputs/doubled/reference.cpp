#include <cstdint>

extern "C" void doubled_reference(const double *x, double *y, int64_t n) {
  for (int64_t i = 0; i < n; ++i)
    y[i] = 2 * x[i];
}
