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
                                   }))
    switch (S->SymbolKind) {
    case SymbolFact::Kind::ReservedName:
      Out.reject(S->Where, "'" + S->Name + "' is " + S->Detail +
                               "; a source may not define it");
      break;
    case SymbolFact::Kind::Shadow:
      Out.suspect(S->Where, "'" + S->Name + "' is named like " + S->Detail +
                                " and found in its place");
      break;
    case SymbolFact::Kind::Attribute:
      if (S->Detail != "constructor" && S->Detail != "destructor" &&
          S->Detail != "init_priority")
        Out.reject(S->Where, "'" + S->Name + "' has the attribute '" +
                                 S->Detail +
                                 "', which changes what its name links to");
      break;
    case SymbolFact::Kind::Initialiser:
      break;
    }
}

extern const Rule reservedSymbolRule;
const Rule reservedSymbolRule = {
    "reserved-symbol",
    "no definition of a name of the runtime, no linker attributes", false,
    Severity::Reject, check};

} // namespace kmend
