//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Operator/DType.h"
#include "kmend/Support/Random.h"
#include "llvm/ADT/APFloat.h"
#include "gtest/gtest.h"
#include <cmath>
#include <cstring>
#include <limits>

using namespace kmend;
using namespace llvm;

namespace {

constexpr double Infinity = std::numeric_limits<double>::infinity();

TEST(DType, NamesRoundTrip) {
  EXPECT_EQ(dtypeNames().size(), 11u);
  for (StringRef Name : dtypeNames())
    EXPECT_EQ(name(*dtypeFromName(Name)), Name);
  EXPECT_FALSE(dtypeFromName("half"));
  EXPECT_EQ(sizeOf(DType::BFloat16), 2u);
  EXPECT_EQ(sizeOf(DType::Bool), 1u);
  EXPECT_EQ(epsilon(DType::Float16), 0x1p-10);
  EXPECT_EQ(epsilon(DType::Int8), 0);
  EXPECT_EQ(largest(DType::Float16), 65504);
  EXPECT_EQ(smallest(DType::UInt8), 0);
  EXPECT_EQ(smallest(DType::Int8), -128);
}

/// LLVM's own conversion, to nearest even.
double converted(double Value, const fltSemantics &To) {
  APFloat Number(Value);
  bool Loses;
  Number.convert(To, APFloat::rmNearestTiesToEven, &Loses);
  Number.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &Loses);
  return Number.convertToDouble();
}

TEST(DType, RoundsLikeLLVM) {
  Random R(1);
  std::pair<DType, const fltSemantics *> Formats[] = {
      {DType::Float16, &APFloat::IEEEhalf()},
      {DType::BFloat16, &APFloat::BFloat()},
      {DType::Float32, &APFloat::IEEEsingle()}};
  for (auto [Type, Semantics] : Formats)
    for (int I = 0; I < 20000; ++I) {
      // Every exponent of the type, and ties as often as not.
      double Value = std::ldexp(R.uniform() - 0.5, int(R.below(300)) - 155);
      if (I % 2)
        Value = roundTo(Type, Value) * (1 + epsilon(Type) / 2);
      if (!std::isfinite(Value))
        continue;
      double Wanted = converted(Value, *Semantics);
      EXPECT_EQ(roundTo(Type, Value), Wanted) << name(Type).str() << Value;
      uint64_t Room = 0;
      store(Type, &Room, 0, Value);
      EXPECT_EQ(load(Type, &Room, 0), Wanted);
    }
}

TEST(DType, Every16BitPatternSurvives) {
  for (DType Type : {DType::Float16, DType::BFloat16})
    for (unsigned Bits = 0; Bits <= 0xffff; ++Bits) {
      uint16_t In = Bits, Out = 0;
      double Value = load(Type, &In, 0);
      store(Type, &Out, 0, Value);
      if (std::isnan(Value))
        EXPECT_TRUE(std::isnan(load(Type, &Out, 0)));
      else
        EXPECT_EQ(Out, In);
    }
}

TEST(DType, OverflowsAndSpecials) {
  EXPECT_EQ(roundTo(DType::Float16, 65519), 65504);
  EXPECT_EQ(roundTo(DType::Float16, 65520), Infinity);
  EXPECT_EQ(roundTo(DType::Float16, -1e300), -Infinity);
  EXPECT_EQ(roundTo(DType::BFloat16, 1e300), Infinity);
  EXPECT_EQ(roundTo(DType::Float32, 1e300), Infinity);
  EXPECT_EQ(roundTo(DType::Float32, 3.5e38), Infinity);
  EXPECT_TRUE(std::isnan(roundTo(DType::Float16, NAN)));
  EXPECT_TRUE(std::signbit(roundTo(DType::Float16, -1e-30)));
}

TEST(DType, IntegersSaturate) {
  EXPECT_EQ(roundTo(DType::Int8, 127.6), 127);
  EXPECT_EQ(roundTo(DType::Int8, -1000), -128);
  EXPECT_EQ(roundTo(DType::UInt8, -3), 0);
  EXPECT_EQ(roundTo(DType::Int32, 2.5), 2);
  EXPECT_EQ(roundTo(DType::Int32, 3.5), 4);
  EXPECT_EQ(roundTo(DType::Int32, NAN), 0);
  EXPECT_EQ(roundTo(DType::UInt32, Infinity), 4294967295.0);
  EXPECT_EQ(roundTo(DType::Bool, 0.25), 1);
  int64_t Wide[2];
  store(DType::Int64, Wide, 0, 1e300);
  store(DType::Int64, Wide, 1, -1e300);
  EXPECT_EQ(Wide[0], INT64_MAX);
  EXPECT_EQ(Wide[1], INT64_MIN);
  EXPECT_EQ(loadInteger(DType::Int64, Wide, 0), INT64_MAX);
}

TEST(DType, LoadsAndStoresEveryInteger) {
  for (StringRef Name : dtypeNames()) {
    DType Type = *dtypeFromName(Name);
    char Room[3 * 8] = {};
    for (double Value : {0.0, 1.0, 5.0}) {
      store(Type, Room, 2, Value);
      double Wanted = Type == DType::Bool ? Value != 0 : Value;
      EXPECT_EQ(load(Type, Room, 2), Wanted) << Name.str();
      EXPECT_EQ(loadInteger(Type, Room, 2), int64_t(Wanted)) << Name.str();
    }
  }
  uint32_t Large = 0xfffffff0u;
  EXPECT_EQ(loadInteger(DType::UInt32, &Large, 0), 0xfffffff0ll);
  uint8_t Odd = 7;
  EXPECT_EQ(load(DType::Bool, &Odd, 0), 1);
}

} // namespace
