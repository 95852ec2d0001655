//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Rules.h"
#include "llvm/ADT/STLExtras.h"

namespace kmend {

llvm::ArrayRef<Rule> allRules() {
  // Copies of constants of other files: built on first use, not at load time.
  static const Rule List[] = {
      processRule,
      fileRule,
      networkRule,
      loaderRule,
      timerRule,
      environmentRule,
      threadsRule,
      syscallRule,
      numericsModeRule,
      reservedMacroRule,
      pastedNameRule,
      reservedSymbolRule,
      loadTimeWorkRule,
      foreignIncludeRule,
      entryChangedRule,
      inputDependenceRule,
      outputLostRule,
      initialContentsRule,
      launchLostRule,
      extentGateRule,
      loopExtentRule,
      valueSniffingRule,
      answerTableRule,
      staticStateRule,
      libraryCallRule,
      hostComputationRule,
      hostCallbackRule,
      sideStreamRule,
      inputWriteRule,
      constCastRule,
      fabricatedPointerRule,
      parallelismRule,
      precisionRule,
      rangeReductionRule,
      barrierLostRule,
      randomNumbersRule,
      printingRule,
      analysisLimitRule,
  };
  return List;
}

void RuleInput::eachEntry(
    llvm::function_ref<void(const EntryFact &, const EntryFact &)> Visit)
    const {
  if (!Before)
    return;
  for (const EntryFact &A : After.Entries)
    for (const EntryFact &B : Before->Entries)
      if (A.Name == B.Name && A.Parameters.size() == B.Parameters.size()) {
        Visit(B, A);
        break;
      }
}

std::vector<const NamedUse *> addedUses(const RuleInput &In) {
  return added(In.Before ? &In.Before->Uses : nullptr, In.After.Uses,
               [](const NamedUse &U) { return std::pair(U.Scope, U.Name); });
}

bool isNamed(const NamedUse &U, llvm::ArrayRef<llvm::StringRef> Names) {
  if (!U.Scope.empty() && U.Scope != "std")
    return false;
  return llvm::is_contained(Names, llvm::StringRef(U.Name));
}

std::string fullName(const NamedUse &U) {
  return U.Scope.empty() ? U.Name : U.Scope + "::" + U.Name;
}

std::string parameterNames(const EntryFact &Entry, uint32_t Mask) {
  std::string Names;
  for (unsigned I = 0; I < Entry.Parameters.size() && I < Taint::Width; ++I)
    if (Mask & (1u << I)) {
      if (!Names.empty())
        Names += ", ";
      Names += "'" + Entry.Parameters[I].Name + "'";
    }
  return Names;
}

} // namespace kmend
