//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The search over cards: the most promising (card, alternative) lane is next,
// until none has a step left, then pairs of what helped a little.
//
//===----------------------------------------------------------------------===//

#include "SearchProposer.h"
#include "kmend/Support/Files.h"
#include <cmath>

namespace kmend {

Proposer::~Proposer() = default;

/// What is left of the hope in a lane after one of its sites did not help, and
/// after all of its sites together changed nothing.
static constexpr double AfterSite = 0.85, AfterIdleExperiment = 0.1;
/// Later alternatives of a card are rarer.
static constexpr double AfterAlternative = 0.9;
/// Improvement from which a step takes part in pairs: below the loop's own
/// threshold, since one of two defects often moves few elements.
static constexpr double HelpsALittle = 0.01;
/// Below this a source is as wrong as before, element by element: cases are
/// deterministic.
static constexpr double ChangesNothing = 1e-9;
/// Pairs tried for one source.
static constexpr size_t MaxPairs = 24;

SearchProposer::State &SearchProposer::stateOf(const Situation &S) {
  auto [It, New] = States.try_emplace(sha256(S.Text));
  if (!New)
    return It->second;
  for (const RankedCard &R : Inputs.Rank(S.Symptoms, S.OpType)) {
    double Value = std::max(R.Score, 0.0);
    for (unsigned A = 0; A < R.Fit->Rule.Rewrites.size(); ++A) {
      Lane L;
      L.From = R.Fit;
      L.Alternative = A;
      L.Value = Value;
      Value *= AfterAlternative;
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

bool SearchProposer::triesAllAtOnce(const Lane &L) {
  return L.From->Experiment && L.Sites.size() > 1 && !L.AllTried;
}

/// One site of many is the right one less often, though not in proportion: a
/// card that fits well is likely right somewhere.
void SearchProposer::shareAmongSites(Lane &L) {
  if (!L.Sites.empty())
    L.Value /= std::sqrt(static_cast<double>(L.Sites.size()));
}

void SearchProposer::makeGroups(Lane &L) {
  std::map<std::string, std::vector<unsigned>> ByFunction;
  for (const CardSite &Site : L.Sites)
    ByFunction[Site.Function].push_back(Site.Index);
  if (ByFunction.size() < 2)
    return;
  for (auto &[Function, Sites] : ByFunction)
    if (Sites.size() > 1) {
      llvm::sort(Sites);
      L.Groups.push_back(std::move(Sites));
    }
  // Taken from the back: functions further up in the file come first.
  llvm::sort(L.Groups, std::greater<>());
}

SearchProposer::Lane *SearchProposer::mostPromising(State &St,
                                                    const Situation &S) {
  while (!St.Lanes.empty()) {
    auto Best = llvm::max_element(St.Lanes, [](const Lane &A, const Lane &B) {
      return A.Value < B.Value;
    });
    // Sites are looked for when a lane's turn comes, which is never for most.
    if (!Best->Opened) {
      open(*Best, S);
      if (!triesAllAtOnce(*Best))
        shareAmongSites(*Best);
      continue;
    }
    if (Best->NextSite < Best->Sites.size())
      return &*Best;
    St.Lanes.erase(Best);
  }
  return nullptr;
}

SearchProposer::Step SearchProposer::nextOf(Lane &L) {
  if (triesAllAtOnce(L)) {
    L.AllTried = true;
    makeGroups(L);
    if (L.Groups.empty())
      shareAmongSites(L);
    Step All{L.From, L.Alternative, {}, {}, true};
    for (const CardSite &Site : L.Sites)
      All.Sites.push_back(Site.Index);
    llvm::sort(All.Sites);
    All.Where = llvm::formatv("all {0} sites", L.Sites.size());
    return All;
  }
  L.Value *= AfterSite;
  if (!L.Groups.empty()) {
    Step Group{L.From, L.Alternative, std::move(L.Groups.back()), {}, false};
    Group.Where = llvm::formatv("{0} sites of a function", Group.Sites.size());
    L.Groups.pop_back();
    if (L.Groups.empty())
      shareAmongSites(L);
    return Group;
  }
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
    // All sites together changed nothing at all: single sites can wait. When
    // the whole was refused, made things worse or just different, one of its
    // sites may have spoilt what another one mended.
    bool Idle = F.Result == Feedback::Kind::Stagnant &&
                std::abs(F.Improvement) < ChangesNothing;
    bool Helped = F.Result == Feedback::Kind::Improved ||
                  F.Result == Feedback::Kind::QuickPass;
    for (Lane &L : St.Lanes) {
      if (!Done.AllAtOnce || L.From != Done.From ||
          L.Alternative != Done.Alternative)
        continue;
      // What helped is reduced by the loop.
      if ((Idle || Helped) && !L.Groups.empty()) {
        L.Groups.clear();
        shareAmongSites(L);
      }
      if (Idle)
        L.Value *= AfterIdleExperiment;
    }
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
  if (Lane *L = mostPromising(St, S))
    return propose(St, {nextOf(*L)});
  return nextPair(St);
}

} // namespace kmend
