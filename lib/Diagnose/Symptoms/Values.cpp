//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Values.h"
#include "../Thresholds.h"
#include "llvm/Support/Format.h"
#include <algorithm>
#include <cmath>

namespace kmend {

/// The median of \p Values if nearly all lie within \p Spread of it.
static std::optional<double>
agreedMedian(std::vector<double> Values,
             llvm::function_ref<double(double)> Spread) {
  if (Values.size() < thresholds::FewestElements)
    return std::nullopt;
  auto Middle = Values.begin() + Values.size() / 2;
  std::nth_element(Values.begin(), Middle, Values.end());
  const double Median = *Middle;
  const double Allowed = Spread(Median);
  const auto Agree = llvm::count_if(Values, [&](double Value) {
    return std::fabs(Value - Median) <= Allowed;
  });
  if (static_cast<double>(Agree) <
      thresholds::ElementsAgree * static_cast<double>(Values.size()))
    return std::nullopt;
  return Median;
}

std::optional<double> constantRatio(const MismatchMap &M,
                                    llvm::ArrayRef<uint64_t> Indices) {
  double Largest = 0;
  for (uint64_t I : Indices)
    if (std::isfinite(M.want(I)))
      Largest = std::max(Largest, std::fabs(M.want(I)));
  std::vector<double> Ratios;
  size_t Left = 0;
  for (uint64_t I : Indices) {
    const double Got = M.got(I), Want = M.want(I);
    if (!std::isfinite(Got) || !std::isfinite(Want))
      return std::nullopt;
    // Near zero the ratio is that of two rounding errors.
    if (std::fabs(Want) > 0.01 * Largest)
      Ratios.push_back(Got / Want);
    else
      ++Left;
  }
  if (Left > Indices.size() / 2)
    return std::nullopt;
  return agreedMedian(std::move(Ratios), [](double Median) {
    return std::max(thresholds::RatioSpread * std::fabs(Median), 1e-9);
  });
}

std::optional<double> constantOffset(const MismatchMap &M,
                                     llvm::ArrayRef<uint64_t> Indices) {
  std::vector<double> Offsets;
  double Least = 0, Most = 0;
  for (uint64_t I : Indices) {
    const double Got = M.got(I), Want = M.want(I);
    if (!std::isfinite(Got) || !std::isfinite(Want))
      return std::nullopt;
    if (Offsets.empty())
      Least = Most = Want;
    Least = std::min(Least, Want);
    Most = std::max(Most, Want);
    Offsets.push_back(Got - Want);
  }
  // Where all wanted values are one, every relation fits.
  if (Least == Most)
    return std::nullopt;
  return agreedMedian(std::move(Offsets), [](double Median) {
    return thresholds::RatioSpread * std::fabs(Median);
  });
}

bool sameValue(double A, double B) {
  if (std::isnan(A) || std::isnan(B))
    return std::isnan(A) && std::isnan(B);
  if (A == B)
    return true;
  return std::fabs(A - B) <=
         thresholds::SameValue * std::max(std::fabs(A), std::fabs(B));
}

std::string shortNumber(double Value) {
  std::string Text;
  llvm::raw_string_ostream(Text) << llvm::format("%.4g", Value);
  return Text;
}

double partFrom(const MismatchMap &M,
                llvm::function_ref<std::optional<uint64_t>(uint64_t)> From) {
  size_t Fit = 0, Seen = 0, Equal = 0;
  for (uint64_t I : M.Sample) {
    std::optional<uint64_t> J = From(I);
    if (!J || *J >= M.size())
      continue;
    ++Seen;
    Fit += sameValue(M.got(I), M.want(*J));
    Equal += sameValue(M.want(I), M.want(*J));
    // Most relations tried do not hold: give up early.
    if (Seen == 64 && Fit < 32)
      return 0;
  }
  if (Seen < thresholds::FewestElements || Seen < M.Sample.size() / 2 ||
      Equal > Seen / 2)
    return 0;
  return static_cast<double>(Fit) / static_cast<double>(Seen);
}

} // namespace kmend
