// Arithmetic and conversions with a rounding mode (CUDA Math API, "Single
// Precision Intrinsics"). The host finds the two neighbours of the exact result
// in double, where sums, products and quotients of such floats are exact enough
// to say on which side they lie.
__device__ __host__ float operand(int i) {
  const float special[16] = {1.0f,  3.0f,      -7.0f,       0.1f,
                             1e10f, -1e-10f,   16777218.0f, 0.33333334f,
                             5.5f,  -0.7f,     1.0000001f,  8388609.0f,
                             1e-3f, 123456.7f, -2.0f,       0.99999994f};
  return special[i & 15] * (i < 16 ? 1.0f : 1.5f);
}
__global__ void kernel(unsigned *out) {
  int t = threadIdx.x;
  float a = operand(t), b = operand((t * 3 + 1) % 32), c = operand((t + 7) % 32);
  unsigned *o = out + t;
#define PUT(V) *o = __float_as_uint(V), o += 32;
#define MODE(M)                                                                \
  PUT(__fadd_##M(a, b)) PUT(__fsub_##M(a, b)) PUT(__fmul_##M(a, b))            \
  PUT(__fdiv_##M(a, b)) PUT(__frcp_##M(a)) PUT(__fsqrt_##M(a < 0 ? -a : a))    \
  PUT(__fmaf_##M(a, b, c)) PUT(__double2float_##M(a * 1.000000012345678))      \
  PUT(__int2float_##M(123456789 * (t - 16) + t))                               \
  PUT(__uint2float_##M(134217729u * t + 3))                                    \
  PUT(__ll2float_##M(1234567890123456789ll / (t + 1)))                         \
  PUT(__ull2float_##M(12345678901234567890ull / (t + 1)))
  MODE(rn) MODE(rz) MODE(rd) MODE(ru)
  PUT(__saturatef(a)) PUT(__saturatef(a / 8))
#define PUT2(V) putDouble(o, V), o += 2;
  o = out + 50 * 32 + t * 24;
#define DOUBLE(M)                                                              \
  PUT2(__dadd_##M(a, b * 1e-9)) PUT2(__dmul_##M(a * 1.1, b * 1.3))             \
  PUT2(__ll2double_##M(9007199254740993ll * (t + 1) + 1))
  DOUBLE(rn) DOUBLE(rz) DOUBLE(rd) DOUBLE(ru)
}
extern "C" void conformance(unsigned *out, int n) { kernel<<<1, 32>>>(out); }

typedef long double wide; // 64 bits of significand
static float up(float x) {
  int bits;
  __builtin_memcpy(&bits, &x, 4);
  bits = x == 0 ? 1 : x > 0 ? bits + 1 : bits - 1;
  __builtin_memcpy(&x, &bits, 4);
  return x;
}
// exact - x is known by its sign only: the sum of the three.
static float rounded(double high, double low, char mode) {
  // high is the exact value but for low, |low| < an ulp of high.
  float r = (float)high;
  double error = (high - r) + low;
  if (mode == 'n') {
    // A tie of high may be broken by low.
    float other = error > 0 ? up(r) : -up(-r);
    double half = (double)other - r;
    if (error != 0 && low != 0 && (high - r) * 2 == half)
      return (error > 0) == (half > 0) && (low > 0) == (half > 0) ? other : r;
    return r;
  }
  if (error == 0)
    return r;
  bool raise = mode == 'u' || (mode == 'z' && r < 0);
  if (raise)
    return error > 0 ? up(r) : r;
  return error < 0 ? -up(-r) : r;
}
static double absolute(double x) { return x < 0 ? -x : x; }
static double addError(double a, double b) { // a + b == s + error, exactly
  double s = a + b, c = s - a;
  return (a - (s - c)) + (b - c);
}
static double dup(double x) {
  long long bits;
  __builtin_memcpy(&bits, &x, 8);
  bits = x > 0 ? bits + 1 : bits - 1;
  __builtin_memcpy(&x, &bits, 8);
  return x;
}
static double nudged(double r, double error, char mode) {
  if (mode == 'n' || error == 0)
    return r;
  bool raise = mode == 'u' || (mode == 'z' && r < 0);
  return raise ? (error > 0 ? dup(r) : r) : error < 0 ? -dup(-r) : r;
}
static float whole(bool negative, unsigned long long size, char mode) {
  double high = (double)(size & ~0x7ffull); // exact
  double low = (double)(size & 0x7ffull);
  return negative ? rounded(-high, -low, mode) : rounded(high, low, mode);
}
extern "C" int expected(unsigned *want, float *ulp) {
  Expected e(want, ulp);
  for (char mode : {'n', 'z', 'd', 'u'}) {
    auto row = [&](auto f) {
      for (int t = 0; t < 32; ++t)
        e.is((float)f(t, operand(t), operand((t * 3 + 1) % 32),
                      operand((t + 7) % 32)));
    };
    row([&](int, double a, double b, double) {
      return rounded(a + b, addError(a, b), mode);
    });
    row([&](int, double a, double b, double) {
      return rounded(a - b, addError(a, -b), mode);
    });
    row([&](int, double a, double b, double) { return rounded(a * b, 0, mode); });
    row([&](int, double a, double b, double) {
      double q = a / b, rest = __builtin_fma(-q, b, a);
      return rounded(q, rest == 0 ? 0 : (rest < 0) == (b < 0) ? 1e-300 : -1e-300,
                     mode);
    });
    row([&](int, double a, double, double) {
      double q = 1 / a, rest = __builtin_fma(-q, a, 1.0);
      return rounded(q, rest == 0 ? 0 : (rest < 0) == (a < 0) ? 1e-300 : -1e-300,
                     mode);
    });
    row([&](int, double a, double, double) {
      double q = __builtin_sqrt(absolute(a));
      double rest = __builtin_fma(-q, q, absolute(a));
      return rounded(q, rest == 0 ? 0 : rest < 0 ? -1e-300 : 1e-300, mode);
    });
    row([&](int, double a, double b, double c) {
      return rounded(a * b + c, addError(a * b, c), mode);
    });
    row([&](int, double a, double, double) {
      return rounded(a * 1.000000012345678, 0, mode);
    });
    row([&](int t, double, double, double) {
      return rounded((double)(int)(123456789u * (t - 16) + t), 0, mode);
    });
    row([&](int t, double, double, double) {
      return rounded((double)(134217729u * t + 3), 0, mode);
    });
    row([&](int t, double, double, double) {
      return whole(false, 1234567890123456789ll / (t + 1), mode);
    });
    row([&](int t, double, double, double) {
      return whole(false, 12345678901234567890ull / (t + 1), mode);
    });
  }
  for (int t = 0; t < 32; ++t)
    e.is(operand(t) <= 0 ? 0.0f : operand(t) >= 1 ? 1.0f : operand(t));
  for (int t = 0; t < 32; ++t)
    e.is(operand(t) <= 0 ? 0.0f : operand(t) >= 8 ? 1.0f : operand(t) / 8);
  for (int t = 0; t < 32; ++t)
    for (char mode : {'n', 'z', 'd', 'u'}) {
      double a = operand(t), b = operand((t * 3 + 1) % 32);
      double c = b * 1e-9;
      e.is(nudged(a + c, addError(a, c), mode));
      double p = a * 1.1, q = b * 1.3, product = p * q;
      e.is(nudged(product, __builtin_fma(p, q, -product), mode));
      long long n = 9007199254740993ll * (t + 1) + 1;
      double r = (double)n;
      e.is(nudged(r, (double)(n - (long long)r), mode));
    }
  return e.count;
}
