//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Mathematics that CUDA has and libm lacks, and the overloads of min and max.
// The rest comes from <math.h>, for both sides.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_MATH_H
#define KMEND_MATH_H

#include "qualifiers.h"

// C libraries have some of these names; theirs are for the host alone.
#define rsqrt kmend_libc_rsqrt
#define rsqrtf kmend_libc_rsqrtf
#define sinpi kmend_libc_sinpi
#define sinpif kmend_libc_sinpif
#define cospi kmend_libc_cospi
#define cospif kmend_libc_cospif
#define __exp2f kmend_libc___exp2f
#define __expf kmend_libc___expf
#define __exp10f kmend_libc___exp10f
#define __log2f kmend_libc___log2f
#define __logf kmend_libc___logf
#define __log10f kmend_libc___log10f
#define __powf kmend_libc___powf
#define __sinf kmend_libc___sinf
#define __cosf kmend_libc___cosf
#define __tanf kmend_libc___tanf
#define __sincosf kmend_libc___sincosf
#define __tanhf kmend_libc___tanhf
#include <math.h>
#undef rsqrt
#undef rsqrtf
#undef sinpi
#undef sinpif
#undef cospi
#undef cospif
#undef __exp2f
#undef __expf
#undef __exp10f
#undef __log2f
#undef __logf
#undef __log10f
#undef __powf
#undef __sinf
#undef __cosf
#undef __tanf
#undef __sincosf
#undef __tanhf

KMEND_HD float rsqrtf(float x) { return 1.0f / sqrtf(x); }
KMEND_HD double rsqrt(double x) { return 1.0 / sqrt(x); }
KMEND_HD float rsqrt(float x) { return rsqrtf(x); }
KMEND_HD float rcbrtf(float x) { return 1.0f / cbrtf(x); }
KMEND_HD double rcbrt(double x) { return 1.0 / cbrt(x); }
KMEND_HD float rcbrt(float x) { return rcbrtf(x); }
KMEND_HD float exp10(float x) { return exp10f(x); }

// Of pi x: reduced exactly first, so that whole and half numbers are exact.
KMEND_HD double sinpi(double x) {
  if (!__builtin_isfinite(x))
    return x - x;
  double r = x - 2 * __builtin_rint(x / 2); // [-1, 1], exact
  if (r == 1 || r == -1 || r == 0)
    return __builtin_copysign(0.0, x);
  if (r > 0.5)
    r = 1 - r;
  else if (r < -0.5)
    r = -1 - r;
  return r == 0.5 ? 1 : r == -0.5 ? -1 : sin(r * 3.14159265358979323846);
}
KMEND_HD double cospi(double x) {
  if (!__builtin_isfinite(x))
    return x - x;
  double r = __builtin_fabs(x - 2 * __builtin_rint(x / 2)); // [0, 1]
  if (r == 0.5)
    return 0;
  if (r > 0.25 && r < 0.75)
    return sin((0.5 - r) * 3.14159265358979323846);
  return r > 0.5 ? -cos((1 - r) * 3.14159265358979323846)
                 : cos(r * 3.14159265358979323846);
}
KMEND_HD float sinpif(float x) { return (float)sinpi((double)x); }
KMEND_HD float cospif(float x) { return (float)cospi((double)x); }
KMEND_HD float sinpi(float x) { return sinpif(x); }
KMEND_HD float cospi(float x) { return cospif(x); }
KMEND_HD void sincospi(double x, double *s, double *c) {
  *s = sinpi(x);
  *c = cospi(x);
}
KMEND_HD void sincospif(float x, float *s, float *c) {
  *s = sinpif(x);
  *c = cospif(x);
}
KMEND_HD void sincospi(float x, float *s, float *c) { sincospif(x, s, c); }
KMEND_HD void sincos(float x, float *s, float *c) {
  *s = sinf(x);
  *c = cosf(x);
}

KMEND_HD double normcdf(double x) {
  // The rounding of the argument counts x^2 times in the tail, so it is put
  // back.
  double z = -x * 0.70710678118654752440, e = erfc(z);
  double low = __builtin_fma(-x, 0.70710678118654752440, -z) -
               x * -4.8336466567264567e-17;
  return z > -6 && z < 27
             ? 0.5 * (e - 1.12837916709551257390 * exp(-z * z) * low)
             : 0.5 * e;
}
KMEND_HD float normcdff(float x) { return (float)normcdf((double)x); }
KMEND_HD float normcdf(float x) { return normcdff(x); }
KMEND_HD double erfcx(double x) {
  if (x < 25)
    return exp(x * x) * erfc(x);
  double r = 1 / (x * x), sum = 1; // the asymptotic series
  for (double k = 6.5; k > 0; k -= 1)
    sum = 1 - k * r * sum;
  return 0.56418958354775628695 / x * sum;
}
KMEND_HD float erfcxf(float x) { return (float)erfcx((double)x); }
KMEND_HD float erfcx(float x) { return erfcxf(x); }

