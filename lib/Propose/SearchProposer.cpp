//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The search over cards: passes over (card, alternative) lanes in the order of
// fit, then pairs of what helped a little.
//
//===----------------------------------------------------------------------===//

#include "SearchProposer.h"
#include "kmend/Support/Files.h"

namespace kmend {

Proposer::~Proposer() = default;

/// Single sites of one lane that are tried before other cards get their turn.
static constexpr size_t SitesPerTurn = 8;
/// Improvement from which a step takes part in pairs: below the loop's own
/// threshold, since one of two defects often moves few elements.
static constexpr double HelpsALittle = 0.01;
/// Pairs tried for one source.
static constexpr size_t MaxPairs = 24;
/// The passes over the lanes: cards that a symptom names, the others, and what
/// was put off.
enum : unsigned { NamedPass, OtherPass, DeferredPass, PairPass };

SearchProposer::State &SearchProposer::stateOf(const Situation &S) {
  auto [It, New] = States.try_emplace(sha256(S.Text));
  if (!New)
    return It->second;
  for (const RankedCard &R : Inputs.Rank(S.Symptoms, S.OpType)) {
    bool Named = llvm::any_of(S.Symptoms, [&](const Symptom &Seen) {
      auto Weight = R.Fit->Symptoms.find(Seen.Name);
      return Weight != R.Fit->Symptoms.end() && Weight->second > 0;
    });
    for (unsigned A = 0; A < R.Fit->Rule.Rewrites.size(); ++A) {
      Lane L;
      L.From = R.Fit;
      L.Alternative = A;
      L.Named = Named;
      It->second.Lanes.push_back(std::move(L));
    }
  }
  return It->second;
}

void SearchProposer::open(Lane &L, const Situation &S) {
  L.Opened = true;
  L.Sites = Inputs.FindSites(S.Source, L.From->Rule, L.Alternative);
  // Where an event names a line, sites near it come first.
  std::vector<unsigned> Lines;
  for (const Symptom &Seen : S.Symptoms)
    if (Seen.Where.Line)
      Lines.push_back(Seen.Where.Line);
  if (Lines.empty())
    return;
  auto Distance = [&](const CardSite &Site) {
    unsigned Best = ~0u;
    for (unsigned Line : Lines)
      Best = std::min(Best, Line > Site.Where.Line ? Line - Site.Where.Line
                                                   : Site.Where.Line - Line);
    return Best;
  };
  llvm::sort(L.Sites, [&](const CardSite &A, const CardSite &B) {
    return std::pair(Distance(A), A.Index) < std::pair(Distance(B), B.Index);
  });
}

std::optional<SearchProposer::Step> SearchProposer::nextOf(Lane &L,
                                                           unsigned Pass) {
  if (Pass != DeferredPass && !L.AllTried) {
    L.AllTried = true;
    if (L.From->Experiment && L.Sites.size() > 1) {
      Step All{L.From, L.Alternative, {}, {}, true};
      for (const CardSite &Site : L.Sites)
        All.Sites.push_back(Site.Index);
      llvm::sort(All.Sites);
      All.Where = llvm::formatv("all {0} sites", L.Sites.size());
      return All;
    }
  }
  if (Pass != DeferredPass && (L.Idle || L.NextSite >= SitesPerTurn))
    return std::nullopt;
  if (L.NextSite >= L.Sites.size())
    return std::nullopt;
  const CardSite &Site = L.Sites[L.NextSite++];
  return Step{L.From,
              L.Alternative,
              {Site.Index},
              llvm::formatv("line {0}", Site.Where.Line),
              false};
}

void SearchProposer::learn(State &St, const Feedback &F) {
  if (St.Last.empty())
    return;
  if (St.Last.size() == 1) {
    const Step &Done = St.Last.front();
    // All sites together changed nothing: single sites can wait. When the whole
    // was refused or made things worse, single sites are the way.
    if (Done.AllAtOnce && F.Result == Feedback::Kind::Stagnant)
      St.Lanes[St.LastLane].Idle = true;
    if (F.Result != Feedback::Kind::Refused && F.Improvement >= HelpsALittle)
      St.Helpers.push_back({Done, F.Improvement, St.Helpers.size()});
  }
  St.Last.clear();
}

Proposal SearchProposer::propose(State &St, std::vector<Step> Steps) {
  Proposal P;
  for (const Step &Part : Steps) {
    Edit E;
    E.Op = "apply_card";
    E.Fields["card"] = Part.From->Id;
    E.Sites = Part.Sites;
    E.Alternative = Part.Alternative;
    P.Script.Edits.push_back(std::move(E));
    P.Why += (P.Why.empty() ? "" : "; ") + Part.From->Title + " (" +
             Part.Where + ")";
  }
  P.Script.Why = P.Why;
  P.Card = Steps.front().From->Id;
  P.Alternative = Steps.front().Alternative;
  P.Sites = Steps.front().Sites;
  St.Last = std::move(Steps);
  return P;
}

std::optional<Proposal> SearchProposer::nextPair(State &St) {
  if (!St.PairsMade) {
    St.PairsMade = true;
    llvm::sort(St.Helpers, [](const Helper &A, const Helper &B) {
      return std::pair(-A.Improvement, A.Order) <
             std::pair(-B.Improvement, B.Order);
    });
    // Sum of places, so that the best helpers meet first.
    size_t Count = St.Helpers.size();
    for (size_t Sum = 1; Sum + 1 < 2 * Count; ++Sum)
      for (size_t I = 0; 2 * I < Sum; ++I)
        if (Sum - I < Count)
          St.Pairs.push_back({I, Sum - I});
  }
  while (St.NextPair < std::min(St.Pairs.size(), MaxPairs)) {
    auto [A, B] = St.Pairs[St.NextPair++];
    const Step &First = St.Helpers[A].What, &Second = St.Helpers[B].What;
    // The same sites of one card cannot be edited twice.
    if (First.From == Second.From && First.Alternative != Second.Alternative &&
        llvm::any_of(First.Sites, [&](unsigned Site) {
          return llvm::is_contained(Second.Sites, Site);
        }))
      continue;
    if (First.From == Second.From && First.Alternative == Second.Alternative &&
        (First.AllAtOnce || Second.AllAtOnce))
      continue;
    return propose(St, {First, Second});
  }
  return std::nullopt;
}

std::optional<Proposal> SearchProposer::next(const Situation &S,
                                             const Feedback *Last) {
  State &St = stateOf(S);
  if (Last)
    learn(St, *Last);
  for (; St.Pass < PairPass; ++St.Pass, St.Current = 0)
    for (; St.Current < St.Lanes.size(); ++St.Current) {
      Lane &L = St.Lanes[St.Current];
      if ((St.Pass == NamedPass && !L.Named) ||
          (St.Pass == OtherPass && L.Named))
        continue;
      if (!L.Opened)
        open(L, S);
      if (std::optional<Step> Next = nextOf(L, St.Pass)) {
        St.LastLane = St.Current;
        return propose(St, {std::move(*Next)});
      }
    }
  return nextPair(St);
}

} // namespace kmend
