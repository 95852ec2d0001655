#include <cstdint>
extern "C" void rowsum_reference(const double *x, double *y, int64_t rows,
                                 int64_t cols) {
  for (int64_t r = 0; r < rows; ++r) {
    y[r] = 0;
    for (int64_t c = 0; c < cols; ++c)
      y[r] += x[r * cols + c];
  }
}
