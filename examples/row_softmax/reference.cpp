// The softmax of each row, in double.
#include <cmath>
#include <cstdint>

extern "C" void row_softmax_reference(const double *x, double *y, int64_t rows,
                                      int64_t cols) {
  for (int64_t r = 0; r < rows; ++r) {
    const double *in = x + r * cols;
    double *out = y + r * cols;
    double top = in[0];
    for (int64_t c = 1; c < cols; ++c)
      top = in[c] > top ? in[c] : top;
    double total = 0;
    for (int64_t c = 0; c < cols; ++c)
      total += std::exp(in[c] - top);
    for (int64_t c = 0; c < cols; ++c)
      out[c] = std::exp(in[c] - top) / total;
  }
}
