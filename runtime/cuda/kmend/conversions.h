//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Between integers, float and double, with a rounding mode.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_CONVERSIONS_H
#define KMEND_CONVERSIONS_H

#include "qualifiers.h"
#include "vector_types.h"

// The same bits.
#define KMEND_SAME_BITS(NAME, TO, FROM)                                        \
  KMEND_HD TO NAME(FROM x) { return __builtin_bit_cast(TO, x); }
KMEND_SAME_BITS(__float_as_int, int, float)
KMEND_SAME_BITS(__float_as_uint, unsigned, float)
KMEND_SAME_BITS(__int_as_float, float, int)
KMEND_SAME_BITS(__uint_as_float, float, unsigned)
KMEND_SAME_BITS(__double_as_longlong, long long, double)
KMEND_SAME_BITS(__longlong_as_double, double, long long)
#undef KMEND_SAME_BITS
KMEND_HD double __hiloint2double(int hi, int lo) {
  return __longlong_as_double((long long)hi << 32 | (unsigned)lo);
}
KMEND_HD int __double2hiint(double x) { return __double_as_longlong(x) >> 32; }
KMEND_HD int __double2loint(double x) { return (int)__double_as_longlong(x); }

// To integers: rounded as the suffix says, then saturated. NaN gives 0 from
// float to 32 bits, else the top bit alone (PTX ISA, cvt).
KMEND_HD float kmend_round_rn(float x) { return __builtin_rintf(x); }
KMEND_HD float kmend_round_rz(float x) { return __builtin_truncf(x); }
KMEND_HD float kmend_round_rd(float x) { return __builtin_floorf(x); }
KMEND_HD float kmend_round_ru(float x) { return __builtin_ceilf(x); }
KMEND_HD double kmend_round_rn(double x) { return __builtin_rint(x); }
KMEND_HD double kmend_round_rz(double x) { return __builtin_trunc(x); }
KMEND_HD double kmend_round_rd(double x) { return __builtin_floor(x); }
KMEND_HD double kmend_round_ru(double x) { return __builtin_ceil(x); }
#define KMEND_SATURATE(NAME, TO, F, LOW, HIGH, MIN, MAX, NOT)                  \
  KMEND_HD TO NAME(F x) {                                                      \
    return x >= (F)HIGH ? MAX : x <= (F)LOW ? MIN : x == x ? (TO)x : NOT;      \
  }
#define KMEND_SATURATES(F, NOT)                                                \
  KMEND_SATURATE(kmend_to_int, int, F, -0x1p31, 0x1p31, (-2147483647 - 1),     \
                 2147483647, (int)NOT)                                         \
  KMEND_SATURATE(kmend_to_uint, unsigned, F, 0, 0x1p32, 0u, 4294967295u, NOT)  \
  KMEND_SATURATE(kmend_to_ll, long long, F, -0x1p63, 0x1p63,                   \
                 (-9223372036854775807ll - 1), 9223372036854775807ll,          \
                 (-9223372036854775807ll - 1))                                 \
  KMEND_SATURATE(kmend_to_ull, unsigned long long, F, 0, 0x1p64, 0ull, ~0ull,  \
                 1ull << 63)
KMEND_SATURATES(float, 0u)
KMEND_SATURATES(double, 0x80000000u)
#undef KMEND_SATURATE
#undef KMEND_SATURATES
#define KMEND_TO_INTEGER(FROM, T, MODE)                                        \
  KMEND_D int __##FROM##2int_##MODE(T x) {                                     \
    return kmend_to_int(kmend_round_##MODE(x));                                \
  }                                                                            \
  KMEND_D unsigned __##FROM##2uint_##MODE(T x) {                               \
    return kmend_to_uint(kmend_round_##MODE(x));                               \
  }                                                                            \
  KMEND_D long long __##FROM##2ll_##MODE(T x) {                                \
    return kmend_to_ll(kmend_round_##MODE(x));                                 \
  }                                                                            \
  KMEND_D unsigned long long __##FROM##2ull_##MODE(T x) {                      \
    return kmend_to_ull(kmend_round_##MODE(x));                                \
  }
