//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two 16-bit or four 8-bit integers in one word.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_SIMD_INTRINSICS_H
#define KMEND_SIMD_INTRINSICS_H

#include "qualifiers.h"

// One body for lanes of BITS bits; T is the type of a lane.
#define KMEND_LANES(NAME, T, BITS, VALUE)                                      \
  KMEND_D unsigned NAME(unsigned a, unsigned b) {                              \
    unsigned result = 0;                                                       \
    for (int i = 0; i < 32; i += BITS) {                                       \
      int x = (T)(a >> i), y = (T)(b >> i);                                    \
      result |= ((unsigned)(VALUE) & ((1u << BITS) - 1)) << i;                 \
    }                                                                          \
    return result;                                                             \
  }
#define KMEND_LANES_ONE(NAME, T, BITS, VALUE)                                  \
  KMEND_D unsigned NAME(unsigned a) {                                          \
    unsigned result = 0;                                                       \
    for (int i = 0; i < 32; i += BITS) {                                       \
      int x = (T)(a >> i);                                                     \
      result |= ((unsigned)(VALUE) & ((1u << BITS) - 1)) << i;                 \
    }                                                                          \
    return result;                                                             \
  }
#define KMEND_SUM(NAME, T, BITS)                                               \
  KMEND_D unsigned NAME(unsigned a, unsigned b) {                              \
    unsigned sum = 0;                                                          \
    for (int i = 0; i < 32; i += BITS) {                                       \
      int x = (T)(a >> i), y = (T)(b >> i);                                    \
      sum += x > y ? x - y : y - x;                                            \
    }                                                                          \
    return sum;                                                                \
  }
