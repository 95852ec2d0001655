//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Rewrite/CardRule.h"
#include "Builtins/Builtin.h"
#include "Builtins/Mutation.h"
#include "CardSites.h"
#include "Matching.h"
#include "kmend/Support/YamlReader.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Tooling/Transformer/Parsing.h"

using namespace clang;

namespace kmend {

static bool binds(llvm::StringRef Matcher, llvm::StringRef Name) {
  return Matcher.contains(("bind(\"" + Name + "\")").str());
}

/// Checks the `${...}` of a card's text.
static llvm::Error checkReferences(const CardRule &Rule, const CardEdit &E) {
  for (llvm::StringRef Rest = E.With;;) {
    size_t Dollar = Rest.find("${");
    if (Dollar == llvm::StringRef::npos)
      return llvm::Error::success();
    size_t Close = Rest.find('}', Dollar);
    if (Close == llvm::StringRef::npos)
      return makeError(ExitCode::InvalidInput, E.Where, "'${' is not closed");
    llvm::StringRef Id = Rest.slice(Dollar + 2, Close).trim().split('.').first;
    if (!binds(Rule.Suspect, Id))
      return makeError(ExitCode::InvalidInput, E.Where,
                       "'${" + Id +
                           "}' names a node that the matcher does "
                           "not bind; add .bind(\"" +
                           Id + "\")");
    Rest = Rest.drop_front(Close + 1);
  }
}

llvm::Error checkCardRule(const CardRule &Rule) {
  auto Matcher = parseMatcher(Rule.Suspect, Rule.Where, ExitCode::InvalidInput);
  if (!Matcher)
    return Matcher.takeError();
  if (!binds(Rule.Suspect, "site"))
    return makeError(ExitCode::InvalidInput, Rule.Where,
                     "the matcher binds no \"site\"; add .bind(\"site\") to "
                     "the node that is suspected");
  for (const CardRewrite &R : Rule.Rewrites) {
    if (!R.Builtin.empty() && !findBuiltin(R.Builtin) &&
        !findMutation(R.Builtin)) {
      llvm::SmallVector<llvm::StringRef> Known;
      std::string List;
      for (const Builtin *B : allBuiltins()) {
        Known.push_back(B->Name);
        List += (List.empty() ? "" : ", ") + B->Name.str();
      }
      for (const Mutation &M : allMutations()) {
        Known.push_back(M.Name);
        List += ", " + M.Name.str();
      }
      llvm::StringRef Near = nearestName(R.Builtin, Known);
      return makeError(ExitCode::InvalidInput, Rule.Where,
                       "unknown builtin '" + R.Builtin + "'" +
                           (Near.empty()
                                ? std::string()
                                : "; did you mean '" + Near.str() + "'?") +
                           " (known: " + List + ")");
    }
    for (const CardEdit &E : R.Edits) {
      auto Selector = transformer::parseRangeSelector(E.Range);
      if (!Selector)
        return makeError(ExitCode::InvalidInput, E.Where,
                         "invalid range: " +
                             llvm::toString(Selector.takeError()));
      if (llvm::Error Bad = checkReferences(Rule, E))
        return Bad;
    }
  }
  return llvm::Error::success();
}

llvm::Expected<std::vector<CardSite>> findCardSites(const ParsedSource &Source,
                                                    const CardRule &Rule,
                                                    unsigned Alternative) {
  EditContext Context(Source, nullptr);
  if (!Rule.Rewrites.empty() && Alternative >= Rule.Rewrites.size())
    return makeError(ExitCode::InvalidInput, Rule.Where,
                     "card '" + Rule.Id + "' has " +
                         llvm::Twine(Rule.Rewrites.size()) +
                         " rewrites, counted from 0");
  auto Matches = cardMatches(
      Context, Rule,
      Rule.Rewrites.empty() ? nullptr : &Rule.Rewrites[Alternative]);
  if (!Matches)
    return Matches.takeError();
  std::vector<CardSite> Sites;
  for (const CardMatch &M : *Matches) {
    // A card without a rewrite still says where it may sit.
    if (!Rule.Rewrites.empty()) {
      Context.Edits = EditList();
      if (llvm::Error No =
              applyAtSite(Context, Rule, Rule.Rewrites[Alternative], M)) {
        llvm::consumeError(std::move(No));
        continue;
      }
    }
    CardSite Site;
    Site.Index = M.Index;
    llvm::StringRef Before = Source.text().take_front(M.Range.Begin);
    Site.Where.File = Source.fileName().str();
    Site.Where.Line = unsigned(Before.count('\n')) + 1;
    size_t Newline = Before.rfind('\n');
    Site.Where.Column =
        unsigned(Newline == llvm::StringRef::npos ? M.Range.Begin + 1
                                                  : M.Range.Begin - Newline);
    if (const NodeRef *Ref =
            Context.Nodes.containing(M.Range.Begin, M.Range.End))
      Site.Node = "n" + std::to_string(Ref->Id);
    if (M.Function)
      Site.Function = M.Function->getNameAsString();
    Site.Text = Context.text(M.Range).str();
    Sites.push_back(std::move(Site));
  }
  return Sites;
}

} // namespace kmend
