//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bits, bytes and wide products.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_INTEGER_INTRINSICS_H
#define KMEND_INTEGER_INTRINSICS_H

#include "qualifiers.h"

KMEND_D int __popc(unsigned x) { return __builtin_popcount(x); }
KMEND_D int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
KMEND_D int __clz(int x) { return x ? __builtin_clz((unsigned)x) : 32; }
KMEND_D int __clzll(long long x) {
  return x ? __builtin_clzll((unsigned long long)x) : 64;
}
KMEND_D int __ffs(int x) { return __builtin_ffs(x); }
KMEND_D int __ffsll(long long x) { return __builtin_ffsll(x); }
KMEND_D unsigned __brev(unsigned x) { return __builtin_bitreverse32(x); }
KMEND_D unsigned long long __brevll(unsigned long long x) {
  return __builtin_bitreverse64(x);
}
KMEND_D int __fns(unsigned mask, unsigned base, int offset) {
  int step = offset < 0 ? -1 : 1, left = offset < 0 ? -offset : offset;
  if (offset == 0)
    return mask >> base & 1 ? (int)base : -1;
  for (int bit = (int)base; bit >= 0 && bit < 32; bit += step)
    if (mask >> bit & 1 && --left == 0)
      return bit;
  return -1;
}
KMEND_D unsigned __byte_perm(unsigned x, unsigned y, unsigned s) {
  unsigned long long both = (unsigned long long)y << 32 | x;
  unsigned result = 0;
  for (int i = 0; i < 4; ++i) {
    // Three bits a byte; PTX's prmt has a fourth.
    unsigned selector = s >> (4 * i) & 7;
    result |= (unsigned)(both >> (8 * selector) & 0xff) << (8 * i);
  }
  return result;
}
KMEND_D unsigned __funnelshift_l(unsigned lo, unsigned hi, unsigned s) {
  return (((unsigned long long)hi << 32 | lo) << (s & 31)) >> 32;
}
KMEND_D unsigned __funnelshift_r(unsigned lo, unsigned hi, unsigned s) {
  return ((unsigned long long)hi << 32 | lo) >> (s & 31);
}
KMEND_D unsigned __funnelshift_lc(unsigned lo, unsigned hi, unsigned s) {
  return s >= 32 ? lo : __funnelshift_l(lo, hi, s);
}
KMEND_D unsigned __funnelshift_rc(unsigned lo, unsigned hi, unsigned s) {
  return s >= 32 ? hi : __funnelshift_r(lo, hi, s);
}
KMEND_D int __mulhi(int x, int y) { return (long long)x * y >> 32; }
KMEND_D unsigned __umulhi(unsigned x, unsigned y) {
  return (unsigned long long)x * y >> 32;
}
KMEND_D long long __mul64hi(long long x, long long y) {
  return (__int128)x * y >> 64;
}
KMEND_D unsigned long long __umul64hi(unsigned long long x,
                                      unsigned long long y) {
  return (unsigned __int128)x * y >> 64;
}
KMEND_D int mulhi(int x, int y) { return __mulhi(x, y); }
KMEND_D unsigned umulhi(unsigned x, unsigned y) { return __umulhi(x, y); }
KMEND_D int __mul24(int x, int y) { return (x << 8 >> 8) * (y << 8 >> 8); }
KMEND_D unsigned __umul24(unsigned x, unsigned y) {
  return (x & 0xffffff) * (y & 0xffffff);
}
KMEND_D int mul24(int x, int y) { return __mul24(x, y); }
KMEND_D unsigned umul24(unsigned x, unsigned y) { return __umul24(x, y); }
KMEND_D int __hadd(int x, int y) { return ((long long)x + y) >> 1; }
KMEND_D int __rhadd(int x, int y) { return ((long long)x + y + 1) >> 1; }
KMEND_D unsigned __uhadd(unsigned x, unsigned y) {
  return ((unsigned long long)x + y) >> 1;
}
KMEND_D unsigned __urhadd(unsigned x, unsigned y) {
  return ((unsigned long long)x + y + 1) >> 1;
}
KMEND_D unsigned __usad(unsigned x, unsigned y, unsigned z) {
  return (x > y ? x - y : y - x) + z;
}
KMEND_D unsigned __sad(int x, int y, unsigned z) {
  return (x > y ? (unsigned)x - (unsigned)y : (unsigned)y - (unsigned)x) + z;
}
KMEND_D int __dp4a(int a, int b, int c) {
  for (int i = 0; i < 32; i += 8)
    c += (signed char)(a >> i) * (signed char)(b >> i);
  return c;
}
KMEND_D unsigned __dp4a(unsigned a, unsigned b, unsigned c) {
  for (int i = 0; i < 32; i += 8)
    c += (a >> i & 0xff) * (b >> i & 0xff);
  return c;
}
KMEND_D int __dp4a(char4 a, char4 b, int c) {
  return c + a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
KMEND_D unsigned __dp4a(uchar4 a, uchar4 b, unsigned c) {
  return c + a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
KMEND_D int __dp2a_lo(int a, int b, int c) {
  return c + (short)a * (signed char)b +
         (short)(a >> 16) * (signed char)(b >> 8);
}
KMEND_D int __dp2a_hi(int a, int b, int c) { return __dp2a_lo(a, b >> 16, c); }
KMEND_D unsigned __dp2a_lo(unsigned a, unsigned b, unsigned c) {
  return c + (a & 0xffff) * (b & 0xff) + (a >> 16) * (b >> 8 & 0xff);
}
KMEND_D unsigned __dp2a_hi(unsigned a, unsigned b, unsigned c) {
  return __dp2a_lo(a, b >> 16, c);
}

#endif // KMEND_INTEGER_INTRINSICS_H
