//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For references whose contract says where a value is rounded.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_REFERENCE_H
#define KMEND_REFERENCE_H

namespace kmend {

/// \p X rounded to an IEEE half, ties to even; above 65504 it becomes infinity.
inline double round_to_half(double X) {
  union {
    double Value;
    unsigned long long Bits;
  } U = {X};
  int Exponent = int(U.Bits >> 52 & 0x7ff) - 1023;
  if (Exponent == 1024)
    return X; // infinity and NaN
  // The place of the last bit: 2^-24 for what is subnormal.
  int Last = (Exponent < -14 ? -14 : Exponent) - 10;
  double Scale = 1;
  for (int I = 0; I < (Last < 0 ? -Last : Last); ++I)
    Scale *= 2;
  double Scaled = __builtin_rint(Last < 0 ? X * Scale : X / Scale);
  double Rounded = Last < 0 ? Scaled / Scale : Scaled * Scale;
  if (Rounded > 65504)
    return __builtin_huge_val();
  if (Rounded < -65504)
    return -__builtin_huge_val();
  return Rounded;
}

/// \p X rounded to float, ties to even.
inline double round_to_float(double X) { return float(X); }

/// \p X rounded once to a bfloat16, ties to even.
inline double round_to_bfloat16(double X) {
  union {
    double Value;
    unsigned long long Bits;
  } U = {X};
  int Exponent = int(U.Bits >> 52 & 0x7ff) - 1023;
  if (Exponent == 1024 || X == 0)
    return X;
  if (Exponent < -126) {
    // Subnormal: the last place is 2^-133.
    return __builtin_rint(X * 0x1p133) * 0x1p-133;
  }
  // 45 of 52 bits go; the carry may run into the exponent, as it should.
  unsigned long long Half = (1ull << 44) - 1 + (U.Bits >> 45 & 1);
  U.Bits = (U.Bits + Half) & ~((1ull << 45) - 1);
  if (U.Value >= 0x1p128 || U.Value <= -0x1p128)
    return X < 0 ? -__builtin_huge_val() : __builtin_huge_val();
  return U.Value;
}

} // namespace kmend

#endif // KMEND_REFERENCE_H
