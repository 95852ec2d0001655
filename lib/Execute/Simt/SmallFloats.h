//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Floating-point numbers of 16 and 8 bits. Conversions to float are exact;
// those from it round to nearest, ties to even, once.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EXECUTE_SIMT_SMALLFLOATS_H
#define KMEND_LIB_EXECUTE_SIMT_SMALLFLOATS_H

#include <bit>
#include <cstdint>

namespace kmend {

inline float halfToFloat(uint16_t Half) {
  uint32_t Sign = uint32_t(Half & 0x8000) << 16, W = Half & 0x7fff;
  // A denormal is a whole number of 2^-24.
  float Small = float(int(W)) * 0x1p-24f;
  uint32_t Bits = W < 0x400
                      ? std::bit_cast<uint32_t>(Small)
                      : (W << 13) + (W < 0x7c00 ? 112u << 23 : 224u << 23);
  return std::bit_cast<float>(Bits | Sign);
}
inline float bfloatToFloat(uint16_t Word) {
  return std::bit_cast<float>(uint32_t(Word) << 16);
}

/// A NaN becomes 0x7fff.
uint16_t floatToHalf(float Value);
uint16_t floatToBFloat(float Value);
uint16_t doubleToHalf(double Value);
uint16_t doubleToBFloat(double Value);

/// e5m2 when \p Wide, else e4m3, which has no infinity.
float fp8ToFloat(uint8_t Value, bool Wide);
/// Too large a number becomes the largest (`.satfinite`), a NaN 0x7f.
uint8_t floatToFp8(float Value, bool Wide);

/// To float, to odd where inexact: rounding that to fewer bits gives what one
/// rounding would.
float doubleToOddFloat(double Value);

} // namespace kmend

#endif // KMEND_LIB_EXECUTE_SIMT_SMALLFLOATS_H