// The quantile of the normal distribution: Acklam's rational start, then
// Halley's steps on erfc, which converge to double precision.
KMEND_HD double normcdfinv(double p) {
  if (!(p > 0 && p < 1))
    return p == 0   ? -__builtin_inf()
           : p == 1 ? __builtin_inf()
                    : __builtin_nan("");
  double tail = p < 0.5 ? p : 1 - p, x;
  if (tail < 0.02425) {
    double q = sqrt(-2 * log(tail));
    x = (((((-7.784894002430293e-03 * q - 3.223964580411365e-01) * q -
            2.400758277161838e+00) *
               q -
           2.549732539343734e+00) *
              q +
          4.374664141464968e+00) *
             q +
         2.938163982698783e+00) /
        ((((7.784695709041462e-03 * q + 3.224671290700398e-01) * q +
           2.445134137142996e+00) *
              q +
          3.754408661907416e+00) *
             q +
         1);
  } else {
    double q = tail - 0.5, r = q * q;
    x = (((((-3.969683028665376e+01 * r + 2.209460984245205e+02) * r -
            2.759285104469687e+02) *
               r +
           1.383577518672690e+02) *
              r -
          3.066479806614716e+01) *
             r +
         2.506628277459239e+00) *
        q /
        (((((-5.447609879822406e+01 * r + 1.615858368580409e+02) * r -
            1.556989798598866e+02) *
               r +
           6.680131188771972e+01) *
              r -
          1.328068155288572e+01) *
             r +
         1);
  }
  for (int i = 0; i < 2; ++i) { // x <= 0 here: the tail is not cancelled
    double e = 0.5 * erfc(-x * 0.70710678118654752440) - tail;
    double u = e * 2.50662827463100050242 * exp(x * x / 2);
    x -= u / (1 + x * u / 2);
  }
  return p < 0.5 ? x : -x;
}
KMEND_HD float normcdfinvf(float p) { return (float)normcdfinv((double)p); }
KMEND_HD float normcdfinv(float p) { return normcdfinvf(p); }
KMEND_HD double erfcinv(double y) {
  return -normcdfinv(y * 0.5) * 0.70710678118654752440;
}
KMEND_HD double erfinv(double y) {
  // Near 0 the quantile loses the small argument: Newton on erf itself.
  if (__builtin_fabs(y) > 0.5)
    return y < 0 ? -erfcinv(1 + y) : erfcinv(1 - y);
  double x = y * 0.88622692545275801365;
  for (int i = 0; i < 6; ++i)
    x -= (erf(x) - y) * 0.88622692545275801365 * exp(x * x);
  return x;
}
KMEND_HD float erfinvf(float y) { return (float)erfinv((double)y); }
KMEND_HD float erfcinvf(float y) { return (float)erfcinv((double)y); }
KMEND_HD float erfinv(float y) { return erfinvf(y); }
KMEND_HD float erfcinv(float y) { return erfcinvf(y); }

// Modified Bessel functions: the power series, all of whose terms are positive,
// or, once it would be long, the asymptotic one.
KMEND_HD double kmend_bessel_i(int order, double x) {
  double a = __builtin_fabs(x), sum = 0, term;
  if (a < 40) {
    term = order ? a / 2 : 1;
    for (int k = 1; k < 200 && term > sum * 1e-18; ++k) {
      sum += term;
      term *= a * a / 4 / (k * (double)(k + order));
    }
  } else {
    term = 1;
    for (int k = 1; k < 30 && __builtin_fabs(term) > 1e-18; ++k) {
      sum += term;
      term *= -(4.0 * order - (2 * k - 1) * (2 * k - 1)) / (8.0 * k * a);
    }
    double half = exp(a / 2); // exp(a) alone overflows too soon
    sum = sum * half / sqrt(6.28318530717958647692 * a) * half;
  }
  return order && x < 0 ? -sum : sum;
}
KMEND_HD double cyl_bessel_i0(double x) { return kmend_bessel_i(0, x); }
KMEND_HD double cyl_bessel_i1(double x) { return kmend_bessel_i(1, x); }
KMEND_HD float cyl_bessel_i0f(float x) { return (float)kmend_bessel_i(0, x); }
KMEND_HD float cyl_bessel_i1f(float x) { return (float)kmend_bessel_i(1, x); }

