//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SmallFloats.h"
#include <cmath>

namespace kmend {

uint16_t floatToHalf(float Value) {
  uint32_t Bits = std::bit_cast<uint32_t>(Value);
  uint16_t Sign = Bits >> 16 & 0x8000;
  uint32_t W = Bits & 0x7fffffff;
  if (W > 0x7f800000)
    return 0x7fff;
  if (W >= 0x477ff000) // 65520 and more round to infinity
    return Sign | 0x7c00;
  if (W < 0x38800000) { // below 2^-14: a multiple of 2^-24
    double Steps = std::nearbyint(double(std::fabs(Value)) * 0x1p24);
    return Sign | uint16_t(Steps);
  }
  W += 0xfff + (W >> 13 & 1);
  return Sign | uint16_t((W >> 13) - (112u << 10));
}

uint16_t floatToBFloat(float Value) {
  uint32_t Bits = std::bit_cast<uint32_t>(Value);
  return Value == Value ? (Bits + 0x7fff + (Bits >> 16 & 1)) >> 16 : 0x7fff;
}

float doubleToOddFloat(double Value) {
  float F = float(Value);
  double Back = F;
  uint32_t Bits = std::bit_cast<uint32_t>(F);
  if (Value != Value || Back == Value || (Bits & 1))
    return F;
  if (std::isinf(F)) // the largest number is odd
    return std::copysign(std::bit_cast<float>(0x7f7fffffu), F);
  // One step towards the value: the neighbour is odd.
  bool Up = Value > Back;
  if ((Bits & 0x7fffffff) == 0)
    return std::bit_cast<float>(Up ? 1u : 0x80000001u);
  bool Positive = !(Bits >> 31);
  return std::bit_cast<float>(Positive == Up ? Bits + 1 : Bits - 1);
}

uint16_t doubleToHalf(double Value) {
  return floatToHalf(doubleToOddFloat(Value));
}
uint16_t doubleToBFloat(double Value) {
  return floatToBFloat(doubleToOddFloat(Value));
}

float fp8ToFloat(uint8_t Value, bool Wide) {
  if (Wide) // the upper half of a half
    return halfToFloat(uint16_t(Value) << 8);
  int Exponent = Value >> 3 & 15, Fraction = Value & 7;
  if ((Value & 0x7f) == 0x7f)
    return std::bit_cast<float>(0x7fffffffu);
  float Magnitude = Exponent ? std::ldexp(float(8 + Fraction), Exponent - 10)
                             : std::ldexp(float(Fraction), -9);
  return Value & 0x80 ? -Magnitude : Magnitude;
}

uint8_t floatToFp8(float Value, bool Wide) {
  uint8_t Sign = std::signbit(Value) ? 0x80 : 0;
  if (Value != Value)
    return 0x7f;
  double X = std::fabs(Value);
  const int Fraction = Wide ? 2 : 3, Least = Wide ? -14 : -6;
  const double Most = Wide ? 57344 : 448;
  if (X >= Most)
    return Sign | (Wide ? 0x7b : 0x7e);
  // Steps between neighbours of the same exponent.
  int Exponent = X > 0 ? std::max(std::ilogb(X), Least) : Least;
  double Steps = std::nearbyint(std::ldexp(X, Fraction - Exponent));
  int Code = (Exponent - Least) << Fraction;
  return Sign | uint8_t(std::min(Code + int(Steps), Wide ? 0x7b : 0x7e));
}

} // namespace kmend
