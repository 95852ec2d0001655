//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Mutations of names: a sibling of the same kind, exchanged names, exchanged
// arguments.
//
//===----------------------------------------------------------------------===//

#include "Mutation.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace kmend {

static constexpr size_t MostSiblings = 12;

/// The declaration that \p E names, or null.
static const ValueDecl *namedBy(const Expr &E) {
  if (const auto *Ref = dyn_cast<DeclRefExpr>(&E))
    return Ref->getDecl();
  if (const auto *Member = dyn_cast<MemberExpr>(&E))
    return Member->getMemberDecl();
  return nullptr;
}

std::vector<Variant> siblingVariable(const Stmt &Site, ASTContext &Context) {
  const auto *E = dyn_cast<Expr>(&Site);
  const ValueDecl *Mine = E ? namedBy(*E) : nullptr;
  if (!Mine || !(isCount(E->getType()) || E->getType()->isFloatingType()))
    return {};
  CharSourceRange Range = rangeOf(*E, Context);
  if (Range.isInvalid())
    return {};
  std::vector<VisibleName> Names = isCount(E->getType())
                                       ? integersAt(Site, Context)
                                       : floatsAt(Site, Context);
  VisibleName::Kind Kind = isa<ParmVarDecl>(Mine) ? VisibleName::Kind::Parameter
                           : isa<FieldDecl>(Mine) ? VisibleName::Kind::Field
                                                  : VisibleName::Kind::Local;
  // Its own kind first, then the nearest declarations, which are the last.
  std::vector<Variant> Variants;
  auto Add = [&](const VisibleName &N) {
    if (N.Decl != Mine && Variants.size() < MostSiblings)
      Variants.push_back({{Range, N.Text}});
  };
  for (const VisibleName &N : llvm::reverse(Names))
    if (N.Is == Kind)
      Add(N);
  for (const VisibleName &N : llvm::reverse(Names))
    if (N.Is != Kind)
      Add(N);
  return Variants;
}

/// The record that the qualifier of a dependent name stands for, or null.
static const DeclContext *qualifyingRecord(const DependentScopeDeclRefExpr &E) {
  TypeLoc Loc = E.getQualifierLoc().getAsTypeLoc();
  if (!Loc)
    return nullptr;
  QualType T = Loc.getType();
  if (const auto *Record = T->getAsCXXRecordDecl())
    return Record;
  const auto *S = T->getAs<TemplateSpecializationType>();
  const TemplateDecl *Template =
      S ? S->getTemplateName().getAsTemplateDecl() : nullptr;
  return Template ? dyn_cast_or_null<DeclContext>(Template->getTemplatedDecl())
                  : nullptr;
}

std::vector<Variant> siblingConstant(const Stmt &Site, ASTContext &Context) {
  const DeclContext *Scope = nullptr;
  std::string Mine;
  SourceLocation Place;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(&Site)) {
    if (!Ref->getType()->isIntegralOrEnumerationType() ||
        isa<ParmVarDecl>(Ref->getDecl()))
      return {};
    Scope = Ref->getDecl()->getDeclContext();
    Mine = Ref->getDecl()->getNameAsString();
    Place = Ref->getLocation();
  } else if (const auto *Ref = dyn_cast<DependentScopeDeclRefExpr>(&Site)) {
    Scope = qualifyingRecord(*Ref);
    Mine = Ref->getDeclName().getAsString();
    Place = Ref->getLocation();
  }
  CharSourceRange Range =
      Place.isValid()
          ? Lexer::makeFileCharRange(CharSourceRange::getTokenRange(Place),
                                     Context.getSourceManager(),
                                     Context.getLangOpts())
          : CharSourceRange();
  if (!Scope || Range.isInvalid() ||
      !Context.getSourceManager().isWrittenInMainFile(Range.getBegin()))
    return {};
  std::vector<Variant> Variants;
  auto Add = [&](const NamedDecl *Other) {
    if (Other->getIdentifier() && Other->getNameAsString() != Mine &&
        Variants.size() < MostSiblings)
      Variants.push_back({{Range, Other->getNameAsString()}});
  };
  for (const Decl *D : Scope->decls()) {
    if (const auto *V = dyn_cast<VarDecl>(D)) {
      if (V->getType().isConstQualified() && isCount(V->getType()) &&
          Context.getSourceManager().isWrittenInMainFile(V->getLocation()))
        Add(V);
    } else if (const auto *En = dyn_cast<EnumDecl>(D)) {
      if (Context.getSourceManager().isWrittenInMainFile(En->getLocation()))
        for (const EnumConstantDecl *C : En->enumerators())
          Add(C);
    } else if (const auto *C = dyn_cast<EnumConstantDecl>(D)) {
      Add(C);
    }
  }
  return Variants;
}

