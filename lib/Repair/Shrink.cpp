//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fewer edits with the same effect.
//
//===----------------------------------------------------------------------===//

#include "RepairRun.h"
#include "kmend/Propose/DeltaDebugger.h"

namespace kmend {

/// What may be lost of an improvement when its edit gets smaller.
static constexpr double Slack = 0.02;

namespace {
/// The smallest part of a script that can be left out: an edit, or one site of
/// an edit by card.
struct Atom {
  unsigned Edit = 0;
  std::optional<unsigned> Site;
};
} // namespace

static std::vector<Atom> atomsOf(const EditScript &Script) {
  std::vector<Atom> Atoms;
  for (unsigned I = 0; I < Script.Edits.size(); ++I) {
    if (Script.Edits[I].Sites.empty())
      Atoms.push_back({I, std::nullopt});
    for (unsigned Site : Script.Edits[I].Sites)
      Atoms.push_back({I, Site});
  }
  return Atoms;
}

static EditScript select(const EditScript &Script, llvm::ArrayRef<Atom> Atoms,
                         llvm::ArrayRef<unsigned> Kept) {
  EditScript Result;
  Result.Why = Script.Why;
  for (unsigned I = 0; I < Script.Edits.size(); ++I) {
    Edit E = Script.Edits[I];
    E.Sites.clear();
    bool Any = false;
    for (unsigned K : Kept)
      if (Atoms[K].Edit == I) {
        Any = true;
        if (Atoms[K].Site)
          E.Sites.push_back(*Atoms[K].Site);
      }
    if (Any)
      Result.Edits.push_back(std::move(E));
  }
  return Result;
}

llvm::Expected<Trial> RepairRun::shrink(Node &From, Trial Wide) {
  std::vector<Atom> Atoms = atomsOf(Wide.Script);
  Trial Smallest = std::move(Wide);
  const EditScript Whole = Smallest.Script;
  const Feedback Wanted = Smallest.Result;
  DeltaDebugger Search(Atoms.size());
  while (auto Kept = Search.next()) {
    if (overBudget()) {
      // What was found counts, and is still to be certified.
      if (Wanted.Result == Feedback::Kind::QuickPass)
        Stopped.reset();
      break;
    }
    auto T = tryScript(From, select(Whole, Atoms, *Kept), Smallest.Card,
                       /*Shrinks=*/true);
    if (!T)
      return T.takeError();
    bool Holds = T->Result.Result == Feedback::Kind::QuickPass ||
                 (Wanted.Result == Feedback::Kind::Improved &&
                  T->Result.Result == Feedback::Kind::Improved &&
                  T->Result.Improvement >= Wanted.Improvement - Slack);
    Search.answer(Holds);
    if (Holds)
      Smallest = std::move(*T);
  }
  return Smallest;
}

llvm::Error RepairRun::shortenChain(Node *&N) {
  // An earlier edit that only seemed to help is left out: the rest of the chain
  // is applied without it, from the source before it.
  for (size_t Skip = 0; N->Chain.size() > 1 && Skip + 1 < N->Chain.size();) {
    if (overBudget()) {
      Stopped.reset();
      return llvm::Error::success();
    }
    auto Before = llvm::find_if(Nodes, [&](const std::unique_ptr<Node> &Other) {
      return Other->Chain.size() == Skip &&
             std::equal(Other->Chain.begin(), Other->Chain.end(),
                        N->Chain.begin(),
                        [](const EditScript &A, const EditScript &B) {
                          return toJson(A) == toJson(B);
                        });
    });
    assert(Before != Nodes.end() && "every prefix of a chain is a node");
    Node *From = Before->get();
    std::vector<EditScript> Rest(N->Chain.begin() + Skip + 1, N->Chain.end());
    std::vector<std::string> Cards(
        N->Cards.begin() + std::min(Skip + 1, N->Cards.size()), N->Cards.end());
    bool Passes = false;
    for (size_t I = 0; I < Rest.size(); ++I) {
      if (llvm::Error E = knowAllScores(*From))
        return E;
      auto T = tryScript(*From, Rest[I], I < Cards.size() ? Cards[I] : "",
                         /*Shrinks=*/true);
      if (!T)
        return T.takeError();
      Passes = T->Result.Result == Feedback::Kind::QuickPass;
      if (!Passes && T->Result.Result != Feedback::Kind::Improved)
        break;
      From = &addNode(*From, std::move(*T));
      if (Passes)
        break;
    }
    if (Passes)
      N = From;
    else
      ++Skip;
  }
  return llvm::Error::success();
}

} // namespace kmend
