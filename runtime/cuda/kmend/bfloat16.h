//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// __nv_bfloat16 and __nv_bfloat162.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_BFLOAT16_H
#define KMEND_BFLOAT16_H

#include "half.h"

// To nearest, ties to even. A NaN must not round to infinity.
KMEND_HD unsigned short kmend_bfloat16_round(float x) {
  unsigned bits = __float_as_uint(x);
  return x == x ? (bits + 0x7fff + (bits >> 16 & 1)) >> 16 : 0x7fff;
}
KMEND_HD float kmend_bfloat16_widen(unsigned short bits) {
  return __uint_as_float((unsigned)bits << 16);
}

#define KMEND_WORD bfloat16
#define KMEND_H __nv_bfloat16
#define KMEND_H2 __nv_bfloat162
#define KMEND_RAW __nv_bfloat16_raw
#define KMEND_RAW2 __nv_bfloat162_raw
#define KMEND_OTHER __half
#define KMEND_ROUND kmend_bfloat16_round
#define KMEND_WIDEN kmend_bfloat16_widen
#define KMEND_FMA kmend_fma_bfloat16
#ifdef __CUDA_NO_BFLOAT16_OPERATORS__
#define KMEND_NO_OPERATORS 1
#endif
#include "float16_class.inc"
#include "float16_operations.inc"
#undef KMEND_NO_OPERATORS
#undef KMEND_WORD
#undef KMEND_H
#undef KMEND_H2
#undef KMEND_RAW
#undef KMEND_RAW2
#undef KMEND_OTHER
#undef KMEND_ROUND
#undef KMEND_WIDEN
#undef KMEND_FMA

inline __host__ __device__ __half::__half(const __nv_bfloat16 f)
    : __x(kmend_half_round((float)f)) {}
inline __host__ __device__ __nv_bfloat16::__nv_bfloat16(const __half f)
    : __x(kmend_bfloat16_round((float)f)) {}

typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

#define CUDART_INF_BF16 __ushort_as_bfloat16((unsigned short)0x7F80U)
#define CUDART_NAN_BF16 __ushort_as_bfloat16((unsigned short)0x7FFFU)
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16((unsigned short)0x0001U)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16((unsigned short)0x7F7FU)
#define CUDART_NEG_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x8000U)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x0000U)
#define CUDART_ONE_BF16 __ushort_as_bfloat16((unsigned short)0x3F80U)

#endif // KMEND_BFLOAT16_H
