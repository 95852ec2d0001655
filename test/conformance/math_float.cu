// Single precision functions, inside the errors of the CUDA C++ Programming
// Guide, "Mathematical Functions", table of maximum errors in ulp. The host
// computes in double.
const int N = 64;
// Name, argument in x (0 to 1 over the threads), value, bound. The arguments are
// exact, fused or not.
#define FUNCTIONS(X)                                                           \
  X(expf, (x * 40 - 20), exp(X), 1)                                            \
  X(exp2f, (x * 60 - 30), exp2(X), 2)                                          \
  X(exp10f, (x * 20 - 10), pow(10.0, X), 2)                                    \
  X(expm1f, (x * 4 - 2), expm1(X), 1)                                          \
  X(logf, (x * 50 + 0.01f), log(X), 1)                                         \
  X(log2f, (x * 50 + 0.01f), log2(X), 1)                                       \
  X(log10f, (x * 50 + 0.01f), log10(X), 2)                                     \
  X(log1pf, (x * 4 - 0.9f), log1p(X), 1)                                       \
  X(sinf, (x * 50 - 25), sin(X), 2)                                            \
  X(cosf, (x * 50 - 25), cos(X), 2)                                            \
  X(tanf, (x * 50 - 25), tan(X), 4)                                            \
  X(asinf, (x * 2 - 1), asin(X), 2)                                            \
  X(acosf, (x * 2 - 1), acos(X), 2)                                            \
  X(atanf, (x * 20 - 10), atan(X), 2)                                          \
  X(sinhf, (x * 20 - 10), sinh(X), 3)                                          \
  X(coshf, (x * 20 - 10), cosh(X), 2)                                          \
  X(tanhf, (x * 8 - 4), tanh(X), 2)                                            \
  X(asinhf, (x * 40 - 20), asinh(X), 3)                                        \
  X(acoshf, (x * 40 + 1), acosh(X), 4)                                         \
  X(atanhf, (x * 1.875f - 0.9375f), atanh(X), 3)                                   \
  X(erff, (x * 8 - 4), erf(X), 2)                                              \
  X(erfcf, (x * 10 - 4), erfc(X), 4)                                           \
  X(lgammaf, (x * 30 + 0.1f), lgamma(X), 6)                                    \
  X(tgammaf, (x * 20 + 0.1f), tgamma(X), 5)                                    \
  X(cbrtf, (x * 60 - 30), cbrt(X), 1)                                          \
  X(rcbrtf, (x * 60 + 1), 1 / cbrt(X), 1)                                      \
  X(sqrtf, (x * 99), sqrt(X), 0)                                               \
  X(rsqrtf, (x * 99 + 0.1f), 1 / sqrt(X), 2)                                   \
  X(sinpif, (x * 6 - 3), sinPi(X), 1)                                          \
  X(cospif, (x * 6 - 3), cosPi(X), 1)                                          \
  X(normcdff, (x * 8 - 4), 0.5 * erfc(-(X) * 0.70710678118654752440), 5)       \
  X(erfcxf, (x * 12 - 2), exp((X) * (X)) * erfc(X), 4)                         \
  X(erfinvf, (x * 1.96875f - 0.984375f), inverse(X), 2)                               \
  X(erfcinvf, (x * 1.875f + 0.05f), inverse(1 - (double)(X)), 4)                 \
  X(normcdfinvf, (x * 0.875f + 0.05f),                                           \
    1.41421356237309504880 * inverse(2 * (double)(X) - 1), 5)                  \
  X(j0f, (x * 7.875f), j0(X), 9)                                                 \
  X(j1f, (x * 7.875f), j1(X), 9)                                                 \
  X(cyl_bessel_i0f, (x * 10), besselI(0, X), 6)                                \
  X(cyl_bessel_i1f, (x * 10), besselI(1, X), 6)                                \
  X(fabsf, (x * 2 - 1), fabs(X), 0)                                            \
  X(ceilf, (x * 20 - 10), ceil(X), 0)                                          \
  X(floorf, (x * 20 - 10), floor(X), 0)                                        \
  X(truncf, (x * 20 - 10), trunc(X), 0)                                        \
  X(rintf, (x * 20 - 10), rint(X), 0)                                          \
  X(nearbyintf, (x * 23.5f), rint(X), 0)                                       \
  X(roundf, (x * 23.5f), floor((X) + 0.5), 0)                                  \
  X(logbf, (x * 20 + 0.1f), floor(log2((double)(X))), 0)
