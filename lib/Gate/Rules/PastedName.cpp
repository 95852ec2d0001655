//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Rules.h"

namespace kmend {

static void check(const RuleInput &In, Findings &Out) {
  for (const NamedUse *U : added(In.Before ? &In.Before->Uses : nullptr,
                                 In.After.Uses, [](const NamedUse &F) {
                                   return std::tuple(F.Pasted, F.Scope, F.Name);
                                 }))
    // Arithmetic that a macro picks by type, as in fma##f, hides nothing.
    if (U->Pasted && (llvm::StringRef(U->Name).starts_with("cu") ||
                      (!llvm::StringRef(U->Header).contains("math") &&
                       U->Header.find("/kmend/") == std::string::npos)))
      Out.reject(U->Where, "the name '" + fullName(*U) +
                               "' is pasted together by a macro; write it out");
}

extern const Rule pastedNameRule;
const Rule pastedNameRule = {"pasted-name",
                             "no name of the runtime built by token pasting",
                             false, Severity::Reject, check};

} // namespace kmend
