//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HintValues.h"
#include <algorithm>
#include <set>

namespace kmend {

// The smallest prime above three warps.
static constexpr int64_t AboveThreeWarps = 97;

/// The product of the axes of \p H with \p Axis at \p Value, or nothing where
/// the workload does not bind. Products saturate.
static std::optional<double> measure(const Operator &Op, Workload W,
                                     llvm::StringRef Axis, int64_t Value,
                                     const SizeHint &H) {
  W.Axes[Axis.str()] = Value;
  llvm::Expected<Binding> B = bind(Op, W);
  if (!B) {
    llvm::consumeError(B.takeError());
    return std::nullopt;
  }
  double Product = 1;
  for (const std::string &Name : H.Axes)
    Product *= static_cast<double>(B->Axes[Name]);
  return Product;
}

std::optional<int64_t> firstAbove(const Operator &Op, const Workload &W,
                                  llvm::StringRef Axis, const SizeHint &H,
                                  int64_t Most) {
  if (H.Axes.size() == 1 && H.Axes.front() == Axis)
    return H.Value + 1 <= Most ? std::optional(H.Value + 1) : std::nullopt;
  // Extents grow with the axes that they are computed from.
  auto Above = [&](int64_t Value) {
    std::optional<double> M = measure(Op, W, Axis, Value, H);
    return M && *M > static_cast<double>(H.Value);
  };
  int64_t Low = 0, High = Most;
  if (H.Axes.empty() || !Above(High) || Above(1))
    return std::nullopt;
  while (High - Low > 1) {
    const int64_t Middle = Low + (High - Low) / 2;
    (Above(Middle) ? High : Low) = Middle;
  }
  return High;
}

std::vector<int64_t> hintedValues(const Operator &Op, const Workload &W,
                                  const AxisProfile &P,
                                  llvm::ArrayRef<SizeHint> Hints) {
  std::vector<int64_t> Thresholds, Tiles, Others;
  if (P.Listed.empty())
    return {};
  const int64_t Most = P.Listed.back();
  for (const SizeHint &H : Hints) {
    const bool Own = llvm::is_contained(H.Axes, P.Name);
    if (H.HintKind == SizeHint::Kind::Threshold) {
      if (auto First = firstAbove(Op, W, P.Name, H, Most + 1))
        Thresholds.insert(Thresholds.end(), {*First, *First - 1, *First - 2});
      continue;
    }
    if (!Own && !H.Axes.empty())
      continue;
    std::vector<int64_t> &Into = Own ? Tiles : Others;
    const int64_t T = H.Value;
    Into.insert(Into.end(), {T + 1, T - 1, 2 * T + 1, 3 * T - 1, T});
  }
  std::vector<int64_t> All;
  std::set<int64_t> Seen;
  for (std::vector<int64_t> *Some : {&Thresholds, &Tiles, &Others})
    for (int64_t Value : *Some)
      if (Value >= 1 && Seen.insert(Value).second)
        All.push_back(Value);
  if (Seen.insert(AboveThreeWarps).second)
    All.push_back(AboveThreeWarps);
  return All;
}

int64_t nextPrime(int64_t Value) {
  auto IsPrime = [](int64_t N) {
    for (int64_t D = 2; D * D <= N; ++D)
      if (N % D == 0)
        return false;
    return N > 1;
  };
  while (!IsPrime(Value))
    ++Value;
  return Value;
}

} // namespace kmend