KMEND_HD double norm3d(double a, double b, double c) {
  return hypot(hypot(a, b), c);
}
KMEND_HD float norm3df(float a, float b, float c) {
  return (float)sqrt((double)a * a + (double)b * b + (double)c * c);
}
KMEND_HD double norm4d(double a, double b, double c, double d) {
  return hypot(hypot(a, b), hypot(c, d));
}
KMEND_HD float norm4df(float a, float b, float c, float d) {
  return (float)sqrt((double)a * a + (double)b * b + (double)c * c +
                     (double)d * d);
}
KMEND_HD double norm(int n, const double *a) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum = hypot(sum, a[i]);
  return sum;
}
KMEND_HD float normf(int n, const float *a) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += (double)a[i] * a[i];
  return (float)sqrt(sum);
}
KMEND_HD double rhypot(double a, double b) { return 1 / hypot(a, b); }
KMEND_HD float rhypotf(float a, float b) { return 1 / hypotf(a, b); }
KMEND_HD float rnorm3df(float a, float b, float c) {
  return 1 / norm3df(a, b, c);
}
KMEND_HD double rnorm3d(double a, double b, double c) {
  return 1 / norm3d(a, b, c);
}
KMEND_HD double rnorm4d(double a, double b, double c, double d) {
  return 1 / norm4d(a, b, c, d);
}
KMEND_HD double rnorm(int n, const double *a) { return 1 / norm(n, a); }
KMEND_HD float rnormf(int n, const float *a) { return 1 / normf(n, a); }
KMEND_HD float rnorm4df(float a, float b, float c, float d) {
  return 1 / norm4df(a, b, c, d);
}

// The overloads that CUDA has, and no others.
#define KMEND_MIN_MAX(R, A, B)                                                 \
  KMEND_HD constexpr R min(const A a, const B b) {                             \
    return (R)b < (R)a ? (R)b : (R)a;                                          \
  }                                                                            \
  KMEND_HD constexpr R max(const A a, const B b) {                             \
    return (R)a < (R)b ? (R)b : (R)a;                                          \
  }
#define KMEND_MIN_MAX_SIGNS(S)                                                 \
  KMEND_MIN_MAX(S, S, S)                                                       \
  KMEND_MIN_MAX(unsigned S, unsigned S, unsigned S)                            \
  KMEND_MIN_MAX(unsigned S, S, unsigned S)                                     \
  KMEND_MIN_MAX(unsigned S, unsigned S, S)
KMEND_MIN_MAX_SIGNS(int)
KMEND_MIN_MAX_SIGNS(long)
KMEND_MIN_MAX_SIGNS(long long)
#undef KMEND_MIN_MAX
#undef KMEND_MIN_MAX_SIGNS
KMEND_HD float min(const float a, const float b) { return fminf(a, b); }
KMEND_HD float max(const float a, const float b) { return fmaxf(a, b); }
KMEND_HD double min(const double a, const double b) { return fmin(a, b); }
KMEND_HD double max(const double a, const double b) { return fmax(a, b); }
KMEND_HD double min(const float a, const double b) {
  return fmin((double)a, b);
}
KMEND_HD double max(const float a, const double b) {
  return fmax((double)a, b);
}
KMEND_HD double min(const double a, const float b) {
  return fmin(a, (double)b);
}
KMEND_HD double max(const double a, const float b) {
  return fmax(a, (double)b);
}
KMEND_HD unsigned umin(unsigned a, unsigned b) { return min(a, b); }
KMEND_HD unsigned umax(unsigned a, unsigned b) { return max(a, b); }
KMEND_HD long long llmin(long long a, long long b) { return min(a, b); }
KMEND_HD unsigned long long ullmin(unsigned long long a, unsigned long long b) {
  return min(a, b);
}
KMEND_HD unsigned long long ullmax(unsigned long long a, unsigned long long b) {
  return max(a, b);
}
KMEND_HD long long llmax(long long a, long long b) { return max(a, b); }

#endif // KMEND_MATH_H
