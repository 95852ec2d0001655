//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// __nv_fp8_e4m3 and __nv_fp8_e5m2, alone, in pairs and in fours. Conversions
// round to nearest, ties to even. E4M3 has no infinity and one NaN.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_FLOAT8_H
#define KMEND_FLOAT8_H

#include "bfloat16.h"

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short int __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;
typedef enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE } __nv_saturation_t;
typedef enum __nv_fp8_interpretation_t {
  __NV_E4M3,
  __NV_E5M2
} __nv_fp8_interpretation_t;

KMEND_HD __nv_fp8_storage_t
__nv_cvt_double_to_fp8(const double x, const __nv_saturation_t saturate,
                       const __nv_fp8_interpretation_t kind) {
  const int mantissa = kind == __NV_E4M3 ? 3 : 2;
  const int lowest =
      kind == __NV_E4M3 ? -6 : -14; // exponent of a normal number
  const int most = kind == __NV_E4M3 ? 0x7e : 0x7b;
  unsigned long long bits = (unsigned long long)__double_as_longlong(x);
  unsigned char sign = (unsigned char)(bits >> 63 << 7);
  if (x != x)
    return sign | (kind == __NV_E4M3 ? 0x7f : 0x7e | (bits >> 50 & 3));
  int exponent = (int)(bits >> 52 & 0x7ff) - 1023, code = most + 1;
  if (exponent < 32) {
    if (exponent < lowest)
      exponent = lowest;
    // In units of the last place: the code runs on where they grow.
    double unit =
        __longlong_as_double((long long)(exponent - mantissa + 1023) << 52);
    code = ((exponent - lowest) << mantissa) +
           (int)__builtin_rint(__builtin_fabs(x) / unit);
  }
  if (code > most)
    code = saturate == __NV_SATFINITE ? most : kind == __NV_E4M3 ? 0x7f : 0x7c;
  return sign | (unsigned char)code;
}
KMEND_HD __nv_fp8_storage_t
__nv_cvt_float_to_fp8(const float x, const __nv_saturation_t saturate,
                      const __nv_fp8_interpretation_t kind) {
  return x == x ? __nv_cvt_double_to_fp8((double)x, saturate, kind) : 0x7f;
}
KMEND_HD __nv_fp8_storage_t
__nv_cvt_halfraw_to_fp8(const __half_raw x, const __nv_saturation_t saturate,
                        const __nv_fp8_interpretation_t kind) {
  return __nv_cvt_float_to_fp8((float)__half(x), saturate, kind);
}
KMEND_HD __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(
    const __nv_bfloat16_raw x, const __nv_saturation_t saturate,
    const __nv_fp8_interpretation_t kind) {
  return __nv_cvt_float_to_fp8((float)__nv_bfloat16(x), saturate, kind);
}
#define KMEND_PAIR(NAME, T, ONE, X, Y)                                         \
  KMEND_HD __nv_fp8x2_storage_t NAME(const T x,                                \
                                     const __nv_saturation_t saturate,         \
                                     const __nv_fp8_interpretation_t kind) {   \
    return (__nv_fp8x2_storage_t)(ONE(X, saturate, kind) |                     \
                                  ONE(Y, saturate, kind) << 8);                \
  }
KMEND_PAIR(__nv_cvt_double2_to_fp8x2, double2, __nv_cvt_double_to_fp8, x.x, x.y)
KMEND_PAIR(__nv_cvt_float2_to_fp8x2, float2, __nv_cvt_float_to_fp8, x.x, x.y)
KMEND_PAIR(__nv_cvt_halfraw2_to_fp8x2, __half2_raw, __nv_cvt_halfraw_to_fp8,
           __half_raw{x.x}, __half_raw{x.y})
KMEND_PAIR(__nv_cvt_bfloat16raw2_to_fp8x2, __nv_bfloat162_raw,
           __nv_cvt_bfloat16raw_to_fp8, __nv_bfloat16_raw{x.x},
           __nv_bfloat16_raw{x.y})
#undef KMEND_PAIR