std::vector<Variant> swapAnyArguments(const Stmt &Site, ASTContext &Context) {
  llvm::SmallVector<const Expr *> Arguments;
  if (const auto *Call = dyn_cast<CallExpr>(&Site))
    Arguments.append(Call->arg_begin(), Call->arg_end());
  else if (const auto *Construct = dyn_cast<CXXConstructExpr>(&Site))
    Arguments.append(Construct->arg_begin(), Construct->arg_end());
  else if (const auto *List = dyn_cast<InitListExpr>(&Site))
    llvm::append_range(Arguments, List->inits());
  std::vector<Variant> Near, Far;
  for (size_t I = 0; I < Arguments.size(); ++I)
    for (size_t J = I + 1; J < Arguments.size(); ++J) {
      const Expr *A = Arguments[I]->IgnoreImpCasts();
      const Expr *B = Arguments[J]->IgnoreImpCasts();
      if (isa<CXXDefaultArgExpr>(A) || isa<CXXDefaultArgExpr>(B))
        continue;
      QualType TA = A->getType().getCanonicalType().getUnqualifiedType();
      QualType TB = B->getType().getCanonicalType().getUnqualifiedType();
      bool Alike = TA == TB || (isCount(TA) && isCount(TB));
      CharSourceRange RA = rangeOf(*A, Context), RB = rangeOf(*B, Context);
      if (!Alike || RA.isInvalid() || RB.isInvalid())
        continue;
      std::string TextA = textOf(RA, Context), TextB = textOf(RB, Context);
      if (TextA == TextB)
        continue;
      (J == I + 1 ? Near : Far).push_back({{RA, TextB}, {RB, TextA}});
    }
  Near.insert(Near.end(), Far.begin(), Far.end());
  if (Near.size() > MostSiblings)
    Near.resize(MostSiblings);
  return Near;
}

namespace {

/// Collects the places where integers are named.
class NameUses : public DynamicRecursiveASTVisitor {
public:
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    if (const auto *V = dyn_cast<VarDecl>(E->getDecl());
        V && V->isLocalVarDeclOrParm() && isCount(E->getType()))
      Uses.push_back(E);
    return true;
  }
  bool VisitMemberExpr(MemberExpr *E) override {
    if (isa<FieldDecl>(E->getMemberDecl()) && isCount(E->getType()))
      Uses.push_back(E);
    return true;
  }
  std::vector<const Expr *> Uses;
};

} // namespace

static bool isLocal(const ValueDecl &D) {
  const auto *V = dyn_cast<VarDecl>(&D);
  return V && V->isLocalVarDecl();
}

/// Exchanges every pair of names of one type that \p Part uses.
static void exchangePairs(llvm::ArrayRef<const Stmt *> Part,
                          ASTContext &Context, std::vector<Variant> &Variants) {
  NameUses Visitor;
  for (const Stmt *S : Part)
    Visitor.TraverseStmt(const_cast<Stmt *>(S));
  std::vector<const ValueDecl *> Decls;
  for (const Expr *E : Visitor.Uses)
    if (!llvm::is_contained(Decls, namedBy(*E)))
      Decls.push_back(namedBy(*E));
  // Extents before coordinates.
  std::vector<const ValueDecl *> Locals;
  llvm::copy_if(Decls, std::back_inserter(Locals),
                [](const ValueDecl *D) { return isLocal(*D); });
  llvm::erase_if(Decls, [](const ValueDecl *D) { return isLocal(*D); });
  llvm::append_range(Decls, Locals);
  for (size_t I = 0; I < Decls.size(); ++I)
    for (size_t J = I + 1; J < Decls.size(); ++J) {
      // An extent is exchanged with an extent, a coordinate with a coordinate.
      if (isLocal(*Decls[I]) != isLocal(*Decls[J]))
        continue;
      std::string TextI, TextJ;
      Variant V;
      bool Editable = true;
      for (const Expr *E : Visitor.Uses) {
        if (namedBy(*E) == Decls[I])
          TextI = textOf(*E, Context);
        if (namedBy(*E) == Decls[J])
          TextJ = textOf(*E, Context);
      }
      for (const Expr *E : Visitor.Uses) {
        const ValueDecl *D = namedBy(*E);
        if (D != Decls[I] && D != Decls[J])
          continue;
        CharSourceRange Range = rangeOf(*E, Context);
        Editable &= Range.isValid();
        V.push_back({Range, D == Decls[I] ? TextJ : TextI});
      }
      if (Editable && !TextI.empty() && !TextJ.empty())
        Variants.push_back(std::move(V));
    }
}

std::vector<Variant> swapNames(const Stmt &Site, ASTContext &Context) {
  std::vector<Variant> Variants;
  const auto *Compound = dyn_cast<CompoundStmt>(&Site);
  if (!Compound) {
    exchangePairs(&Site, Context, Variants);
  } else {
    // Runs of declarations: the place where coordinates are worked out.
    std::vector<const Stmt *> Run;
    auto Flush = [&] {
      if (!Run.empty())
        exchangePairs(Run, Context, Variants);
      Run.clear();
    };
    for (const Stmt *S : Compound->body()) {
      if (isa<DeclStmt>(S) || isa<CompoundAssignOperator>(S) ||
          (isa<BinaryOperator>(S) && cast<BinaryOperator>(S)->isAssignmentOp()))
        Run.push_back(S);
      else
        Flush();
    }
    Flush();
  }
  if (Variants.size() > 2 * MostSiblings)
    Variants.resize(2 * MostSiblings);
  return Variants;
}

} // namespace kmend
