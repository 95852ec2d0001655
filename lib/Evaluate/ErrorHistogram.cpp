//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Evaluate/ErrorHistogram.h"
#include <algorithm>
#include <cmath>

namespace kmend {

void PowerHistogram::add(double Value) {
  const int64_t Above =
      Value > 0 ? static_cast<int64_t>(std::ilogb(Value)) - First + 1 : 0;
  const size_t At = static_cast<size_t>(
      std::clamp<int64_t>(Above, 0, static_cast<int64_t>(MaxCounts) - 1));
  if (Counts.size() <= At)
    Counts.resize(At + 1);
  ++Counts[At];
}

uint64_t PowerHistogram::total() const {
  uint64_t Sum = 0;
  for (uint64_t Count : Counts)
    Sum += Count;
  return Sum;
}

/// The exponent of the smallest normal value: below, all are as far apart.
static int leastExponent(DType Type) {
  switch (Type) {
  case DType::Float64:
    return -1022;
  case DType::Float16:
    return -14;
  default:
    return -126;
  }
}

double unitInTheLastPlace(DType Type, double Value) {
  if (!isFloating(Type))
    return 1;
  const double Size = std::min(std::fabs(Value), largest(Type));
  const int Exponent = Size > 0 ? std::ilogb(Size) : leastExponent(Type);
  return std::ldexp(epsilon(Type), std::max(Exponent, leastExponent(Type)));
}

void ErrorHistogram::add(DType Type, double Got, double Want) {
  // A difference of two huge values would not be finite.
  const double Error = std::fabs(Got / 2 - Want / 2);
  Units.add(Error / unitInTheLastPlace(Type, Want) * 2);
  if (Want != 0)
    Relative.add(std::min(Error / std::fabs(Want), 1e300) * 2);
}

} // namespace kmend