__device__ __host__ float at(int t) { return t / 64.0f; }
__global__ void kernel(unsigned *out) {
  float x = at(threadIdx.x);
  unsigned *o = out + threadIdx.x;
#define X(NAME, ARGUMENT, VALUE, BOUND)                                        \
  *o = __float_as_uint(NAME(ARGUMENT)), o += N;
  FUNCTIONS(X)
#undef X
  float a = x * 12 - 6, b = 5 - x * 7, c = x + 2;
#define PUT(V) *o = __float_as_uint(V), o += N;
  PUT(powf(x + 0.5f, a)) PUT(atan2f(a, b)) PUT(hypotf(a, b)) PUT(rhypotf(a, b))
  PUT(norm3df(a, b, c)) PUT(rnorm3df(a, b, c)) PUT(norm4df(a, b, c, x))
  PUT(rnorm4df(a, b, c, x)) PUT(fmodf(a, c)) PUT(remainderf(a, c))
  PUT(fdimf(a, b)) PUT(fmaxf(a, b)) PUT(fminf(a, b)) PUT(fmaf(a, b, c))
  PUT(copysignf(c, a)) PUT(nextafterf(a, b)) PUT(ldexpf(a, -3))
  PUT(scalbnf(a, 5)) PUT(fdividef(a, c))
  int e, q;
  float whole;
  PUT(frexpf(a, &e)) *o = e, o += N;
  PUT(modff(a, &whole)) PUT(whole)
  PUT(remquof(a * 3, c, &q)) *o = q & 7, o += N;
  *o = ilogbf(c * 9), o += N;
  *o = (unsigned)lrintf(a), o += N;
  *o = (unsigned)llroundf(a), o += N;
  float s, k;
  sincosf(a, &s, &k);
  PUT(s) PUT(k)
  sincospif(a, &s, &k);
  PUT(s) PUT(k)
}
extern "C" void conformance(unsigned *out, int n) { kernel<<<1, N>>>(out); }

