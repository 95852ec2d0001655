//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares what a candidate wrote with an fp64 reference.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_EVALUATE_COMPARISON_H
#define KMEND_EVALUATE_COMPARISON_H

#include "kmend/Evaluate/ErrorHistogram.h"
#include "kmend/Operator/Binding.h"
#include "llvm/ADT/ArrayRef.h"
#include <vector>

namespace kmend {

/// One wrong element.
struct ElementMismatch {
  uint64_t Flat = 0;
  std::vector<int64_t> Index;
  double Got = 0, Want = 0;
  bool Unwritten = false; ///< still holds the poison
  double Excess =
      0; ///< |got - want| over what the tolerance allows; inf for NaN
};

/// Result for one output tensor. `Wrong` is the mismatch map: one bit an
/// element, empty when everything matched; mismatchRuns makes it small.
struct TensorComparison {
  std::string Tensor;
  std::vector<int64_t> Shape;
  uint64_t Elements = 0, Mismatched = 0, Unwritten = 0, Nonfinite = 0;
  double MaxAbsolute = 0, MaxRelative = 0;
  ErrorHistogram Errors;
  std::vector<bool> Wrong;
  std::vector<ElementMismatch> Worst; ///< at most 8, largest excess first
  bool Passed = true;
};

/// Compares \p Got (elements of the tensor's dtype) with \p Want (doubles for a
/// floating tensor, else the dtype itself). NaN matches NaN and an infinity the
/// same infinity only; integers and bool compare exactly. An element that still
/// holds \p Poison counts as unwritten when it is wrong.
TensorComparison compare(const BoundTensor &Tensor, const Tolerance &T,
                         llvm::ArrayRef<char> Got, llvm::ArrayRef<char> Want,
                         uint8_t Poison);

/// The tolerance used for an output when operator.yaml gives none. For n terms,
/// the longest extent or reduction that the shapes allow, and the unit roundoff
/// eps of the working precision (float32, or float64 where all data is float64)
///
///   |got - want| <= (8 sqrt(n) eps + eps_out) |want| + 8 sqrt(n) eps rms(want)
///
/// with eps_out the epsilon of an output narrower than the working precision.
/// A sum of n terms is off by at most about n eps times the sum of the
/// magnitudes (Higham, Accuracy and Stability of Numerical Algorithms, 2nd
/// edition, 2002, section 4.2); rounding errors of either sign make that grow
/// like sqrt(n) (section 2.8). The factor 8 is for the several roundings of a
/// term and the largest of many elements; the second part is for results that
/// cancel, whose errors scale with the data and not with them. MaxAtol is in
/// units of rms(want): scaleTolerance makes it absolute.
Tolerance deriveTolerance(const Binding &B, const BoundTensor &Output);

/// Makes a derived tolerance absolute for the reference \p Want; one that was
/// given stays as it is.
Tolerance scaleTolerance(Tolerance T, const BoundTensor &Output,
                         llvm::ArrayRef<char> Want);

} // namespace kmend

#endif // KMEND_EVALUATE_COMPARISON_H
