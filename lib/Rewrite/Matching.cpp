//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Matching.h"
#include "Vocabulary.h"
#include "kmend/Frontend/SourceRanges.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ASTTypeTraits.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ParentMapContext.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "clang/ASTMatchers/Dynamic/Diagnostics.h"
#include "clang/ASTMatchers/Dynamic/Parser.h"

using namespace clang;
using namespace clang::ast_matchers;

namespace kmend {

static constexpr size_t MaxMatcherBytes = 16u << 10;
static constexpr int MaxMatcherDepth = 64;

/// The parser recurses once a bracket.
static bool isTooDeep(llvm::StringRef Text) {
  int Depth = 0, Deepest = 0;
  for (char C : Text) {
    Depth += C == '(';
    Depth -= C == ')';
    Deepest = std::max(Deepest, Depth);
  }
  return Deepest > MaxMatcherDepth;
}

llvm::Expected<internal::DynTypedMatcher>
parseMatcher(llvm::StringRef Text, const SourceLocation &Where, ExitCode Code) {
  if (Text.size() > MaxMatcherBytes || isTooDeep(Text))
    return makeError(Code, Where,
                     "the matcher is too long or too deeply nested");
  dynamic::Diagnostics Diags;
  llvm::StringRef Rest = Text;
  std::optional<internal::DynTypedMatcher> Matcher =
      dynamic::Parser::parseMatcherExpression(Rest, nullptr, &vocabulary(),
                                              &Diags);
  if (!Matcher)
    return makeError(Code, Where,
                     "invalid matcher: " +
                         llvm::StringRef(Diags.toStringFull()).trim().str());
  if (!Rest.trim().empty())
    return makeError(Code, Where,
                     "invalid matcher: `" + Rest.trim() +
                         "` is left over behind its end");
  ASTNodeKind Kind = Matcher->getSupportedKind();
  bool Editable = ASTNodeKind::getFromNodeKind<Stmt>().isBaseOf(Kind) ||
                  ASTNodeKind::getFromNodeKind<Decl>().isBaseOf(Kind) ||
                  ASTNodeKind::getFromNodeKind<TypeLoc>().isBaseOf(Kind);
  if (!Editable)
    return makeError(
        Code, Where,
        "the matcher finds " + Kind.asStringRef() +
            ", which has no place in the text; start it with a "
            "statement, an expression, a declaration or a typeLoc");
  return Matcher->withTraversalKind(TK_IgnoreUnlessSpelledInSource);
}

namespace {
class Collect : public MatchFinder::MatchCallback {
public:
  void run(const MatchFinder::MatchResult &Result) override {
    Found.push_back(Result.Nodes);
  }
  std::vector<BoundNodes> Found;
};
} // namespace

std::vector<BoundNodes> matchesOf(const ParsedSource &Source,
                                  const internal::DynTypedMatcher &Matcher,
                                  llvm::StringRef Name) {
  Collect Callback;
  MatchFinder Finder;
  if (!Finder.addDynamicMatcher(Matcher, &Callback))
    return {};
  ASTContext &Context = Source.context();
  Finder.matchAST(Context);
  struct Placed {
    ByteRange Range;
    size_t Order;
  };
  std::vector<Placed> Places;
  for (const auto &[I, Nodes] : llvm::enumerate(Callback.Found)) {
    auto It = Nodes.getMap().find(Name);
    if (It == Nodes.getMap().end())
      continue;
    auto Range = byteRange(Context, It->second);
    if (Range)
      Places.push_back({*Range, I});
  }
  llvm::sort(Places, [](const Placed &A, const Placed &B) {
    return std::tuple(A.Range.Begin, A.Range.End, A.Order) <
           std::tuple(B.Range.Begin, B.Range.End, B.Order);
  });
  std::vector<BoundNodes> Result;
  std::optional<ByteRange> Last;
  for (const Placed &P : Places) {
    if (Last && *Last == P.Range)
      continue;
    Last = P.Range;
    Result.push_back(Callback.Found[P.Order]);
  }
  return Result;
}

const FunctionDecl *functionAround(ASTContext &Context,
                                   const DynTypedNode &Node) {
  DynTypedNode Current = Node;
  for (unsigned Steps = 0; Steps < 4096; ++Steps) {
    if (const auto *F = Current.get<FunctionDecl>()) {
      auto *Method = dyn_cast<CXXMethodDecl>(F);
      if (!Method || !Method->getParent()->isLambda())
        return F;
    }
    auto Parents = Context.getParents(Current);
    if (Parents.empty())
      return nullptr;
    Current = Parents[0];
  }
  return nullptr;
}

llvm::Expected<DynTypedNode> matchedNode(const ParsedSource &Source,
                                         const EditTarget &Target) {
  SourceLocation File{Source.fileName().str(), 0, 0};
  auto Matcher = parseMatcher(Target.Match, {}, ExitCode::InvalidScript);
  if (!Matcher)
    return Matcher.takeError();
  std::vector<DynTypedNode> Found;
  unsigned Elsewhere = 0;
  std::string ElsewhereName;
  for (const BoundNodes &Nodes : matchesOf(Source, *Matcher, "at")) {
    const DynTypedNode &Node = Nodes.getMap().find("at")->second;
    if (!Target.In.empty()) {
      const FunctionDecl *F = functionAround(Source.context(), Node);
      if (!F || (F->getNameAsString() != Target.In &&
                 F->getQualifiedNameAsString() != Target.In)) {
        ++Elsewhere;
        if (F)
          ElsewhereName = F->getNameAsString();
        continue;
      }
    }
    Found.push_back(Node);
  }
  if (Target.Nth < Found.size())
    return Found[Target.Nth];
  std::string Where = Target.In.empty() ? "" : " in '" + Target.In + "'";
  if (!Found.empty())
    return makeError(ExitCode::InvalidScript, File,
                     "nth is " + llvm::Twine(Target.Nth) +
                         ", and the matcher holds at " +
                         llvm::Twine(Found.size()) + " places" + Where +
                         " (counted from 0)");
  std::string Advice = Elsewhere ? "; it holds " + std::to_string(Elsewhere) +
                                       " times elsewhere, for example in '" +
                                       ElsewhereName + "'"
                                 : "";
  if (!llvm::StringRef(Target.Match).contains("bind(\"at\")"))
    Advice += "; bind the node to edit: .bind(\"at\")";
  return makeError(ExitCode::InvalidScript, File,
                   "the matcher `" + llvm::Twine(Target.Match) +
                       "` holds nowhere" + Where + Advice);
}

} // namespace kmend
