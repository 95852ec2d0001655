//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arithmetic with a stated rounding, and the fast approximations. These are as
// wrong as the GPU's documentation allows and grow wrong the same way, so that
// an error they cause on a GPU shows here too.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_FLOAT_INTRINSICS_H
#define KMEND_FLOAT_INTRINSICS_H

#include "conversions.h"
#include "math.h"

// The error of a rounded result, exact as far as its sign goes.
#define KMEND_ADD_ERROR(F)                                                     \
  KMEND_HD F kmend_add_error(F a, F b, F s) {                                  \
    KMEND_EXACT                                                                \
    F c = s - a;                                                               \
    return (a - (s - c)) + (b - c);                                            \
  }
KMEND_ADD_ERROR(float)
KMEND_ADD_ERROR(double)
#undef KMEND_ADD_ERROR
KMEND_HD float kmend_fma(float a, float b, float c) {
  return __builtin_fmaf(a, b, c);
}
KMEND_HD double kmend_fma(double a, double b, double c) {
  return __builtin_fma(a, b, c);
}
#define KMEND_ARITHMETIC(P, T, SQRT, MODE)                                     \
  KMEND_D T __##P##add_##MODE(T x, T y) {                                      \
    KMEND_EXACT                                                                \
    T r = x + y;                                                               \
    return kmend_directed_##MODE(r, kmend_sign(kmend_add_error(x, y, r)));     \
  }                                                                            \
  KMEND_D T __##P##sub_##MODE(T x, T y) {                                      \
    KMEND_EXACT                                                                \
    T r = x - y;                                                               \
    return kmend_directed_##MODE(r, kmend_sign(kmend_add_error(x, -y, r)));    \
  }                                                                            \
  KMEND_D T __##P##mul_##MODE(T x, T y) {                                      \
    KMEND_EXACT                                                                \
    T r = x * y;                                                               \
    return kmend_directed_##MODE(r, kmend_sign(kmend_fma(x, y, -r)));          \
  }                                                                            \
  KMEND_D T __##P##div_##MODE(T x, T y) {                                      \
    KMEND_EXACT                                                                \
    T r = x / y;                                                               \
    T error = kmend_fma(-r, y, x);                                             \
    return kmend_directed_##MODE(r, kmend_sign(y < 0 ? -error : error));       \
  }                                                                            \
  KMEND_D T __##P##rcp_##MODE(T x) { return __##P##div_##MODE((T)1, x); }      \
  KMEND_D T __##P##sqrt_##MODE(T x) {                                          \
    KMEND_EXACT                                                                \
    T r = SQRT(x);                                                             \
    return kmend_directed_##MODE(r, kmend_sign(kmend_fma(-r, r, x)));          \
  }
KMEND_MODES(KMEND_ARITHMETIC, f, float, __builtin_sqrtf)
#define KMEND_DOUBLE(MODE) KMEND_ARITHMETIC(d, double, __builtin_sqrt, MODE)
KMEND_DOUBLE(rn)
KMEND_DOUBLE(rz)
KMEND_DOUBLE(rd)
KMEND_DOUBLE(ru)
#undef KMEND_DOUBLE
#undef KMEND_ARITHMETIC
KMEND_D float __frsqrt_rn(float x) {
  return (float)(1.0 / __builtin_sqrt((double)x));
}
KMEND_D float __fmaf_rn(float x, float y, float z) { return fmaf(x, y, z); }
KMEND_D double __fma_rn(double x, double y, double z) { return fma(x, y, z); }
#define KMEND_FMA(MODE)                                                        \
  KMEND_D float __fmaf_##MODE(float x, float y, float z) {                     \
    KMEND_EXACT                                                                \
    float r = fmaf(x, y, z);                                                   \
    double p = (double)x * y, s = p + z;                                       \
    double low = kmend_add_error(p, (double)z, s), high = s - (double)r;       \
    return kmend_directed_##MODE(r, kmend_sign(high != 0 ? high : low));       \
  }
KMEND_FMA(rz)
KMEND_FMA(rd)
KMEND_FMA(ru)
#undef KMEND_FMA
// The exact a * b + c - r, as a sum of two: the product is p + e exactly.
#define KMEND_FMA(MODE)                                                        \
  KMEND_D double __fma_##MODE(double x, double y, double z) {                  \
    KMEND_EXACT                                                                \
    double r = fma(x, y, z), p = x * y, e = fma(x, y, -p);                     \
    double s = p + z, t = kmend_add_error(p, z, s);                            \
    double high = (s - r) + t, low = kmend_add_error(s - r, t, high);          \
    double sum = high + e;                                                     \
    low += kmend_add_error(high, e, sum);                                      \
    return kmend_directed_##MODE(r, kmend_sign(sum != 0 ? sum : low));         \
  }
KMEND_FMA(rz)
KMEND_FMA(rd)
KMEND_FMA(ru)
#undef KMEND_FMA
#define KMEND_FMA(MODE)                                                        \
  KMEND_D float __fmaf_ieee_##MODE(float x, float y, float z) {                \
    return __fmaf_##MODE(x, y, z);                                             \
  }
KMEND_FMA(rn)
KMEND_FMA(rz)
KMEND_FMA(rd)
KMEND_FMA(ru)
#undef KMEND_FMA

// ex2.approx, lg2.approx and what nvcc makes of them.
KMEND_D float __exp2f(float x) { return exp2f(x); }
KMEND_D float __expf(float x) {
  KMEND_EXACT return exp2f(x * 1.4426950408889634f);
}
KMEND_D float __exp10f(float x) {
  KMEND_EXACT return exp2f(x * 3.3219280948873623f);
}
KMEND_D float __log2f(float x) { return log2f(x); }
KMEND_D float __logf(float x) {
  KMEND_EXACT return log2f(x) * 0.6931471805599453f;
}
KMEND_D float __log10f(float x) {
  KMEND_EXACT return log2f(x) * 0.3010299956639812f;
}
KMEND_D float __powf(float x, float y) {
  KMEND_EXACT return exp2f(y * log2f(x));
}
// sin.approx takes its argument in turns, as a float, and so loses what a large
// one has behind the point.
KMEND_D float kmend_turn(float x) {
  KMEND_EXACT
  float turns = x * 0.15915494309189535f;
  return (turns - __builtin_rintf(turns)) * 6.2831853071795865f;
}
KMEND_D float __sinf(float x) { return sinf(kmend_turn(x)); }
KMEND_D float __cosf(float x) { return cosf(kmend_turn(x)); }
KMEND_D float __tanf(float x) { return __sinf(x) / __cosf(x); }
KMEND_D void __sincosf(float x, float *s, float *c) {
  *s = __sinf(x);
  *c = __cosf(x);
}
KMEND_D float __tanhf(float x) { return tanhf(x); }
KMEND_D float __fdividef(float x, float y) {
  float a = fabsf(y);
  // Between 2^126 and 2^128 the reciprocal is flushed.
  if (a > 0x1p126f && a < __builtin_inff())
    return __builtin_isinf(x) ? __builtin_nanf("") : 0 * x;
  return x / y;
}
KMEND_D float fdividef(float x, float y) { return x / y; }
KMEND_D double fdivide(double x, double y) { return x / y; }
KMEND_D float __saturatef(float x) { return x > 0 ? (x < 1 ? x : 1) : 0; }
KMEND_D double __drcp_approx(double x) { return 1 / x; }

#endif // KMEND_FLOAT_INTRINSICS_H
