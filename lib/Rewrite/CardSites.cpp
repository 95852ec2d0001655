//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CardSites.h"
#include "Builtins/Builtin.h"
#include "Builtins/Mutation.h"
#include "LaunchFeed.h"
#include "Matching.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "clang/Tooling/Transformer/Parsing.h"
#include "clang/Tooling/Transformer/RangeSelector.h"
#include "clang/Tooling/Transformer/SourceCode.h"

using namespace clang;

namespace kmend {

static bool isInScope(CardScope Scope, const FunctionDecl *F,
                      llvm::function_ref<bool()> FeedsLaunch) {
  // Aliases and constants of the file serve every kind of function.
  if (!F)
    return Scope != CardScope::LaunchConfiguration || FeedsLaunch();
  bool Kernel = F->hasAttr<CUDAGlobalAttr>();
  bool Device = F->hasAttr<CUDADeviceAttr>();
  bool Host = !Kernel && (!Device || F->hasAttr<CUDAHostAttr>());
  switch (Scope) {
  case CardScope::Kernel:
    return Kernel;
  case CardScope::DeviceFunction:
    return Device;
  case CardScope::Host:
    return Host;
  case CardScope::LaunchConfiguration:
    return Host && FeedsLaunch();
  }
  return false;
}

llvm::Expected<std::vector<CardMatch>> cardMatches(EditContext &Context,
                                                   const CardRule &Rule,
                                                   const CardRewrite *Rewrite) {
  auto Matcher = parseMatcher(Rule.Suspect, Rule.Where, ExitCode::InvalidInput);
  if (!Matcher)
    return Matcher.takeError();
  const Mutation *Mutate = Rewrite ? findMutation(Rewrite->Builtin) : nullptr;
  std::optional<LaunchFeed> Feed;
  std::vector<CardMatch> Matches;
  std::vector<size_t> Ways; // of the mutation, by match
  for (const BoundNodes &Nodes : matchesOf(Context.Source, *Matcher, "site")) {
    const DynTypedNode &Site = siteOf(Nodes);
    auto Range = byteRange(Context.ast(), Site);
    if (!Range)
      continue;
    const FunctionDecl *F = functionAround(Context.ast(), Site);
    auto FeedsLaunch = [&] {
      if (!Feed)
        Feed.emplace(Context.Source, Context.Index);
      return Feed->contains(*Range);
    };
    bool Wanted =
        Rule.Scope.empty() || llvm::any_of(Rule.Scope, [&](CardScope S) {
          return isInScope(S, F, FeedsLaunch);
        });
    if (!Wanted)
      continue;
    if (!Mutate) {
      Matches.push_back({unsigned(Matches.size()), Nodes, *Range, F, {}});
      continue;
    }
    for (auto &&[Way, Change] :
         llvm::enumerate(Mutate->Run(Site, Context.ast()))) {
      Ways.push_back(Way);
      Matches.push_back(
          {unsigned(Matches.size()), Nodes, *Range, F, std::move(Change)});
    }
  }
  // The likeliest way at every node comes before the second at any.
  if (Mutate) {
    llvm::sort(Matches, [&](const CardMatch &A, const CardMatch &B) {
      return std::pair(Ways[A.Index], A.Index) <
             std::pair(Ways[B.Index], B.Index);
    });
    for (auto &&[I, M] : llvm::enumerate(Matches))
      M.Index = I;
  }
  return Matches;
}

/// The text of `${Reference}`: a bound node, or a part of it as in `x.rhs`.
static llvm::Expected<std::string> referenceText(EditContext &Context,
                                                 const BoundNodes &Nodes,
                                                 llvm::StringRef Reference) {
  auto [Id, Part] = Reference.split('.');
  auto It = Nodes.getMap().find(Id);
  if (It == Nodes.getMap().end())
    return makeError(ExitCode::InvalidInput,
                     "the matcher bound no '" + Id + "' here");
  if (Part.empty()) {
    if (auto Range = byteRange(Context.ast(), It->second))
      return Context.text(*Range).str();
    return makeError(ExitCode::InvalidInput,
                     "'" + Id + "' is written by a macro");
  }
  for (const NodePart &P : nodeParts(Context.ast(), It->second))
    if (P.Name == Part)
      return Context.text(P.Range).str();
  return makeError(ExitCode::InvalidInput,
                   "'" + Id + "' has no part '" + Part + "' here");
}

static llvm::Expected<std::string> expandText(EditContext &Context,
                                              const BoundNodes &Nodes,
                                              llvm::StringRef Template) {
  std::string Result;
  while (!Template.empty()) {
    size_t Dollar = Template.find("${");
    Result += Template.take_front(Dollar);
    if (Dollar == llvm::StringRef::npos)
      break;
    size_t Close = Template.find('}', Dollar);
    if (Close == llvm::StringRef::npos)
      return makeError(ExitCode::InvalidInput, "'${' is not closed");
    auto Text =
        referenceText(Context, Nodes, Template.slice(Dollar + 2, Close).trim());
    if (!Text)
      return Text.takeError();
    Result += *Text;
    Template = Template.drop_front(Close + 1);
  }
  return Result;
}

/// `before(node("x"))` and `after(statement("x"))` with whole statements as
/// text insert statements, with the neighbours' indentation and braces.
static std::optional<llvm::Error> insertStatement(EditContext &Context,
                                                  const BoundNodes &Nodes,
                                                  llvm::StringRef Range,
                                                  llvm::StringRef Text) {
  Range = Range.trim();
  bool Before = Range.starts_with("before(");
  bool After = Range.starts_with("after(");
  llvm::StringRef Code = Text.trim();
  if ((!Before && !After) || !(Code.ends_with(";") || Code.ends_with("}")))
    return std::nullopt;
  llvm::StringRef Id = Range.split('"').second.split('"').first;
  auto It = Nodes.getMap().find(Id);
  if (It == Nodes.getMap().end())
    return std::nullopt;
  // Beside a declaration at file scope it is plain text.
  auto Place = statementAround(Context.ast(), It->second);
  if (!Place)
    return std::nullopt;
  return Before ? insertBefore(Context.Edits, Context.ast(), *Place, Code)
                : insertAfter(Context.Edits, Context.ast(), *Place, Code);
}

static llvm::Error applyEdit(EditContext &Context, const CardEdit &E,
                             const BoundNodes &Nodes) {
  auto Text = expandText(Context, Nodes, E.With);
  if (!Text)
    return Text.takeError();
  if (auto Inserted = insertStatement(Context, Nodes, E.Range, *Text))
    return std::move(*Inserted);
  auto Selector = transformer::parseRangeSelector(E.Range);
  if (!Selector)
    return makeError(ExitCode::InvalidInput, E.Where,
                     "invalid range: " + llvm::toString(Selector.takeError()));
  ast_matchers::MatchFinder::MatchResult Result(Nodes, &Context.ast());
  auto Range = (*Selector)(Result);
  if (!Range)
    return makeError(ExitCode::InvalidScript,
                     "the range selects nothing here: " +
                         llvm::toString(Range.takeError()));
  auto InFile = tooling::getFileRangeForEdit(*Range, Context.ast());
  const SourceManager &SM = Context.ast().getSourceManager();
  if (!InFile || SM.getFileID(InFile->getBegin()) != SM.getMainFileID())
    return makeError(ExitCode::InvalidScript,
                     "the place is written by a macro and cannot be edited");
  unsigned Begin = SM.getFileOffset(InFile->getBegin());
  unsigned End = SM.getFileOffset(InFile->getEnd());
  if (Begin == End)
    Context.Edits.insert(Begin, *Text, EditRank::Before);
  else if (Context.text({Begin, End}) != *Text)
    Context.Edits.replace({Begin, End}, *Text);
  return llvm::Error::success();
}

/// Adds the edits of a mutation.
static llvm::Error applyChange(EditContext &Context, const Variant &Change) {
  const SourceManager &SM = Context.ast().getSourceManager();
  for (const SourceChange &C : Change) {
    if (C.Range.isInvalid() ||
        SM.getFileID(C.Range.getBegin()) != SM.getMainFileID())
      return makeError(ExitCode::InvalidScript,
                       "the place is written by a macro and cannot be edited");
    ByteRange Range{SM.getFileOffset(C.Range.getBegin()),
                    SM.getFileOffset(C.Range.getEnd())};
    if (Range.Begin == Range.End)
      Context.Edits.insert(Range.Begin, C.Text, EditRank::After);
    else if (Context.text(Range) != C.Text)
      Context.Edits.replace(Range, C.Text);
  }
  return llvm::Error::success();
}

llvm::Error applyAtSite(EditContext &Context, const CardRule &Rule,
                        const CardRewrite &Rewrite, const CardMatch &Match) {
  EditList Saved = Context.Edits;
  llvm::Error Failed = llvm::Error::success();
  if (Match.Change) {
    llvm::consumeError(std::move(Failed));
    Failed = applyChange(Context, *Match.Change);
  } else if (!Rewrite.Builtin.empty()) {
    const Builtin *B = findBuiltin(Rewrite.Builtin);
    consumeError(std::move(Failed));
    Failed = B ? B->Apply(Context, Match.Nodes)
               : makeError(ExitCode::InvalidInput, Rule.Where,
                           "unknown builtin '" + Rewrite.Builtin + "'");
  }
  for (const CardEdit &E : Rewrite.Edits) {
    if (Failed)
      break;
    Failed = applyEdit(Context, E, Match.Nodes);
  }
  if (Failed) {
    Context.Edits = std::move(Saved);
    return Failed;
  }
  if (Context.Edits.size() == Saved.size())
    return makeError(ExitCode::InvalidScript, "the card changes nothing here");
  return llvm::Error::success();
}

} // namespace kmend
