//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Rules.h"

namespace kmend {

static void check(const RuleInput &In, Findings &Out) {
  for (const IncludeFact *I :
       added(In.Before ? &In.Before->Includes : nullptr, In.After.Includes,
             [](const IncludeFact &F) { return F.Name; }))
    if (I->Outside)
      Out.reject(I->Where, "'" + I->Name +
                               "' is no header of the language or of CUDA; a "
                               "source stands alone");
}

extern const Rule foreignIncludeRule;
const Rule foreignIncludeRule = {
    "foreign-include", "no file but headers of the language and of CUDA", false,
    Severity::Reject, check};

} // namespace kmend
