//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Rules.h"

namespace kmend {

static void check(const RuleInput &In, Findings &Out) {
  for (const MacroFact *M :
       added(In.Before ? &In.Before->Macros : nullptr, In.After.Macros,
             [](const MacroFact &F) { return F.Name; })) {
    if (!M->Reserved)
      continue;
    if (M->Harmless)
      Out.suspect(M->Where,
                  "the macro '" + M->Name + "' stands for a name of a header");
    else
      Out.reject(M->Where,
                 "the macro '" + M->Name +
                     "' takes the place of a keyword or a name of a header");
  }
}

extern const Rule reservedMacroRule;
const Rule reservedMacroRule = {
    "reserved-macro", "no macro that redefines a keyword or a header's name",
    false, Severity::Reject, check};

} // namespace kmend