#define KMEND_MODES(MACRO, ...)                                                \
  MACRO(__VA_ARGS__, rn)                                                       \
  MACRO(__VA_ARGS__, rz)                                                       \
  MACRO(__VA_ARGS__, rd)                                                       \
  MACRO(__VA_ARGS__, ru)
KMEND_MODES(KMEND_TO_INTEGER, float, float)
KMEND_MODES(KMEND_TO_INTEGER, double, double)
#undef KMEND_TO_INTEGER

// To floating point: to nearest, then one step where the mode asks for it.
KMEND_HD float kmend_step(float x, bool up) {
  int bits = __float_as_int(x);
  if ((bits & 0x7fffffff) == 0)
    return __int_as_float(up ? 1 : (int)0x80000001u);
  return __int_as_float((bits >= 0) == up ? bits + 1 : bits - 1);
}
KMEND_HD double kmend_step(double x, bool up) {
  long long bits = __double_as_longlong(x);
  if ((bits & 0x7fffffffffffffffll) == 0)
    return __longlong_as_double(up ? 1 : (long long)0x8000000000000001ull);
  return __longlong_as_double((bits >= 0) == up ? bits + 1 : bits - 1);
}
// \p sign is that of exact - x.
#define KMEND_DIRECTED_STEPS(F)                                                \
  KMEND_HD F kmend_directed_rn(F x, int) { return x; }                         \
  KMEND_HD F kmend_directed_rd(F x, int sign) {                                \
    return sign < 0 ? kmend_step(x, false) : x;                                \
  }                                                                            \
  KMEND_HD F kmend_directed_ru(F x, int sign) {                                \
    return sign > 0 ? kmend_step(x, true) : x;                                 \
  }                                                                            \
  KMEND_HD F kmend_directed_rz(F x, int sign) {                                \
    return x > 0 ? kmend_directed_rd(x, sign) : kmend_directed_ru(x, sign);    \
  }
KMEND_DIRECTED_STEPS(float)
KMEND_DIRECTED_STEPS(double)
KMEND_HD int kmend_sign(float x) { return (x > 0) - (x < 0); }
KMEND_HD int kmend_sign(double x) { return (x > 0) - (x < 0); }
// The sign of x - r, where r is x rounded to floating point. Only rounding up
// to 2^63 or 2^64 leaves the type.
template <class T, class F> KMEND_HD int kmend_integer_error(T x, F r) {
  const F top = (F)(1ull << (sizeof(T) * 8 - 1)) * ((T)-1 < 0 ? 1 : 2);
  if (r >= top)
    return -1;
  T back = (T)r;
  return (x > back) - (x < back);
}
#define KMEND_FROM_INTEGER(FROM, T, TO, F, MODE)                               \
  KMEND_D F __##FROM##2##TO##_##MODE(T x) {                                    \
    F r = (F)x;                                                                \
    return kmend_directed_##MODE(r, kmend_integer_error(x, r));                \
  }
KMEND_MODES(KMEND_FROM_INTEGER, int, int, float, float)
KMEND_MODES(KMEND_FROM_INTEGER, uint, unsigned, float, float)
KMEND_MODES(KMEND_FROM_INTEGER, ll, long long, float, float)
KMEND_MODES(KMEND_FROM_INTEGER, ull, unsigned long long, float, float)
KMEND_MODES(KMEND_FROM_INTEGER, ll, long long, double, double)
KMEND_MODES(KMEND_FROM_INTEGER, ull, unsigned long long, double, double)
#undef KMEND_FROM_INTEGER
KMEND_D double __int2double_rn(int x) { return x; }
KMEND_D double __uint2double_rn(unsigned x) { return x; }
#define KMEND_NARROW(MODE)                                                     \
  KMEND_D float __double2float_##MODE(double x) {                              \
    float r = (float)x;                                                        \
    return kmend_directed_##MODE(r, kmend_sign(x - (double)r));                \
  }
KMEND_NARROW(rn)
KMEND_NARROW(rz)
KMEND_NARROW(rd)
KMEND_NARROW(ru)
#undef KMEND_NARROW

#endif // KMEND_CONVERSIONS_H
