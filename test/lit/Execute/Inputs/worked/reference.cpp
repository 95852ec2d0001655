extern "C" void row_sums_reference(const double *x, double *y, long rows,
                                   long cols) {
  for (long r = 0; r < rows; ++r) {
    y[r] = 0;
    for (long c = 0; c < cols; ++c)
      y[r] += x[r * cols + c];
  }
}
