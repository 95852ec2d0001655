//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What __half and __nv_bfloat16 share.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_FLOAT16_H
#define KMEND_FLOAT16_H

#include "atomics.h"
#include "cache_access.h"
#include "float_intrinsics.h"
#include "math.h"
#include "warp.h"

#define KMEND_N_(A, B, C) A##B##C
#define KMEND_N__(A, B, C) KMEND_N_(A, B, C)
// A name with the word in the middle, and with the word twice.
#define KMEND_N(A, B) KMEND_N__(A, KMEND_WORD, B)
#define KMEND_N2(A, B, C) KMEND_N__(KMEND_N(A, B), KMEND_WORD, C)

// To float, rounded to odd where it is inexact: a later rounding to 16 bits
// then gives what one rounding would.
KMEND_HD float kmend_odd_step(float r, bool inexact, bool up) {
  return inexact && !(__float_as_int(r) & 1) ? kmend_step(r, up) : r;
}
KMEND_HD float kmend_odd(float x) { return x; }
KMEND_HD float kmend_odd(double x) {
  float r = (float)x;
  double error = x - (double)r;
  return kmend_odd_step(r, error < 0 || error > 0, error > 0);
}
KMEND_HD float kmend_odd(short x) { return x; }
KMEND_HD float kmend_odd(unsigned short x) { return x; }
#define KMEND_ODD(T)                                                           \
  KMEND_HD float kmend_odd(T x) {                                              \
    float r = (float)x;                                                        \
    int error = kmend_integer_error(x, r);                                     \
    return kmend_odd_step(r, error != 0, error > 0);                           \
  }
KMEND_ODD(int)
KMEND_ODD(unsigned int)
KMEND_ODD(long)
KMEND_ODD(unsigned long)
KMEND_ODD(long long)
KMEND_ODD(unsigned long long)
#undef KMEND_ODD

// To a small integer: truncated and saturated.
KMEND_HD int kmend_to_range(float x, int low, int high) {
  int i = kmend_to_int(x);
  return i < low ? low : i > high ? high : i;
}
#define kmend_to_schar(x) kmend_to_range(x, -128, 127)
#define kmend_to_uchar(x) kmend_to_range(x, 0, 255)
#define kmend_to_short(x) kmend_to_range(x, -32768, 32767)
#define kmend_to_ushort(x) kmend_to_range(x, 0, 65535)

KMEND_HD float kmend_unit(float x) { return x > 0 ? (x < 1 ? x : 1) : 0; }
// Of -0, too, it makes 0.
KMEND_HD float kmend_relu(float x) { return x > 0 || x != x ? x : 0; }

// a * b + c, rounded to odd. The product is exact in double.
KMEND_HD float kmend_fma_half(float a, float b, float c) {
  KMEND_EXACT
  // Half has so few bits and exponents that the sum, rounded, is never on the
  // wrong side of a tie.
  return kmend_odd((double)a * b + (double)c);
}
KMEND_HD float kmend_fma_bfloat16(float a, float b, float c) {
  KMEND_EXACT
  double p = (double)a * b, s = p + (double)c;
  double error = kmend_add_error(p, (double)c, s);
  if ((error < 0 || error > 0) && !(__double_as_longlong(s) & 1))
    s = kmend_step(s, error > 0);
  return kmend_odd(s);
}

#endif // KMEND_FLOAT16_H
