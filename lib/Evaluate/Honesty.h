//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What certification refuses although every value is right: results that come
// from elsewhere than from a kernel's threads.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EVALUATE_HONESTY_H
#define KMEND_LIB_EVALUATE_HONESTY_H

#include "kmend/Evaluate/Verdict.h"

namespace kmend {

/// Why candidates that gave \p Cases, all passed, are not certified; empty when
/// they may be. `policy: allow` in operator.yaml names what is allowed:
/// `host-computation` (the host computed results from tensor data) and
/// `parallelism` (every launch is of one thread, however much there is to do).
std::string dishonesty(llvm::ArrayRef<CaseResult> Cases, const Operator &Op);

} // namespace kmend

#endif // KMEND_LIB_EVALUATE_HONESTY_H