// Every 8-bit number is a half.
KMEND_HD __half_raw __nv_cvt_fp8_to_halfraw(
    const __nv_fp8_storage_t x, const __nv_fp8_interpretation_t kind) {
  unsigned size = x & 0x7f, sign = (x & 0x80u) << 8;
  if (kind == __NV_E5M2)
    return __half_raw{
        (unsigned short)(size > 0x7c ? 0x7fff : sign | size << 8)};
  if (size == 0x7f)
    return __half_raw{0x7fff};
  int exponent = (int)(size >> 3);
  float value = exponent ? (8 + (size & 7)) * 0x1p-10f * (float)(1 << exponent)
                         : (size & 7) * 0x1p-9f;
  return __half_raw{
      (unsigned short)(sign | __half_as_ushort(__float2half(value)))};
}
KMEND_HD __half2_raw __nv_cvt_fp8x2_to_halfraw2(
    const __nv_fp8x2_storage_t x, const __nv_fp8_interpretation_t kind) {
  return __half2_raw{
      __nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)x, kind).x,
      __nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)(x >> 8), kind).x};
}

#define KMEND_FROM(T, CALL)                                                    \
  explicit __host__ __device__ KMEND_F8(const T f) {                           \
    __x = CALL(f, __NV_SATFINITE, KMEND_KIND);                                 \
  }
#define KMEND_FROM_INTEGER(T)                                                  \
  explicit __host__ __device__ KMEND_F8(const T i) {                           \
    __x = __nv_cvt_float_to_fp8(kmend_odd(i), __NV_SATFINITE, KMEND_KIND);     \
  }
#define KMEND_TO(T, KEY)                                                       \
  explicit __host__ __device__ operator T() const {                            \
    return kmend_to_##KEY((float)*this);                                       \
  }
#define KMEND_FLOAT8(NAME, KIND)                                               \
  struct __align__(1) NAME {                                                   \
    __nv_fp8_storage_t __x;                                                    \
    NAME() = default;                                                          \
    KMEND_FROM(__half, __nv_cvt_halfraw_to_fp8)                                \
    KMEND_FROM(__nv_bfloat16, __nv_cvt_bfloat16raw_to_fp8)                     \
    KMEND_FROM(float, __nv_cvt_float_to_fp8)                                   \
    KMEND_FROM(double, __nv_cvt_double_to_fp8)                                 \
    KMEND_FROM_INTEGER(unsigned short)                                         \
    KMEND_FROM_INTEGER(unsigned)                                               \
    KMEND_FROM_INTEGER(unsigned long)                                          \
    KMEND_FROM_INTEGER(unsigned long long)                                     \
    KMEND_FROM_INTEGER(short)                                                  \
    KMEND_FROM_INTEGER(int)                                                    \
    KMEND_FROM_INTEGER(long)                                                   \
    KMEND_FROM_INTEGER(long long)                                              \
    explicit __host__ __device__ operator __half() const {                     \
      return __half(__nv_cvt_fp8_to_halfraw(__x, KIND));                       \
    }                                                                          \
    explicit __host__ __device__ operator float() const {                      \
      return (float)__half(*this);                                             \
    }                                                                          \
    explicit __host__ __device__ operator __nv_bfloat16() const {              \
      return __nv_bfloat16((float)*this);                                      \
    }                                                                          \
    explicit __host__ __device__ operator double() const {                     \
      return (double)(float)*this;                                             \
    }                                                                          \
    KMEND_TO(signed char, schar)                                               \
    KMEND_TO(unsigned char, uchar)                                             \
    KMEND_TO(char, schar)                                                      \
    KMEND_TO(short, short)                                                     \
    KMEND_TO(unsigned short, ushort)                                           \
    KMEND_TO(int, int)                                                         \
    KMEND_TO(unsigned, uint)                                                   \
    KMEND_TO(long, ll)                                                         \
    KMEND_TO(unsigned long, ull)                                               \
    KMEND_TO(long long, ll)                                                    \
    KMEND_TO(unsigned long long, ull)                                          \
    explicit __host__ __device__ operator bool() const {                       \
      return (__x & 0x7f) != 0;                                                \
    }                                                                          \
  };
