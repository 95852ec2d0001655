//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Rules.h"

namespace kmend {

static void check(const RuleInput &In, Findings &Out) {
  for (const SymbolFact *S : added(In.Before ? &In.Before->Symbols : nullptr,
                                   In.After.Symbols, [](const SymbolFact &F) {
                                     return std::tuple(int(F.SymbolKind),
                                                       F.Name, F.Detail);
                                   })) {
    if (S->SymbolKind == SymbolFact::Kind::Initialiser)
      Out.reject(S->Where, "'" + S->Name +
                               "' is initialised when the module "
                               "is loaded: " +
                               S->Detail);
    else if (S->SymbolKind == SymbolFact::Kind::Attribute &&
             (S->Detail == "constructor" || S->Detail == "destructor" ||
              S->Detail == "init_priority"))
      Out.reject(S->Where, "'" + S->Name +
                               "' runs when the module is loaded "
                               "or left (" +
                               S->Detail + ")");
  }
}

extern const Rule loadTimeWorkRule;
const Rule loadTimeWorkRule = {
    "load-time-work", "no work before the entry is called or after it returns",
    false, Severity::Reject, check};

} // namespace kmend
