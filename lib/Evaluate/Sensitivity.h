//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How much a reference's outputs move when its inputs move by one unit of
// working precision. A case whose exact answer moves by more than the tolerance
// can fail a kernel that is right.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EVALUATE_SENSITIVITY_H
#define KMEND_LIB_EVALUATE_SENSITIVITY_H

#include "kmend/Evaluate/Case.h"
#include "kmend/Evaluate/Comparison.h"
#include "kmend/Operator/Binding.h"

namespace kmend {

/// The move of the outputs between two runs of the reference.
struct Sensitivity {
  /// Largest |move| of a floating output over what its tolerance allows.
  double Ratio = 0;
  /// Part of the integer elements that changed.
  double Changed = 0;
};

/// What is usual for an operator: its listed workloads with declared inputs,
/// which a right kernel must pass anyway.
struct SensitivityBaseline {
  Sensitivity Usual;
  /// Every floating output is one of the input values (a maximum, a sort, an
  /// arg-max): such kernels do not round, so equal values must stay equal.
  bool SelectsOnly = false;
};

/// Moves each of \p Values by up to one unit in the last place of the working
/// precision \p Epsilon; with \p KeepTies equal values move equally.
void addNoise(llvm::MutableArrayRef<double> Values, double Epsilon,
              uint64_t Seed, bool KeepTies);

/// The move from \p Want to \p Moved of an output.
Sensitivity moved(const BoundTensor &Output, const Tolerance &T,
                  llvm::ArrayRef<char> Want, llvm::ArrayRef<char> Moved);

/// Why \p C with sensitivity \p S is not asked, or empty when it is.
std::string tooSensitive(const Case &C, const Sensitivity &S,
                         const SensitivityBaseline &Baseline);

} // namespace kmend

#endif // KMEND_LIB_EVALUATE_SENSITIVITY_H
