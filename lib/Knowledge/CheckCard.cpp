//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Knowledge/CheckCard.h"
#include "kmend/Frontend/ParsedSource.h"
#include "kmend/Rewrite/Rewriter.h"
#include "kmend/Support/YamlReader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace kmend {

/// Collects what stands between \p Open and \p Close, for every \p Open.
static std::vector<std::string>
allBetween(llvm::StringRef Text, llvm::StringRef Open, llvm::StringRef Close) {
  std::vector<std::string> Found;
  for (size_t At = Text.find(Open); At != llvm::StringRef::npos;
       At = Text.find(Open, At)) {
    At += Open.size();
    size_t End = Text.find(Close, At);
    if (End == llvm::StringRef::npos)
      break;
    Found.push_back(Text.slice(At, End).str());
    At = End + Close.size();
  }
  return Found;
}

static llvm::Error checkBound(const std::vector<std::string> &Used,
                              llvm::ArrayRef<llvm::StringRef> Bound,
                              const SourceLocation &Where) {
  for (const std::string &Id : Used) {
    // `x.part` is a part of x; which parts there are depends on the site.
    const llvm::StringRef Node = llvm::StringRef(Id).split('.').first;
    if (llvm::is_contained(Bound, Node))
      continue;
    llvm::StringRef Near = nearestName(Node, Bound);
    return makeError(ExitCode::InvalidInput, Where,
                     "the edit names '" + Id +
                         "', which the matcher does not bind; " +
                         (Near.empty() ? "it binds " + llvm::join(Bound, ", ")
                                       : "did you mean '" + Near.str() + "'?"));
  }
  return llvm::Error::success();
}

llvm::Error checkCard(const Card &C) {
  if (llvm::Error E = checkCardRule(C.Rule))
    return E;
  const std::vector<std::string> Names =
      allBetween(C.Rule.Suspect, ".bind(\"", "\"");
  llvm::SmallVector<llvm::StringRef> Bound(Names.begin(), Names.end());
  if (!llvm::is_contained(Bound, "site"))
    return makeError(ExitCode::InvalidInput, C.Rule.Where,
                     "the matcher binds no \"site\"; add .bind(\"site\") to "
                     "the node that the card is about");
  for (const CardRewrite &R : C.Rule.Rewrites)
    for (const CardEdit &E : R.Edits) {
      if (llvm::Error Err =
              checkBound(allBetween(E.Range, "\"", "\""), Bound, E.Where))
        return Err;
      if (llvm::Error Err =
              checkBound(allBetween(E.With, "${", "}"), Bound, E.Where))
        return Err;
    }
  return llvm::Error::success();
}

/// The script that applies alternative \p Alternative at all sites.
static EditScript applyAll(const Card &C, unsigned Alternative) {
  EditScript Script;
  Script.Why = C.Title;
  Edit E;
  E.Op = "apply_card";
  E.Fields["card"] = C.Id;
  E.Alternative = Alternative;
  Script.Edits.push_back(std::move(E));
  return Script;
}

llvm::Error checkExample(const Card &C, llvm::StringRef Example,
                         llvm::StringRef ExampleName) {
  auto Source = ParsedSource::parse(ExampleName, Example);
  if (!Source)
    return Source.takeError();
  auto Lookup = [&](llvm::StringRef Id) -> const CardRule * {
    return Id == C.Id ? &C.Rule : nullptr;
  };
  const unsigned Alternatives = std::max<size_t>(1, C.Rule.Rewrites.size());
  llvm::Error Last = llvm::Error::success();
  bool AnySite = false, Applied = false;
  for (unsigned A = 0; A != Alternatives && !Applied; ++A) {
    llvm::Expected<std::vector<CardSite>> Sites =
        findCardSites(**Source, C.Rule, A);
    if (!Sites)
      return llvm::joinErrors(std::move(Last), Sites.takeError());
    if (Sites->empty())
      continue;
    AnySite = true;
    if (C.Rule.Rewrites.empty())
      break;
    for (const CardSite &S : *Sites) {
      EditScript Script = applyAll(C, A);
      Script.Edits.front().Sites = {S.Index};
      llvm::Expected<RewriteResult> R = applyScript(**Source, Script, Lookup);
      llvm::consumeError(std::move(Last));
      Last = R ? llvm::Error::success() : R.takeError();
      Applied = !Last;
      if (Applied)
        break;
    }
  }
  if (AnySite && (Applied || C.Rule.Rewrites.empty()))
    return Last;
  if (AnySite)
    return Last;
  llvm::consumeError(std::move(Last));
  return makeError(ExitCode::InvalidInput, {ExampleName.str(), 1, 1},
                   "the card '" + C.Id + "' has no site in its example");
}

} // namespace kmend
