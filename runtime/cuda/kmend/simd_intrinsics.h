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
  KMEND_LANES_ONE(__vneg##N, S, BITS, -x)                                      \
  KMEND_LANES_ONE(__vabs##N, S, BITS, x < 0 ? -x : x)                          \
  KMEND_D unsigned __vsadu##N(unsigned a, unsigned b) {                        \
    unsigned sum = 0;                                                          \
    for (int i = 0; i < 32; i += BITS) {                                       \
      int x = (U)(a >> i), y = (U)(b >> i);                                    \
      sum += x > y ? x - y : y - x;                                            \
    }                                                                          \
    return sum;                                                                \
  }
KMEND_SIMD(2, 16, short, unsigned short)
KMEND_SIMD(4, 8, signed char, unsigned char)
#undef KMEND_SIMD
#undef KMEND_LANES
#undef KMEND_LANES_ONE

#endif // KMEND_SIMD_INTRINSICS_H
