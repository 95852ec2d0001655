//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sensitivity.h"
#include "kmend/Support/Random.h"
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace kmend {

// A listed workload may always be asked with the four basic distributions,
// unless one unit of input noise alone uses up the whole tolerance. All other
// distributions must be harmless, since an honest kernel's own rounding is a
// multiple of the noise: some five times where large sums cancel, ten times on
// the degenerate ones (constant, ties, cancellation, one-hot), whose partial
// sums are far from the result. So must be shapes that nobody listed.
static double ratioLimit(const Case &C) {
  switch (C.Spread) {
  case Distribution::Declared:
    return C.ListedWorkload < 0 ? 0.25
                                : std::numeric_limits<double>::infinity();
  case Distribution::Negative:
  case Distribution::Shifted:
  case Distribution::Spread:
    return C.ListedWorkload < 0 ? 0.25 : 1;
  case Distribution::Large:
    return 0.1;
  default:
    return 0.05;
  }
}

// More than usual by this factor counts as more: the largest of many random
// moves varies by about so much between two samples.
static constexpr double Slack = 1.5;

void addNoise(llvm::MutableArrayRef<double> Values, double Epsilon,
              uint64_t Seed, bool KeepTies) {
  Random Draw(Seed, "noise");
  for (double &Value : Values) {
    if (!std::isfinite(Value))
      continue;
    double Unit;
    if (KeepTies) {
      uint64_t Bits;
      std::memcpy(&Bits, &Value, sizeof Bits);
      Unit = Random(Seed ^ Bits).uniform();
    } else {
      Unit = Draw.uniform();
    }
    Value += Value * Epsilon * (2 * Unit - 1);
  }
}

Sensitivity moved(const BoundTensor &Output, const Tolerance &T,
                  llvm::ArrayRef<char> Want, llvm::ArrayRef<char> Moved) {
  Sensitivity S;
  const DType Type = Output.Spec->Type;
  if (Want.size() != Moved.size() || Output.Elements == 0)
    return S;
  if (!isFloating(Type)) {
    uint64_t Changed = 0;
    for (uint64_t I = 0; I != Output.Elements; ++I)
      Changed += loadInteger(Type, Want.data(), I) !=
                 loadInteger(Type, Moved.data(), I);
    S.Changed =
        static_cast<double>(Changed) / static_cast<double>(Output.Elements);
    return S;
  }
  for (uint64_t I = 0; I != Output.Elements; ++I) {
    const double W = load(DType::Float64, Want.data(), I);
    const double M = load(DType::Float64, Moved.data(), I);
    if (!std::isfinite(W) && !std::isfinite(M))
      continue;
    const double Allowed = T.MaxAtol + T.MaxRtol * std::fabs(W);
    const double Move = std::fabs(M - W);
    if (Move == 0)
      continue;
    const double Ratio = Allowed > 0 && std::isfinite(Move)
                             ? Move / Allowed
                             : std::numeric_limits<double>::infinity();
    S.Ratio = std::max(S.Ratio, Ratio);
  }
  return S;
}

std::string tooSensitive(const Case &C, const Sensitivity &S,
                         const SensitivityBaseline &Baseline) {
  const double Limit = std::max(ratioLimit(C), Slack * Baseline.Usual.Ratio);
  if (S.Ratio > Limit)
    return llvm::formatv("one unit of input rounding moves the exact result by "
                         "{0:f2} of the tolerance (at most {1:f2} is asked)",
                         S.Ratio, Limit)
        .str();
  // Integer results that hang on rounding: where this happens on declared
  // inputs too, the operator fixes every rounding step, and may be asked.
  if (S.Changed > 0 && Baseline.Usual.Changed == 0)
    return "one unit of input rounding changes an integer result";
  return "";
}

} // namespace kmend
