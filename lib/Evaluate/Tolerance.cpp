//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tolerance where operator.yaml gives none.
//
//===----------------------------------------------------------------------===//

#include "kmend/Evaluate/Comparison.h"
#include <algorithm>
#include <cmath>
#include <cstring>

namespace kmend {

// Higham (2002), section 2.8: rounding errors of n terms behave like a random
// walk, about sqrt(n) units. The factor covers the several roundings a term
// goes through, and the largest of many elements instead of the typical one.
static constexpr double Margin = 8;

/// The longest reduction that the axes allow: the longest extent of any tensor,
/// or, for an input, all of its extents that the output does not have.
static double reductionLength(const Binding &B, const BoundTensor &Output) {
  std::vector<int64_t> Kept(Output.Shape);
  double Longest = 1;
  for (const BoundTensor &T : B.Tensors) {
    std::vector<int64_t> Left(Kept);
    double Reduced = 1;
    for (int64_t Extent : T.Shape) {
      Longest = std::max(Longest, static_cast<double>(Extent));
      if (auto It = llvm::find(Left, Extent); It != Left.end())
        Left.erase(It);
      else
        Reduced *= static_cast<double>(std::max<int64_t>(Extent, 1));
    }
    if (!T.Spec->IsOutput)
      Longest = std::max(Longest, Reduced);
  }
  return Longest;
}

Tolerance deriveTolerance(const Binding &B, const BoundTensor &Output) {
  Tolerance T;
  const DType Type = Output.Spec->Type;
  if (!isFloating(Type))
    return T;
  // Kernels accumulate in float32 unless the data is float64 throughout.
  const bool Double = llvm::all_of(B.Tensors, [](const BoundTensor &Tensor) {
    return !isFloating(Tensor.Spec->Type) ||
           Tensor.Spec->Type == DType::Float64;
  });
  const double Working = epsilon(Double ? DType::Float64 : DType::Float32);
  const double Loss = Margin * Working * std::sqrt(reductionLength(B, Output));
  // A result is rounded to the output's dtype once: half a unit, and half a
  // unit more where the sum fell near the middle of two values.
  const double Rounding =
      Type == DType::Float64 || Type == DType::Float32 ? 0 : epsilon(Type);
  T.MaxRtol = Loss + Rounding;
  T.MaxAtol = Loss;
  return T;
}

Tolerance scaleTolerance(Tolerance T, const BoundTensor &Output,
                         llvm::ArrayRef<char> Want) {
  if (T.Given || !isFloating(Output.Spec->Type))
    return T;
  double Sum = 0;
  uint64_t Count = 0;
  for (size_t At = 0; At + sizeof(double) <= Want.size();
       At += sizeof(double)) {
    double Value;
    std::memcpy(&Value, Want.data() + At, sizeof Value);
    if (std::isfinite(Value)) {
      Sum += Value * Value;
      ++Count;
    }
  }
  T.MaxAtol *= Count ? std::sqrt(Sum / static_cast<double>(Count)) : 0;
  return T;
}

} // namespace kmend
