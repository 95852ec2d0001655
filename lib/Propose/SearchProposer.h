//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The search over cards and their sites.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_PROPOSE_SEARCHPROPOSER_H
#define KMEND_LIB_PROPOSE_SEARCHPROPOSER_H

#include "kmend/Propose/Proposer.h"
#include <functional>
#include <map>

namespace kmend {

/// The parts of the house that the search asks; replaced in tests.
struct SearchInputs {
  std::function<std::vector<RankedCard>(llvm::ArrayRef<Symptom>,
                                        llvm::StringRef OpType)>
      Rank;
  std::function<std::vector<CardSite>(const ParsedSource *, const CardRule &,
                                      unsigned Alternative)>
      FindSites;
};

class SearchProposer : public Proposer {
public:
  explicit SearchProposer(SearchInputs Inputs) : Inputs(std::move(Inputs)) {}

  std::optional<Proposal> next(const Situation &S,
                               const Feedback *Last) override;

private:
  /// A card's alternative at some sites.
  struct Step {
    const Card *From = nullptr;
    unsigned Alternative = 0;
    std::vector<unsigned> Sites;
    std::string Where; ///< for people
    bool AllAtOnce = false;
  };

  /// One alternative of one card, as far as it has been tried.
  struct Lane {
    const Card *From = nullptr;
    unsigned Alternative = 0;
    double Value = 0;    ///< how much is expected of its next step
    bool Opened = false; ///< Sites are known
    bool AllTried = false;
    std::vector<CardSite> Sites;
    /// Sites of one function each, to be tried together after all were.
    std::vector<std::vector<unsigned>> Groups;
    size_t NextSite = 0; ///< the next single site
  };

  /// What helped at least a little, for pairs.
  struct Helper {
    Step What;
    double Improvement = 0;
    size_t Order = 0; ///< in which it was found
  };

  /// The search from one source text.
  struct State {
    std::vector<Lane> Lanes; ///< those with steps left
    std::vector<Helper> Helpers;
    std::vector<std::pair<size_t, size_t>> Pairs;
    size_t NextPair = 0;
    bool PairsMade = false;
    std::vector<Step> Last; ///< one step, or the two of a pair
  };

  State &stateOf(const Situation &S);
  void open(Lane &L, const Situation &S);
  void learn(State &St, const Feedback &F);
  Lane *mostPromising(State &St, const Situation &S);
  static bool triesAllAtOnce(const Lane &L);
  static void shareAmongSites(Lane &L);
  static void makeGroups(Lane &L);
  static Step nextOf(Lane &L);
  std::optional<Proposal> nextPair(State &St);
  Proposal propose(State &St, std::vector<Step> Steps);

  SearchInputs Inputs;
  std::map<std::string, State> States; ///< by source text
};

} // namespace kmend

#endif // KMEND_LIB_PROPOSE_SEARCHPROPOSER_H
