//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Covering selections: few rows in which every pair of factor values occurs
// (Cohen and others: The AETG system, IEEE TSE 23(7), 1997).
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EVALUATE_COVERING_H
#define KMEND_LIB_EVALUATE_COVERING_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <cstdint>
#include <vector>

namespace kmend {

/// What is asked of a pair of values of two factors.
enum class PairNeed { Never, Optional, Needed };

/// Rows with one value for each factor (factor f has \p Sizes[f] values), such
/// that every needed pair occurs and no pair that is Never does. \p Need is
/// asked with the smaller factor first. Rows are the same for the same
/// arguments.
std::vector<std::vector<unsigned>> coverPairs(
    llvm::ArrayRef<unsigned> Sizes,
    llvm::function_ref<PairNeed(unsigned, unsigned, unsigned, unsigned)> Need,
    uint64_t Seed);

} // namespace kmend

#endif // KMEND_LIB_EVALUATE_COVERING_H