#define KMEND_F8 __nv_fp8_e4m3
#define KMEND_KIND __NV_E4M3
KMEND_FLOAT8(__nv_fp8_e4m3, __NV_E4M3)
#undef KMEND_F8
#undef KMEND_KIND
#define KMEND_F8 __nv_fp8_e5m2
#define KMEND_KIND __NV_E5M2
KMEND_FLOAT8(__nv_fp8_e5m2, __NV_E5M2)
#undef KMEND_F8
#undef KMEND_KIND
#undef KMEND_FLOAT8
#undef KMEND_FROM_INTEGER
#undef KMEND_TO

#define KMEND_FLOAT8_PAIR(NAME, KIND)                                          \
  struct __align__(2) NAME {                                                   \
    __nv_fp8x2_storage_t __x;                                                  \
    NAME() = default;                                                          \
    KMEND_FROM(__half2, __nv_cvt_halfraw2_to_fp8x2)                            \
    KMEND_FROM(__nv_bfloat162, __nv_cvt_bfloat16raw2_to_fp8x2)                 \
    KMEND_FROM(float2, __nv_cvt_float2_to_fp8x2)                               \
    KMEND_FROM(double2, __nv_cvt_double2_to_fp8x2)                             \
    explicit __host__ __device__ operator __half2() const {                    \
      return __half2(__nv_cvt_fp8x2_to_halfraw2(__x, KIND));                   \
    }                                                                          \
    explicit __host__ __device__ operator float2() const {                     \
      return __half22float2(__half2(*this));                                   \
    }                                                                          \
  };
#define KMEND_F8 __nv_fp8x2_e4m3
#define KMEND_KIND __NV_E4M3
KMEND_FLOAT8_PAIR(__nv_fp8x2_e4m3, __NV_E4M3)
#undef KMEND_F8
#undef KMEND_KIND
#define KMEND_F8 __nv_fp8x2_e5m2
#define KMEND_KIND __NV_E5M2
KMEND_FLOAT8_PAIR(__nv_fp8x2_e5m2, __NV_E5M2)
#undef KMEND_F8
#undef KMEND_KIND
#undef KMEND_FLOAT8_PAIR
#undef KMEND_FROM

#define KMEND_FLOAT8_FOUR(NAME, PAIR)                                          \
  struct __align__(4) NAME {                                                   \
    __nv_fp8x4_storage_t __x;                                                  \
    NAME() = default;                                                          \
    explicit __host__ __device__ NAME(const __half2 lo, const __half2 hi)      \
        : __x(PAIR(lo).__x | (unsigned)PAIR(hi).__x << 16) {}                  \
    explicit __host__ __device__ NAME(const __nv_bfloat162 lo,                 \
                                      const __nv_bfloat162 hi)                 \
        : __x(PAIR(lo).__x | (unsigned)PAIR(hi).__x << 16) {}                  \
    explicit __host__ __device__ NAME(const float4 f)                          \
        : __x(PAIR(float2{f.x, f.y}).__x |                                     \
              (unsigned)PAIR(float2{f.z, f.w}).__x << 16) {}                   \
    explicit __host__ __device__ NAME(const double4 f)                         \
        : __x(PAIR(double2{f.x, f.y}).__x |                                    \
              (unsigned)PAIR(double2{f.z, f.w}).__x << 16) {}                  \
    explicit __host__ __device__ operator float4() const {                     \
      PAIR lo, hi;                                                             \
      lo.__x = (__nv_fp8x2_storage_t)__x;                                      \
      hi.__x = (__nv_fp8x2_storage_t)(__x >> 16);                              \
      float2 a = (float2)lo, b = (float2)hi;                                   \
      return float4{a.x, a.y, b.x, b.y};                                       \
    }                                                                          \
  };
KMEND_FLOAT8_FOUR(__nv_fp8x4_e4m3, __nv_fp8x2_e4m3)
KMEND_FLOAT8_FOUR(__nv_fp8x4_e5m2, __nv_fp8x2_e5m2)
#undef KMEND_FLOAT8_FOUR

#endif // KMEND_FLOAT8_H
