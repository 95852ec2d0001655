//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Cases beyond the plan of certification, looked for where branches went one
// way only.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EVALUATE_COVERAGEGROWTH_H
#define KMEND_LIB_EVALUATE_COVERAGEGROWTH_H

#include "kmend/Evaluate/Verdict.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace kmend {

/// Integers from 2 to 2^20 that stand in \p Text near the places of \p Ways,
/// as literals or by the names of constants that \p Text gives such a value;
/// those on the branch's own line first, then those of the lines around it,
/// then all others. Each once.
std::vector<int64_t> numbersNear(llvm::StringRef Text,
                                 llvm::ArrayRef<BranchWay> Ways);

/// Runs cases beyond \p Planned through \p Run while they take ways that none
/// took before: shapes at the numbers around uncovered branches, further
/// boundary shapes, listed workloads with fresh inputs. All keep the rules of
/// boundary shapes (docs/Evaluation.md), and what is asked depends on \p V and
/// the plan alone. Stops when \p Run returns false, when all is covered, or
/// when two batches in a row took nothing new.
llvm::Error growCoverage(
    const Operator &Op, llvm::ArrayRef<Case> Planned, llvm::StringRef Text,
    Verdict &V,
    llvm::function_ref<llvm::Expected<bool>(llvm::ArrayRef<Case>)> Run);

} // namespace kmend

#endif // KMEND_LIB_EVALUATE_COVERAGEGROWTH_H
