//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constant relations between what was got and what was wanted.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_DIAGNOSE_VALUES_H
#define KMEND_LIB_DIAGNOSE_VALUES_H

#include "Symptoms.h"

namespace kmend {

/// The ratio got / want that nearly all of \p Indices share, leaving out
/// elements too small to tell; none when there is no such ratio.
std::optional<double> constantRatio(const MismatchMap &M,
                                    llvm::ArrayRef<uint64_t> Indices);

/// The difference got - want that nearly all of \p Indices share.
std::optional<double> constantOffset(const MismatchMap &M,
                                     llvm::ArrayRef<uint64_t> Indices);

/// Whether \p A and \p B are the same value up to rounding of a result.
bool sameValue(double A, double B);

/// \p Value with four digits.
std::string shortNumber(double Value);

/// Part of the sampled wrong elements that hold the wanted value of another
/// place: \p From gives that place, or nothing where there is none. 0 when the
/// wanted values of the two places are mostly equal anyway.
double partFrom(const MismatchMap &M,
                llvm::function_ref<std::optional<uint64_t>(uint64_t)> From);

} // namespace kmend

#endif // KMEND_LIB_DIAGNOSE_VALUES_H
