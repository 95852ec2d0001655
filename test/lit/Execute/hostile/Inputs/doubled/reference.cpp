extern "C" void doubled_reference(const double *x, double *y, long n) {
  for (long i = 0; i < n; ++i)
    y[i] = 2 * x[i];
}
