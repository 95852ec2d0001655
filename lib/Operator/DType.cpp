//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Operator/DType.h"
#include "llvm/ADT/bit.h"
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

using namespace llvm;

namespace kmend {
namespace {

struct TypeInfo {
  StringLiteral Name;
  unsigned Size;
  /// Of floating types: bits of the significand with the hidden one, and the
  /// exponent of the smallest normal value.
  int Precision, MinExponent;
  double Epsilon, Smallest, Largest;
};

constexpr double DoubleMax = std::numeric_limits<double>::max();
constexpr double FloatMax = std::numeric_limits<float>::max();

/// In the order of DType.
constexpr TypeInfo Types[] = {
    {"float64", 8, 53, -1022, 0x1p-52, -DoubleMax, DoubleMax},
    {"float32", 4, 24, -126, 0x1p-23, -FloatMax, FloatMax},
    {"float16", 2, 11, -14, 0x1p-10, -65504, 65504},
    {"bfloat16", 2, 8, -126, 0x1p-7, -0x1.fep127, 0x1.fep127},
    {"int64", 8, 0, 0, 0, -0x1p63, 0x1p63},
    {"int32", 4, 0, 0, 0, -0x1p31, 0x1p31 - 1},
    {"int16", 2, 0, 0, 0, -0x1p15, 0x1p15 - 1},
    {"int8", 1, 0, 0, 0, -128, 127},
    {"uint8", 1, 0, 0, 0, 0, 255},
    {"uint32", 4, 0, 0, 0, 0, 0x1p32 - 1},
    {"bool", 1, 0, 0, 0, 0, 1},
};

const TypeInfo &info(DType Type) { return Types[static_cast<size_t>(Type)]; }

/// 2^\p Exponent, which must be that of a normal double.
double powerOfTwo(int Exponent) {
  return bit_cast<double>(static_cast<uint64_t>(Exponent + 1023) << 52);
}

/// The exponent of a normal \p Value; -1023 below those.
int exponentOf(double Value) {
  return static_cast<int>(bit_cast<uint64_t>(Value) >> 52 & 0x7ff) - 1023;
}

/// Rounds to \p Precision bits, with the gradual underflow of a type whose
/// smallest normal exponent is \p MinExponent.
double roundSignificand(double Value, int Precision, int MinExponent) {
  if (Value == 0 || !std::isfinite(Value))
    return Value;
  int Exponent = std::max(exponentOf(Value), MinExponent);
  // Adding 1.5 * 2^52 units of the last place leaves no bit below that place,
  // and the addition itself rounds to nearest even.
  double Magic = 1.5 * powerOfTwo(Exponent - Precision + 1 + 52);
  double Rounded = (Value + Magic) - Magic;
  return std::copysign(Rounded, Value);
}

double decode16(uint16_t Bits, int FractionBits, int Bias) {
  int ExponentMask = (1 << (15 - FractionBits)) - 1;
  int Exponent = (Bits >> FractionBits) & ExponentMask;
  int Fraction = Bits & ((1 << FractionBits) - 1);
  double Magnitude;
  if (Exponent == ExponentMask)
    Magnitude = Fraction ? std::numeric_limits<double>::quiet_NaN()
                         : std::numeric_limits<double>::infinity();
  else if (Exponent == 0)
    Magnitude = std::ldexp(Fraction, 1 - Bias - FractionBits);
  else
    Magnitude = std::ldexp(Fraction + (1 << FractionBits),
                           Exponent - Bias - FractionBits);
  return Bits & 0x8000 ? -Magnitude : Magnitude;
}

/// \p Value is one that the type holds.
uint16_t encode16(double Value, int FractionBits, int Bias) {
  int ExponentMask = (1 << (15 - FractionBits)) - 1;
  uint16_t Sign = std::signbit(Value) ? 0x8000 : 0;
  if (std::isnan(Value))
    return Sign | ExponentMask << FractionBits | 1 << (FractionBits - 1);
  if (std::isinf(Value))
    return Sign | ExponentMask << FractionBits;
  if (Value == 0)
    return Sign;
  int Exponent = std::max(exponentOf(Value), 1 - Bias);
  auto Significand = static_cast<unsigned>(std::fabs(Value) *
                                           powerOfTwo(FractionBits - Exponent));
  // The hidden bit adds the one that a normal exponent has more than a
  // subnormal one.
  return Sign | (((Exponent + Bias - 1) << FractionBits) + Significand);
}

template <typename T> T read(const void *Data, uint64_t Index) {
  T Value;
  std::memcpy(&Value, static_cast<const char *>(Data) + Index * sizeof(T),
              sizeof(T));
  return Value;
}

template <typename T> void write(void *Data, uint64_t Index, T Value) {
  std::memcpy(static_cast<char *>(Data) + Index * sizeof(T), &Value, sizeof(T));
}

} // namespace

StringRef name(DType Type) { return info(Type).Name; }

std::optional<DType> dtypeFromName(StringRef Name) {
  for (size_t I = 0; I != std::size(Types); ++I)
    if (Types[I].Name == Name)
      return static_cast<DType>(I);
  return std::nullopt;
}

ArrayRef<StringRef> dtypeNames() {
  static constexpr StringRef Names[] = {
      "float64", "float32", "float16", "bfloat16", "int64", "int32",
      "int16",   "int8",    "uint8",   "uint32",   "bool"};
  static_assert(std::size(Names) == std::size(Types));
  return Names;
}

unsigned sizeOf(DType Type) { return info(Type).Size; }
bool isFloating(DType Type) { return info(Type).Precision != 0; }
double epsilon(DType Type) { return info(Type).Epsilon; }
double largest(DType Type) { return info(Type).Largest; }
double smallest(DType Type) { return info(Type).Smallest; }

double roundTo(DType Type, double Value) {
  const TypeInfo &T = info(Type);
  if (Type == DType::Float64)
    return Value;
  if (Type == DType::Bool)
    return Value != 0;
  if (isFloating(Type)) {
    if (std::fabs(Value) >= 2 * T.Largest)
      return std::copysign(std::numeric_limits<double>::infinity(), Value);
    if (Type == DType::Float32)
      return static_cast<float>(Value);
    double Rounded = roundSignificand(Value, T.Precision, T.MinExponent);
    if (std::fabs(Rounded) > T.Largest)
      return std::copysign(std::numeric_limits<double>::infinity(), Value);
    return Rounded;
  }
  if (std::isnan(Value))
    return 0;
  return std::clamp(std::nearbyint(Value), T.Smallest, T.Largest);
}

double load(DType Type, const void *Data, uint64_t Index) {
  switch (Type) {
  case DType::Float64:
    return read<double>(Data, Index);
  case DType::Float32:
    return read<float>(Data, Index);
  case DType::Float16:
    return decode16(read<uint16_t>(Data, Index), 10, 15);
  case DType::BFloat16:
    return bit_cast<float>(uint32_t(read<uint16_t>(Data, Index)) << 16);
  default:
    return static_cast<double>(loadInteger(Type, Data, Index));
  }
}

int64_t loadInteger(DType Type, const void *Data, uint64_t Index) {
  switch (Type) {
  case DType::Int64:
    return read<int64_t>(Data, Index);
  case DType::Int32:
    return read<int32_t>(Data, Index);
  case DType::Int16:
    return read<int16_t>(Data, Index);
  case DType::Int8:
    return read<int8_t>(Data, Index);
  case DType::UInt8:
    return read<uint8_t>(Data, Index);
  case DType::UInt32:
    return read<uint32_t>(Data, Index);
  case DType::Bool:
    return read<uint8_t>(Data, Index) != 0;
  case DType::Float64:
  case DType::Float32:
  case DType::Float16:
  case DType::BFloat16:
    break;
  }
  double Value = roundTo(DType::Int64, load(Type, Data, Index));
  if (Value >= 0x1p63)
    return std::numeric_limits<int64_t>::max();
  return static_cast<int64_t>(Value);
}

void store(DType Type, void *Data, uint64_t Index, double Value) {
  double Rounded = roundTo(Type, Value);
  switch (Type) {
  case DType::Float64:
    return write<double>(Data, Index, Rounded);
  case DType::Float32:
    return write<float>(Data, Index, static_cast<float>(Rounded));
  case DType::Float16:
    return write<uint16_t>(Data, Index, encode16(Rounded, 10, 15));
  case DType::BFloat16:
    return write<uint16_t>(Data, Index, encode16(Rounded, 7, 127));
  case DType::Int64:
    return write<int64_t>(Data, Index,
                          Rounded >= 0x1p63
                              ? std::numeric_limits<int64_t>::max()
                              : static_cast<int64_t>(Rounded));
  case DType::Int32:
    return write<int32_t>(Data, Index, static_cast<int32_t>(Rounded));
  case DType::Int16:
    return write<int16_t>(Data, Index, static_cast<int16_t>(Rounded));
  case DType::Int8:
    return write<int8_t>(Data, Index, static_cast<int8_t>(Rounded));
  case DType::UInt8:
    return write<uint8_t>(Data, Index, static_cast<uint8_t>(Rounded));
  case DType::UInt32:
    return write<uint32_t>(Data, Index, static_cast<uint32_t>(Rounded));
  case DType::Bool:
    return write<uint8_t>(Data, Index, Rounded != 0);
  }
}

} // namespace kmend
