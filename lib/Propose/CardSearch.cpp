//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The search proposer over the knowledge base and the rewriter's sites.
//
//===----------------------------------------------------------------------===//

#include "SearchProposer.h"

namespace kmend {

std::unique_ptr<Proposer> createSearchProposer(const KnowledgeBase &Base) {
  SearchInputs Inputs;
  Inputs.Rank = [&Base](llvm::ArrayRef<Symptom> Symptoms,
                        llvm::StringRef OpType) {
    return Base.rank(Symptoms, OpType);
  };
  Inputs.FindSites = [](const ParsedSource *Source, const CardRule &Rule,
                        unsigned Alternative) {
    auto Sites = findCardSites(*Source, Rule, Alternative);
    if (Sites)
      return std::move(*Sites);
    // A card that cannot be matched has no sites; `kmend kb check` says why.
    llvm::consumeError(Sites.takeError());
    return std::vector<CardSite>();
  };
  return std::make_unique<SearchProposer>(std::move(Inputs));
}

} // namespace kmend
