//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shapes that are larger than every listed one, and what a candidate may say
// to them.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EVALUATE_LARGER_H
#define KMEND_LIB_EVALUATE_LARGER_H

#include "AxisProfile.h"
#include "kmend/Evaluate/SizeHints.h"
#include "kmend/Evaluate/Verdict.h"

namespace kmend {

/// The var axis that is the first extent of every output, or empty.
std::string outermostAxis(const Operator &Op);

/// Values above the largest listed one that are worth trying for the axis of
/// \p P, the usual growth first; none where something says that the axis ends
/// there: its rule, its smallness, or a description that names the largest
/// listed value. \p W holds the other axes.
std::vector<int64_t> largerValues(const Operator &Op, const Workload &W,
                                  const AxisProfile &P,
                                  llvm::ArrayRef<SizeHint> Hints);

/// Why the failure \p R is a limit that the candidate has and shows, beyond
/// what the operator lists, or empty when it is a failure
/// (docs/Evaluation.md, "Larger shapes"). \p Hints is asked where the source
/// decides.
std::string ownLimit(const Operator &Op, const CaseResult &R,
                     llvm::function_ref<std::vector<SizeHint>()> Hints);

} // namespace kmend

#endif // KMEND_LIB_EVALUATE_LARGER_H
