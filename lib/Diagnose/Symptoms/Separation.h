//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers (axes, whole scalars, sizes) that tell failing workloads from passing
// ones.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_DIAGNOSE_SEPARATION_H
#define KMEND_LIB_DIAGNOSE_SEPARATION_H

#include "Symptoms.h"

namespace kmend {

/// A number of every workload, by name.
struct NumberColumn {
  std::string Name;
  std::vector<int64_t> Values; ///< one a workload of the evidence
};

/// Every axis and whole scalar that has more than one value. With \p Sizes also
/// products of two axes, and the elements of every tensor.
std::vector<NumberColumn> numberColumns(const Evidence &E, bool Sizes);

/// Whether there are workloads enough on both sides to tell them apart.
bool canSeparate(const Evidence &E);

/// How sure a separation by one of \p Tried columns is: it grows with the
/// smaller side.
double separationConfidence(const Evidence &E);

} // namespace kmend

#endif // KMEND_LIB_DIAGNOSE_SEPARATION_H