static double sinPi(double x) {
  double r = x - 2 * floor(x / 2 + 0.5); // exact, [-1, 1)
  return r == -1 ? 0 : sin(r * 3.14159265358979323846);
}
static double cosPi(double x) {
  double r = x - 2 * floor(x / 2 + 0.5);
  return r == 0.5 || r == -0.5 ? 0 : cos(r * 3.14159265358979323846);
}
static double inverse(double y) { // of erf, by bisection
  double low = -6, high = 6;
  for (int i = 0; i < 200; ++i) {
    double middle = (low + high) / 2;
    // Beyond 1/2 the complement keeps the digits.
    bool below = y > 0.5 ? erfc(middle) > 1 - y
                 : y < -0.5 ? erfc(-middle) < 1 + y
                            : erf(middle) < y;
    (below ? low : high) = middle;
  }
  return (low + high) / 2;
}
static double besselI(int order, double x) { // the power series
  double term = order ? x / 2 : 1, sum = 0;
  for (int k = 1; k < 80; ++k) {
    sum += term;
    term *= x * x / 4 / (k * (double)(k + order));
  }
  return sum;
}
extern "C" int expected(unsigned *want, float *ulp) {
  Expected e(want, ulp);
#define X(NAME, ARGUMENT, VALUE, BOUND)                                        \
  for (int t = 0; t < N; ++t) {                                                \
    float x = at(t);                                                           \
    double X = (float)ARGUMENT;                                                \
    e.near((float)(VALUE), BOUND);                                             \
  }
  FUNCTIONS(X)
#undef X
  auto row = [&](double bound, auto f) {
    for (int t = 0; t < N; ++t) {
      float x = at(t), a = x * 12 - 6, b = 5 - x * 7, c = x + 2;
      e.near((float)f((double)x, (double)a, (double)b, (double)c), bound);
    }
  };
  auto integer = [&](auto f) {
    for (int t = 0; t < N; ++t)
      e.is((int)f((double)(at(t) * 12 - 6), (double)(at(t) + 2)));
  };
  typedef double D;
  row(4, [](D x, D a, D, D) { return pow((double)((float)x + 0.5f), a); });
  row(3, [](D, D a, D b, D) { return atan2(a, b); });
  row(3, [](D, D a, D b, D) { return sqrt(a * a + b * b); });
  row(2, [](D, D a, D b, D) { return 1 / sqrt(a * a + b * b); });
  row(3, [](D, D a, D b, D c) { return sqrt(a * a + b * b + c * c); });
  row(2, [](D, D a, D b, D c) { return 1 / sqrt(a * a + b * b + c * c); });
  row(3, [](D x, D a, D b, D c) { return sqrt(a * a + b * b + c * c + x * x); });
  row(2, [](D x, D a, D b, D c) {
    return 1 / sqrt(a * a + b * b + c * c + x * x);
  });
  row(0, [](D, D a, D, D c) { return a - c * trunc(a / c); });
  row(0, [](D, D a, D, D c) { return a - c * rint(a / c); });
  row(0, [](D, D a, D b, D) { return a > b ? (double)((float)a - (float)b) : 0; });
  row(0, [](D, D a, D b, D) { return a > b ? a : b; });
  row(0, [](D, D a, D b, D) { return a < b ? a : b; });
  row(0, [](D, D a, D b, D c) { return a * b + c; });
  row(0, [](D, D a, D, D c) { return a < 0 ? -c : c; });
  for (int t = 0; t < N; ++t) {
    float a = at(t) * 12 - 6, b = 5 - at(t) * 7;
    int bits;
    __builtin_memcpy(&bits, &a, 4);
    if (a == 0) // the least number above
      bits = 1;
    else
      bits += a == b ? 0 : (a < b) == (a > 0) ? 1 : -1;
    e.is(bits);
  }
  row(0, [](D, D a, D, D) { return a / 8; });
  row(0, [](D, D a, D, D) { return a * 32; });
  row(0, [](D, D a, D, D c) { return a / c; });
  auto exponent = [](double a) {
    int n = 0;
    for (a = a < 0 ? -a : a; a >= 1; a /= 2)
      ++n;
    for (; a != 0 && a < 0.5; a *= 2)
      --n;
    return n;
  };
  row(0, [&](D, D a, D, D) { return a / pow(2.0, exponent(a)); });
  integer([&](D a, D) { return exponent(a); });
  row(0, [](D, D a, D, D) { return a - trunc(a); });
  row(0, [](D, D a, D, D) { return trunc(a); });
  row(0, [](D, D a, D, D c) {
    double x = (float)a * 3.0f;
    return x - c * rint(x / c);
  });
  for (int t = 0; t < N; ++t) {
    double x = (at(t) * 12 - 6) * 3.0f, c = at(t) + 2, q = rint(x / c);
    e.is((int)((q < 0 ? -1 : 1) * ((long long)fabs(q) & 7)) & 7);
  }
  integer([&](D, D c) { return exponent((float)c * 9.0f) - 1; });
  integer([](D a, D) { return rint(a); });
  integer([](D a, D) { return a < 0 ? -floor(0.5 - a) : floor(a + 0.5); });
  row(2, [](D, D a, D, D) { return sin(a); });
  row(2, [](D, D a, D, D) { return cos(a); });
  row(1, [](D, D a, D, D) { return sinPi(a); });
  row(1, [](D, D a, D, D) { return cosPi(a); });
  return e.count;
}
