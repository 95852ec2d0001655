//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EditContext.h"
#include "CodeText.h"
#include "Matching.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "llvm/Support/FormatVariadic.h"

using namespace clang;

namespace kmend {

static std::string shortText(llvm::StringRef Text) {
  std::string Result;
  for (char C : Text.trim()) {
    if (llvm::isSpace(C)) {
      if (!Result.empty() && Result.back() != ' ')
        Result += ' ';
    } else {
      Result += C;
    }
    if (Result.size() >= 60)
      return Result + "...";
  }
  return Result;
}

llvm::Error EditContext::refuse(ByteRange At,
                                const llvm::Twine &Message) const {
  llvm::StringRef Before = Source.text().take_front(At.Begin);
  unsigned Line = unsigned(Before.count('\n')) + 1;
  size_t Newline = Before.rfind('\n');
  unsigned Column = unsigned(
      Newline == llvm::StringRef::npos ? At.Begin + 1 : At.Begin - Newline);
  return makeError(ExitCode::InvalidScript,
                   {Source.fileName().str(), Line, Column}, Message);
}

std::string EditContext::describe(ByteRange At) const {
  const NodeRef *Ref = Nodes.containing(At.Begin, At.End);
  if (!Ref)
    return "`" + shortText(text(At)) + "`";
  return llvm::formatv("n{0} `{1}`", Ref->Id, shortText(Nodes.text(*Ref)));
}

std::string EditContext::nearest(ByteRange At) const {
  unsigned Line = unsigned(Source.text().take_front(At.Begin).count('\n')) + 1;
  // Those on the line first, then its neighbours.
  std::string Result;
  unsigned Listed = 0;
  for (unsigned Distance = 0; Distance <= 2 && Listed < 6; ++Distance)
    for (const NodeRef &Ref : Nodes.nodes()) {
      unsigned Apart = Ref.Line > Line ? Ref.Line - Line : Line - Ref.Line;
      if (Apart != Distance || Listed >= 6)
        continue;
      Result += llvm::formatv("{0}n{1} {2} `{3}`", Listed ? ", " : "", Ref.Id,
                              nodeKind(Ref.Node), shortText(Nodes.text(Ref)));
      ++Listed;
    }
  return Result.empty() ? "none" : Result;
}

llvm::Expected<NodePart> EditContext::target(const Edit &E) const {
  NodePart Found;
  if (!E.At.Node.empty()) {
    auto Part = Nodes.resolve(E.At.Node);
    if (!Part)
      return Part.takeError();
    Found = *Part;
  } else {
    auto Node = matchedNode(Source, E.At);
    if (!Node)
      return Node.takeError();
    auto Range = byteRange(ast(), *Node);
    // A matched statement is the numbered one, with its semicolon.
    if (const auto *S = Node->get<Stmt>())
      if (auto Place = statementAround(ast(), *Node);
          Place && Place->Statement == S)
        Range = Place->Range;
    if (!Range)
      return makeError(ExitCode::InvalidScript, {Source.fileName().str(), 0, 0},
                       "the match of `" + llvm::Twine(E.At.Match) +
                           "` is written by a macro and cannot be edited; aim "
                           "at the macro's use or its arguments");
    Found = {"match", *Range, *Node};
  }
  if (E.Expect && !sameCode(text(Found.Range), *E.Expect))
    return refuse(Found.Range, "expected `" + shortText(*E.Expect) + "` at " +
                                   Found.Name + ", found `" +
                                   shortText(text(Found.Range)) +
                                   "`; near it: " + nearest(Found.Range));
  return Found;
}

llvm::Expected<StatementPlace>
EditContext::statement(const Edit &E, const NodePart &Target) const {
  std::optional<StatementPlace> Place;
  if (Target.Node) {
    DynTypedNode Node = *Target.Node;
    // A body is reached as a block; what surrounds it is not meant.
    if (const auto *S = Node.get<Stmt>(); S && isa<CompoundStmt>(S)) {
      Place = statementAround(ast(), Node);
      if (!Place || Place->Statement != S)
        return refuse(Target.Range,
                      Target.Name + " is the body of " +
                          (Place ? describe(Place->Range) : "a function") +
                          "; aim at a statement in it or at the statement it "
                          "belongs to");
      return *Place;
    }
    Place = statementAround(ast(), Node);
  }
  if (!Place)
    return refuse(Target.Range,
                  "'" + llvm::Twine(E.Op) + "' needs a statement, and " +
                      Target.Name + " (`" + shortText(text(Target.Range)) +
                      "`) stands in none; near it: " + nearest(Target.Range));
  return *Place;
}

llvm::Expected<const NamedDecl *>
EditContext::declaration(const Edit &E, const NodePart &Target) const {
  const NamedDecl *Found = nullptr;
  if (Target.Node) {
    if (const auto *D = Target.Node->get<Decl>())
      Found = dyn_cast<NamedDecl>(D);
    else if (const auto *S = Target.Node->get<Stmt>()) {
      if (auto *Statement = dyn_cast<DeclStmt>(S);
          Statement && Statement->isSingleDecl())
        Found = dyn_cast<NamedDecl>(Statement->getSingleDecl());
      else if (auto *Ref = dyn_cast<DeclRefExpr>(S))
        Found = Ref->getDecl();
    }
  }
  if (!Found || !isa<VarDecl, FieldDecl, TypedefNameDecl, FunctionDecl>(Found))
    return refuse(Target.Range,
                  "'" + llvm::Twine(E.Op) +
                      "' needs a variable, parameter, field or alias, and " +
                      Target.Name + " is `" + shortText(text(Target.Range)) +
                      "`; near it: " + nearest(Target.Range));
  if (!byteRange(ast(), DynTypedNode::create(*Found)))
    return refuse(Target.Range, "'" + Found->getNameAsString() +
                                    "' is not declared in this file");
  return Found;
}

} // namespace kmend
