//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An operator with every axis and scalar bound: concrete shapes and arguments.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_OPERATOR_BINDING_H
#define KMEND_OPERATOR_BINDING_H

#include "kmend/Operator/Operator.h"
#include <array>

namespace kmend {

/// A tensor with its shape in numbers.
struct BoundTensor {
  const TensorSpec *Spec = nullptr; ///< owned by the operator
  std::vector<int64_t> Shape;
  uint64_t Elements = 1; ///< 0 when an extent is 0

  uint64_t bytes() const { return Elements * sizeOf(Spec->Type); }
};

/// One argument of the entry, in its order.
struct BoundArgument {
  enum class Kind { Tensor, Axis, Scalar };
  Kind ArgumentKind = Kind::Tensor;
  std::string Name;
  unsigned Tensor = 0; ///< index into Binding::Tensors
  int64_t AxisValue = 0;
  double ScalarValue = 0;
  DType ScalarType = DType::Float32;
};

/// A launch with its extents in numbers.
struct BoundLaunch {
  std::array<int64_t, 3> Grid{1, 1, 1}, Block{1, 1, 1};
  int64_t SharedBytes = 0;
};

/// A workload applied to an operator.
struct Binding {
  const Operator *Op = nullptr;        ///< must outlive the binding
  std::map<std::string, int64_t> Axes; ///< every axis, computed ones too
  std::map<std::string, double> Scalars;
  std::vector<BoundTensor> Tensors; ///< inputs, then outputs, in file order
  std::vector<BoundArgument> Arguments;
  BoundLaunch Launch; ///< where the operator has an entry.launch
};

/// The number that a bound of `init` stands for under \p B.
double resolveBound(const Binding &B, const InitBound &Bound);

/// Whether \p W binds every var axis and keeps every constraint of \p Op; false
/// too when a constraint cannot be computed for it (a division by zero).
bool allows(const Operator &Op, const Workload &W);

/// Binds \p W; a scalar that it leaves out has the first of its values, and
/// every scalar is rounded to its dtype. Errors: a negative axis or extent, a
/// constraint that does not hold, a tensor over 1 TiB, an axis argument that
/// does not fit an int, bounds of an `init` with nothing between them, a launch
/// that no GPU takes.
llvm::Expected<Binding> bind(const Operator &Op, const Workload &W);

} // namespace kmend

#endif // KMEND_OPERATOR_BINDING_H
