//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Small <math.h>: what libm has, for both sides, and the C++ overloads.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_STD_MATH_H
#define KMEND_STD_MATH_H

#include "kmend/hd.h"

#ifdef __cplusplus
extern "C" {
#define KMEND_NOEXCEPT noexcept
#else
#define KMEND_NOEXCEPT
#endif

#define KMEND_ONE(NAME)                                                        \
  KMEND_STD_HD double NAME(double) KMEND_NOEXCEPT;                             \
  KMEND_STD_HD float NAME##f(float) KMEND_NOEXCEPT;
#define KMEND_TWO(NAME)                                                        \
  KMEND_STD_HD double NAME(double, double) KMEND_NOEXCEPT;                     \
  KMEND_STD_HD float NAME##f(float, float) KMEND_NOEXCEPT;
#define KMEND_FUNCTIONS(KMEND_ONE, KMEND_TWO)                                  \
  KMEND_ONE(acos)                                                              \
  KMEND_ONE(acosh)                                                             \
  KMEND_ONE(asin)                                                              \
  KMEND_ONE(asinh)                                                             \
  KMEND_ONE(atan)                                                              \
  KMEND_ONE(atanh)                                                             \
  KMEND_ONE(cbrt)                                                              \
  KMEND_ONE(ceil)                                                              \
  KMEND_ONE(cos)                                                               \
  KMEND_ONE(cosh) KMEND_ONE(erf) KMEND_ONE(erfc) KMEND_ONE(exp) KMEND_ONE(     \
      exp2) KMEND_ONE(expm1) KMEND_ONE(fabs) KMEND_ONE(floor)                  \
      KMEND_ONE(lgamma) KMEND_ONE(log) KMEND_ONE(log10) KMEND_ONE(log1p)       \
          KMEND_ONE(log2) KMEND_ONE(logb) KMEND_ONE(nearbyint) KMEND_ONE(rint) \
              KMEND_ONE(round) KMEND_ONE(sin) KMEND_ONE(sinh) KMEND_ONE(sqrt)  \
                  KMEND_ONE(tan) KMEND_ONE(tanh) KMEND_ONE(tgamma)             \
                      KMEND_ONE(trunc) KMEND_TWO(atan2) KMEND_TWO(copysign)    \
                          KMEND_TWO(fdim) KMEND_TWO(fmax) KMEND_TWO(fmin)      \
                              KMEND_TWO(fmod) KMEND_TWO(hypot)                 \
                                  KMEND_TWO(nextafter) KMEND_TWO(pow)          \
                                      KMEND_TWO(remainder)

KMEND_FUNCTIONS(KMEND_ONE, KMEND_TWO)
#undef KMEND_ONE
#undef KMEND_TWO

KMEND_STD_HD double fma(double, double, double) KMEND_NOEXCEPT;
KMEND_STD_HD float fmaf(float, float, float) KMEND_NOEXCEPT;
KMEND_STD_HD double frexp(double, int *) KMEND_NOEXCEPT;
KMEND_STD_HD float frexpf(float, int *) KMEND_NOEXCEPT;
KMEND_STD_HD double ldexp(double, int) KMEND_NOEXCEPT;
KMEND_STD_HD float ldexpf(float, int) KMEND_NOEXCEPT;
KMEND_STD_HD double scalbn(double, int) KMEND_NOEXCEPT;
KMEND_STD_HD float scalbnf(float, int) KMEND_NOEXCEPT;
KMEND_STD_HD double scalbln(double, long) KMEND_NOEXCEPT;
KMEND_STD_HD float scalblnf(float, long) KMEND_NOEXCEPT;
KMEND_STD_HD double modf(double, double *) KMEND_NOEXCEPT;
KMEND_STD_HD float modff(float, float *) KMEND_NOEXCEPT;
KMEND_STD_HD double remquo(double, double, int *) KMEND_NOEXCEPT;
KMEND_STD_HD float remquof(float, float, int *) KMEND_NOEXCEPT;
KMEND_STD_HD int ilogb(double) KMEND_NOEXCEPT;
KMEND_STD_HD int ilogbf(float) KMEND_NOEXCEPT;
KMEND_STD_HD long lrint(double) KMEND_NOEXCEPT;
KMEND_STD_HD long lrintf(float) KMEND_NOEXCEPT;
KMEND_STD_HD long lround(double) KMEND_NOEXCEPT;
KMEND_STD_HD long lroundf(float) KMEND_NOEXCEPT;
KMEND_STD_HD long long llrint(double) KMEND_NOEXCEPT;
KMEND_STD_HD long long llrintf(float) KMEND_NOEXCEPT;
KMEND_STD_HD long long llround(double) KMEND_NOEXCEPT;
KMEND_STD_HD long long llroundf(float) KMEND_NOEXCEPT;
KMEND_STD_HD double nan(const char *) KMEND_NOEXCEPT;
KMEND_STD_HD float nanf(const char *) KMEND_NOEXCEPT;
KMEND_STD_HD double exp10(double) KMEND_NOEXCEPT;
KMEND_STD_HD float exp10f(float) KMEND_NOEXCEPT;
KMEND_STD_HD void sincos(double, double *, double *) KMEND_NOEXCEPT;
KMEND_STD_HD void sincosf(float, float *, float *) KMEND_NOEXCEPT;
KMEND_STD_HD double j0(double) KMEND_NOEXCEPT;
KMEND_STD_HD float j0f(float) KMEND_NOEXCEPT;
KMEND_STD_HD double j1(double) KMEND_NOEXCEPT;
KMEND_STD_HD float j1f(float) KMEND_NOEXCEPT;
KMEND_STD_HD double jn(int, double) KMEND_NOEXCEPT;
KMEND_STD_HD float jnf(int, float) KMEND_NOEXCEPT;
KMEND_STD_HD double y0(double) KMEND_NOEXCEPT;
KMEND_STD_HD float y0f(float) KMEND_NOEXCEPT;
KMEND_STD_HD double y1(double) KMEND_NOEXCEPT;
KMEND_STD_HD float y1f(float) KMEND_NOEXCEPT;
KMEND_STD_HD double yn(int, double) KMEND_NOEXCEPT;
KMEND_STD_HD float ynf(int, float) KMEND_NOEXCEPT;
#ifdef __cplusplus
}
#endif
#undef KMEND_NOEXCEPT

#define HUGE_VAL __builtin_huge_val()
#define HUGE_VALF __builtin_huge_valf()
#define INFINITY __builtin_inff()
#define NAN __builtin_nanf("")
#define FP_NAN 0
#define FP_INFINITE 1
#define FP_ZERO 2
#define FP_SUBNORMAL 3
#define FP_NORMAL 4
#define FP_ILOGB0 (-2147483647 - 1)
#define FP_ILOGBNAN (-2147483647 - 1)
#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440

#ifdef __cplusplus
#include "kmend/math_overloads.h"
#endif

#endif // KMEND_STD_MATH_H