KMEND_D int kmend_clamp(int x, int lo, int hi) {
  return x < lo ? lo : x > hi ? hi : x;
}
#define KMEND_SIMD(N, BITS, S, U)                                              \
  KMEND_LANES(__vadd##N, U, BITS, x + y)                                       \
  KMEND_LANES(__vsub##N, U, BITS, x - y)                                       \
  KMEND_LANES(__vaddss##N, S, BITS,                                            \
              kmend_clamp(x + y, -(1 << (BITS - 1)), (1 << (BITS - 1)) - 1))   \
  KMEND_LANES(__vsubss##N, S, BITS,                                            \
              kmend_clamp(x - y, -(1 << (BITS - 1)), (1 << (BITS - 1)) - 1))   \
  KMEND_LANES(__vaddus##N, U, BITS, kmend_clamp(x + y, 0, (1 << BITS) - 1))    \
  KMEND_LANES(__vsubus##N, U, BITS, kmend_clamp(x - y, 0, (1 << BITS) - 1))    \
  KMEND_LANES(__vmaxs##N, S, BITS, x > y ? x : y)                              \
  KMEND_LANES(__vmins##N, S, BITS, x < y ? x : y)                              \
  KMEND_LANES(__vmaxu##N, U, BITS, x > y ? x : y)                              \
  KMEND_LANES(__vminu##N, U, BITS, x < y ? x : y)                              \
  KMEND_LANES(__vavgu##N, U, BITS, (x + y + 1) >> 1)                           \
  KMEND_LANES(__vavgs##N, S, BITS, (x + y + (x + y >= 0)) >> 1)                \
  KMEND_LANES(__vhaddu##N, U, BITS, (x + y) >> 1)                              \
  KMEND_LANES(__vabsdiffu##N, U, BITS, x > y ? x - y : y - x)                  \
  KMEND_LANES(__vabsdiffs##N, S, BITS, x > y ? x - y : y - x)                  \
  KMEND_LANES(__vcmpeq##N, U, BITS, -(x == y))                                 \
  KMEND_LANES(__vcmpne##N, U, BITS, -(x != y))                                 \
  KMEND_LANES(__vcmpgts##N, S, BITS, -(x > y))                                 \
  KMEND_LANES(__vcmpges##N, S, BITS, -(x >= y))                                \
  KMEND_LANES(__vcmplts##N, S, BITS, -(x < y))                                 \
  KMEND_LANES(__vcmples##N, S, BITS, -(x <= y))                                \
  KMEND_LANES(__vcmpgtu##N, U, BITS, -(x > y))                                 \
  KMEND_LANES(__vcmpgeu##N, U, BITS, -(x >= y))                                \
  KMEND_LANES(__vcmpltu##N, U, BITS, -(x < y))                                 \
  KMEND_LANES(__vcmpleu##N, U, BITS, -(x <= y))                                \
  KMEND_LANES(__vseteq##N, U, BITS, x == y)                                    \
  KMEND_LANES(__vsetne##N, U, BITS, x != y)                                    \
  KMEND_LANES(__vsetgts##N, S, BITS, x > y)                                    \
  KMEND_LANES(__vsetges##N, S, BITS, x >= y)                                   \
  KMEND_LANES(__vsetlts##N, S, BITS, x < y)                                    \
  KMEND_LANES(__vsetles##N, S, BITS, x <= y)                                   \
  KMEND_LANES(__vsetgtu##N, U, BITS, x > y)                                    \
  KMEND_LANES(__vsetgeu##N, U, BITS, x >= y)                                   \
  KMEND_LANES(__vsetltu##N, U, BITS, x < y)                                    \
  KMEND_LANES(__vsetleu##N, U, BITS, x <= y)                                   \
  KMEND_LANES_ONE(__vneg##N, S, BITS, -x)                                      \
  KMEND_LANES_ONE(__vnegss##N, S, BITS,                                        \
                  -x < 1 << (BITS - 1) ? -x : (1 << (BITS - 1)) - 1)           \
  KMEND_LANES_ONE(__vabsss##N, S, BITS,                                        \
                  kmend_clamp(x < 0 ? -x : x, 0, (1 << (BITS - 1)) - 1))       \
  KMEND_LANES_ONE(__vabs##N, S, BITS, x < 0 ? -x : x)                          \
  KMEND_SUM(__vsadu##N, U, BITS)                                               \
  KMEND_SUM(__vsads##N, S, BITS)
KMEND_SIMD(2, 16, short, unsigned short)
KMEND_SIMD(4, 8, signed char, unsigned char)
#undef KMEND_SIMD
#undef KMEND_LANES
#undef KMEND_LANES_ONE
#undef KMEND_SUM

// The DPX functions, on 32 bits and on two lanes of 16.
#define KMEND_DPX(NAME, T, VALUE, ...)                                         \
  KMEND_HD T NAME(__VA_ARGS__) { return VALUE; }
#define KMEND_DPX_32(S, T, L)                                                  \
  KMEND_DPX(__viaddmax_##S, T, (L)((T)(a + b)) > (L)c ? (T)(a + b) : c,        \
            const T a, const T b, const T c)                                   \
  KMEND_DPX(__viaddmin_##S, T, (L)((T)(a + b)) < (L)c ? (T)(a + b) : c,        \
            const T a, const T b, const T c)                                   \
  KMEND_DPX(__vimax3_##S, T, a > b ? (a > c ? a : c) : (b > c ? b : c),        \
            const T a, const T b, const T c)                                   \
  KMEND_DPX(__vimin3_##S, T, a < b ? (a < c ? a : c) : (b < c ? b : c),        \
            const T a, const T b, const T c)                                   \
  KMEND_HD T __vibmax_##S(const T a, const T b, bool *const pred) {            \
    *pred = a >= b;                                                            \
    return a >= b ? a : b;                                                     \
  }                                                                            \
  KMEND_HD T __vibmin_##S(const T a, const T b, bool *const pred) {            \
    *pred = a <= b;                                                            \
    return a <= b ? a : b;                                                     \
  }
KMEND_DPX_32(s32, int, long long)
KMEND_DPX_32(u32, unsigned, unsigned long long)
KMEND_HD int kmend_relu32(int x) { return x < 0 ? 0 : x; }
#define KMEND_DPX_RELU(NAME)                                                   \
  KMEND_HD int NAME##_relu(const int a, const int b, const int c) {            \
    return kmend_relu32(NAME(a, b, c));                                        \
  }
KMEND_DPX_RELU(__viaddmax_s32)
KMEND_DPX_RELU(__viaddmin_s32)
KMEND_DPX_RELU(__vimax3_s32)
KMEND_DPX_RELU(__vimin3_s32)
#undef KMEND_DPX_RELU
KMEND_HD int __vimax_s32_relu(const int a, const int b) {
  return kmend_relu32(a > b ? a : b);
}
KMEND_HD int __vimin_s32_relu(const int a, const int b) {
  return kmend_relu32(a < b ? a : b);
}
#define KMEND_DPX_LANES(NAME, T, VALUE, ...)                                   \
  KMEND_HD unsigned NAME(__VA_ARGS__) {                                        \
    unsigned result = 0;                                                       \
    for (int i = 0; i < 32; i += 16) {                                         \
      T x = (T)(a >> i), y = (T)(b >> i), z = (T)(KMEND_THIRD >> i);           \
      (void)z;                                                                 \
      result |= ((unsigned)(VALUE) & 0xffffu) << i;                            \
    }                                                                          \
    return result;                                                             \
  }
#define KMEND_THREE const unsigned a, const unsigned b, const unsigned c
#define KMEND_TWO_WORDS const unsigned a, const unsigned b
#define KMEND_THIRD c
#define KMEND_MAX(X, Y) ((X) > (Y) ? (X) : (Y))
#define KMEND_MIN(X, Y) ((X) < (Y) ? (X) : (Y))
#define KMEND_DPX_16(S, T)                                                     \
  KMEND_DPX_LANES(__viaddmax_##S, T, KMEND_MAX((T)(x + y), z), KMEND_THREE)    \
  KMEND_DPX_LANES(__viaddmin_##S, T, KMEND_MIN((T)(x + y), z), KMEND_THREE)    \
  KMEND_DPX_LANES(__vimax3_##S, T, KMEND_MAX(KMEND_MAX(x, y), z), KMEND_THREE) \
  KMEND_DPX_LANES(__vimin3_##S, T, KMEND_MIN(KMEND_MIN(x, y), z), KMEND_THREE)
KMEND_DPX_16(s16x2, short)
KMEND_DPX_16(u16x2, unsigned short)
KMEND_DPX_LANES(__viaddmax_s16x2_relu, short,
                KMEND_MAX(KMEND_MAX((short)(x + y), z), 0), KMEND_THREE)
KMEND_DPX_LANES(__viaddmin_s16x2_relu, short,
                KMEND_MAX(KMEND_MIN((short)(x + y), z), 0), KMEND_THREE)
KMEND_DPX_LANES(__vimax3_s16x2_relu, short,
                KMEND_MAX(KMEND_MAX(KMEND_MAX(x, y), z), 0), KMEND_THREE)
KMEND_DPX_LANES(__vimin3_s16x2_relu, short,
                KMEND_MAX(KMEND_MIN(KMEND_MIN(x, y), z), 0), KMEND_THREE)
#undef KMEND_THIRD
#define KMEND_THIRD 0
KMEND_DPX_LANES(__vimax_s16x2_relu, short, KMEND_MAX(KMEND_MAX(x, y), 0),
                KMEND_TWO_WORDS)
KMEND_DPX_LANES(__vimin_s16x2_relu, short, KMEND_MAX(KMEND_MIN(x, y), 0),
                KMEND_TWO_WORDS)
#undef KMEND_DPX
#undef KMEND_DPX_32
#undef KMEND_DPX_16
#undef KMEND_DPX_LANES
#undef KMEND_THREE
#undef KMEND_TWO_WORDS
#undef KMEND_THIRD
#undef KMEND_MAX
#undef KMEND_MIN
#define KMEND_PAIR(S, T, CMP, NAME)                                            \
  KMEND_HD unsigned NAME##_##S(const unsigned a, const unsigned b,             \
                               bool *const pred_hi, bool *const pred_lo) {     \
    T ah = (T)(a >> 16), bh = (T)(b >> 16), al = (T)a, bl = (T)b;              \
    *pred_hi = ah CMP bh;                                                      \
    *pred_lo = al CMP bl;                                                      \
    return (unsigned)(unsigned short)(*pred_hi ? ah : bh) << 16 |              \
           (unsigned short)(*pred_lo ? al : bl);                               \
  }
KMEND_PAIR(s16x2, short, >=, __vibmax)
KMEND_PAIR(s16x2, short, <=, __vibmin)
KMEND_PAIR(u16x2, unsigned short, >=, __vibmax)
KMEND_PAIR(u16x2, unsigned short, <=, __vibmin)
#undef KMEND_PAIR

#endif // KMEND_SIMD_INTRINSICS_H
