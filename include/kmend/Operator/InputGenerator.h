//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fills inputs. The same (operator, workload, distribution, seed) gives the
// same bytes on every machine.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_OPERATOR_INPUTGENERATOR_H
#define KMEND_OPERATOR_INPUTGENERATOR_H

#include "kmend/Operator/Binding.h"
#include "llvm/ADT/ArrayRef.h"

namespace kmend {

/// How the float inputs of a case are spread. Inputs with an `init` ignore what
/// it does not allow.
enum class Distribution : uint8_t {
  Declared,     ///< the input's own init, else normal(0, 1)
  Negative,     ///< all negative: -|normal| - 0.1
  Shifted,      ///< normal + 3
  Spread,       ///< normal * 8
  Constant,     ///< every element the same
  OneHot,       ///< one element 1, the others 0
  Ties,         ///< few distinct values
  Large,        ///< normal * 100
  Cancellation, ///< pairs that nearly cancel around a large offset
  Spikes,       ///< normal, and 100 once a row, at its ends and powers of two
  Ones,         ///< all 1 (a probe for diagnosis)
  Ramp          ///< element i holds a small function of i (a probe)
};

llvm::StringRef name(Distribution D);
std::optional<Distribution> distributionFromName(llvm::StringRef Name);

/// The distributions that may be used on \p Op at certification: all that
/// change an input and that no `init` forbids. Declared is always the first.
std::vector<Distribution> allowedDistributions(const Operator &Op);

/// Fills tensor \p Index of \p B (an input or an inout output) into \p Data,
/// which has the tensor's bytes.
void generateInput(const Binding &B, unsigned Index, Distribution D,
                   uint64_t Seed, llvm::MutableArrayRef<char> Data);

} // namespace kmend

#endif // KMEND_OPERATOR_INPUTGENERATOR_H
