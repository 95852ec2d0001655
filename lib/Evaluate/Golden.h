//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators whose results are stored: there is no reference to ask, so nothing
// but the listed workloads with their stored inputs can be judged.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EVALUATE_GOLDEN_H
#define KMEND_LIB_EVALUATE_GOLDEN_H

#include "References.h"

namespace kmend {

/// What the verdict says of a golden operator.
inline constexpr llvm::StringLiteral GoldenNote =
    "golden results: only the listed workloads with their stored inputs were "
    "run, in other orders and with other poison; no other shapes or values";

/// The part of \p Plan that stored results can judge, each case once.
std::vector<Case> keepGolden(std::vector<Case> Plan, uint64_t Seed);

} // namespace kmend

#endif // KMEND_LIB_EVALUATE_GOLDEN_H
