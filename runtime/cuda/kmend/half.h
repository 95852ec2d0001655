//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// __half and __half2.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_HALF_H
#define KMEND_HALF_H

#include "float16.h"

KMEND_HD unsigned short kmend_half_round(float x) {
  // One NaN, as on the device.
  return x == x ? __builtin_bit_cast(unsigned short, (_Float16)x) : 0x7fff;
}
KMEND_HD float kmend_half_widen(unsigned short bits) {
  return (float)__builtin_bit_cast(_Float16, bits);
}

#define KMEND_WORD half
#define KMEND_H __half
#define KMEND_H2 __half2
#define KMEND_RAW __half_raw
#define KMEND_RAW2 __half2_raw
#define KMEND_OTHER __nv_bfloat16
#define KMEND_ROUND kmend_half_round
#define KMEND_WIDEN kmend_half_widen
#define KMEND_FMA kmend_fma_half
#ifdef __CUDA_NO_HALF_OPERATORS__
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

typedef __half half;
typedef __half2 half2;
typedef __half nv_half;
typedef __half2 nv_half2;
typedef __half __nv_half;
typedef __half2 __nv_half2;
typedef __half_raw __nv_half_raw;
typedef __half2_raw __nv_half2_raw;

#define CUDART_INF_FP16 __ushort_as_half((unsigned short)0x7C00U)
#define CUDART_NAN_FP16 __ushort_as_half((unsigned short)0x7FFFU)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half((unsigned short)0x0001U)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half((unsigned short)0x7BFFU)
#define CUDART_NEG_ZERO_FP16 __ushort_as_half((unsigned short)0x8000U)
#define CUDART_ZERO_FP16 __ushort_as_half((unsigned short)0x0000U)
#define CUDART_ONE_FP16 __ushort_as_half((unsigned short)0x3C00U)

#endif // KMEND_HALF_H
