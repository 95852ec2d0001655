//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two coordinates that are decoded from one index in the wrong order:
// a = i / X, b = i % X becomes b = i / Y, a = i % Y.
//
//===----------------------------------------------------------------------===//

#include "Mutation.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace kmend {

namespace {

class Names : public DynamicRecursiveASTVisitor {
public:
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    if (isa<VarDecl>(E->getDecl()) && isCount(E->getType()))
      Refs.push_back(E);
    return true;
  }
  bool VisitMemberExpr(MemberExpr *E) override {
    if (isa<FieldDecl>(E->getMemberDecl()) && isCount(E->getType()))
      Refs.push_back(E);
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *Op) override {
    if (Op->getOpcode() == BO_Div || Op->getOpcode() == BO_Rem)
      Divisors.push_back(Op->getRHS()->IgnoreParenImpCasts());
    return true;
  }
  std::vector<const Expr *> Refs, Divisors;
};

} // namespace

static Names namesIn(const Expr &E) {
  Names Visitor;
  Visitor.TraverseStmt(const_cast<Expr *>(&E));
  return Visitor;
}

/// The one variable that \p S declares with an integer initialiser, or null.
static const VarDecl *coordinate(const Stmt *S) {
  const auto *D = dyn_cast_or_null<DeclStmt>(S);
  const auto *V =
      D && D->isSingleDecl() ? dyn_cast<VarDecl>(D->getSingleDecl()) : nullptr;
  return V && V->getInit() && isCount(V->getType()) ? V : nullptr;
}

/// Exchanges the roles of \p A and \p B, which both use the extent \p X, with
/// \p Y in its place.
static std::optional<Variant> exchangeRoles(const VarDecl &A, const VarDecl &B,
                                            const std::string &X,
                                            const std::string &Y,
                                            ASTContext &Context) {
  auto Token = [&](SourceLocation At) {
    return Lexer::makeFileCharRange(CharSourceRange::getTokenRange(At),
                                    Context.getSourceManager(),
                                    Context.getLangOpts());
  };
  Variant V{{Token(A.getLocation()), B.getNameAsString()},
            {Token(B.getLocation()), A.getNameAsString()}};
  for (const VarDecl *D : {&A, &B})
    for (const Expr *Ref : namesIn(*D->getInit()).Refs) {
      std::string Text = textOf(*Ref, Context);
      std::string With = Text == X                     ? Y
                         : Text == A.getNameAsString() ? B.getNameAsString()
                                                       : Text;
      if (With != Text)
        V.push_back({rangeOf(*Ref, Context), With});
    }
  if (llvm::any_of(V,
                   [](const SourceChange &C) { return C.Range.isInvalid(); }))
    return std::nullopt;
  return V;
}

std::vector<Variant> decodeOrder(const Stmt &Site, ASTContext &Context) {
  const auto *Block = dyn_cast<CompoundStmt>(&Site);
  if (!Block)
    return {};
  std::vector<Variant> Variants;
  const VarDecl *Last = nullptr;
  for (const Stmt *S : Block->body()) {
    const VarDecl *V = coordinate(S);
    if (V && Last) {
      std::vector<const Expr *> Divisors = namesIn(*Last->getInit()).Divisors;
      std::string X = Divisors.empty() ? "" : textOf(*Divisors.back(), Context);
      bool Both = !X.empty() &&
                  llvm::any_of(namesIn(*V->getInit()).Refs, [&](const Expr *E) {
                    return textOf(*E, Context) == X;
                  });
      if (Both)
        for (const VisibleName &N : integersAt(*S, Context)) {
          if (N.Text == X || N.Decl == Last || N.Decl == V ||
              Variants.size() >= 16)
            continue;
          if (auto Roles = exchangeRoles(*Last, *V, X, N.Text, Context))
            Variants.push_back(std::move(*Roles));
        }
    }
    Last = V;
  }
  return Variants;
}

} // namespace kmend
