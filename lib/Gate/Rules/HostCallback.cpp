//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Rules.h"

namespace kmend {

static void check(const RuleInput &In, Findings &Out) {
  if (!In.Before)
    return;
  for (const NamedUse *U : addedUses(In))
    if (isNamed(*U, {"cudaLaunchHostFunc", "cudaStreamAddCallback",
                     "cuLaunchHostFunc", "cuStreamAddCallback",
                     "cudaGraphAddHostNode", "cudaUserObjectCreate"}))
      Out.reject(U->Where,
                 "'" + fullName(*U) + "' leaves work for the host behind");
}

extern const Rule hostCallbackRule;
const Rule hostCallbackRule = {"host-callback",
                               "no host functions queued on a stream", true,
                               Severity::Reject, check};

} // namespace kmend
