//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Mutations of statements: guards, conditions, order, and what belongs into a
// branch.
//
//===----------------------------------------------------------------------===//

#include "Mutation.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/ParentMapContext.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace kmend {

static constexpr size_t MostConditions = 16;

namespace {

/// Collects bound tests and the integers that subscripts name.
class BoundTests : public DynamicRecursiveASTVisitor {
public:
  bool VisitBinaryOperator(BinaryOperator *Op) override {
    if (Op->getOpcode() == BO_LT || Op->getOpcode() == BO_LE)
      Tests.push_back(Op);
    return true;
  }
  bool VisitArraySubscriptExpr(ArraySubscriptExpr *E) override {
    Subscripts.push_back(E->getIdx());
    return true;
  }
  std::vector<const BinaryOperator *> Tests;
  std::vector<const Expr *> Subscripts;
};

class LocalIntegers : public DynamicRecursiveASTVisitor {
public:
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    if (const auto *V = dyn_cast<VarDecl>(E->getDecl());
        V && V->isLocalVarDecl() && isCount(V->getType()) &&
        !llvm::is_contained(Names, V->getNameAsString()))
      Names.push_back(V->getNameAsString());
    return true;
  }
  std::vector<std::string> Names;
};

} // namespace

/// Conditions that may be missing at \p At, whose text is \p Instead: bound
/// tests of the function, then each local that a subscript in \p Inside names
/// against each extent.
static std::vector<std::string> missingConditions(const Stmt &At,
                                                  const Stmt &Inside,
                                                  llvm::StringRef Instead,
                                                  ASTContext &Context) {
  std::vector<std::string> Conditions;
  auto Add = [&](std::string Text) {
    if (!Text.empty() && Instead.find(Text) == llvm::StringRef::npos &&
        !llvm::is_contained(Conditions, Text) &&
        Conditions.size() < MostConditions)
      Conditions.push_back(std::move(Text));
  };
  const FunctionDecl *Function = functionAround(At, Context);
  if (!Function || !Function->getBody())
    return Conditions;
  BoundTests All, Here;
  All.TraverseStmt(Function->getBody());
  Here.TraverseStmt(const_cast<Stmt *>(&Inside));
  std::vector<VisibleName> Names = integersAt(At, Context);
  LocalIntegers Locals;
  for (const Expr *E : Here.Subscripts)
    Locals.TraverseStmt(const_cast<Expr *>(E));
  for (const BinaryOperator *Test : All.Tests)
    if (visibleAt(*Test, At, Context))
      Add(textOf(*Test, Context));
  for (const std::string &Local : Locals.Names)
    if (llvm::any_of(Names,
                     [&](const VisibleName &N) { return N.Text == Local; }))
      for (const VisibleName &N : Names)
        if (N.Is != VisibleName::Kind::Local)
          Add(Local + " < " + N.Text);
  return Conditions;
}

std::vector<Variant> guardStatement(const Stmt &Site, ASTContext &Context) {
  CharSourceRange Range = statementRangeOf(Site, Context);
  if (Range.isInvalid() || isa<DeclStmt>(Site))
    return {};
  std::string Text = textOf(Range, Context);
  std::vector<Variant> Variants;
  const auto *Assign = dyn_cast<BinaryOperator>(&Site);
  CharSourceRange Value;
  if (Assign && Assign->getOpcode() == BO_Assign)
    Value = rangeOf(*Assign->getRHS(), Context);
  for (const std::string &C : missingConditions(Site, Site, "", Context)) {
    Variants.push_back({{Range, "if (" + C + ")\n" + Text}});
    if (Value.isValid())
      Variants.push_back(
          {{Value, C + " ? " + textOf(*Assign->getRHS(), Context) + " : 0"}});
  }
  return Variants;
}

std::vector<Variant> strengthenCondition(const Stmt &Site,
                                         ASTContext &Context) {
  const auto *E = dyn_cast<Expr>(&Site);
  if (!E)
    return {};
  CharSourceRange Range = rangeOf(*E, Context);
  if (Range.isInvalid())
    return {};
  std::string Text = textOf(*E, Context);
  const Expr *Inner = E->IgnoreImpCasts();
  std::string Left = Text;
  if (const auto *Op = dyn_cast<BinaryOperator>(Inner);
      (Op && Op->getOpcode() == BO_LOr) ||
      isa<AbstractConditionalOperator>(Inner))
    Left = "(" + Text + ")";
  const Stmt *Around = parentOf(Site, Context);
  std::vector<Variant> Variants;
  // A test of one side only.
  BoundTests Tests;
  Tests.TraverseStmt(const_cast<Expr *>(E));
  for (const BinaryOperator *Test : Tests.Tests)
    if (Test->getLHS()
            ->IgnoreParenImpCasts()
            ->getType()
            ->isSignedIntegerType()) {
      std::string Low = textOf(*Test->getLHS(), Context) + " >= 0";
      if (Text.find(Low) == std::string::npos)
        Variants.push_back({{Range, Low + " && " + Left}});
    }
  for (const std::string &C :
       missingConditions(Site, Around ? *Around : Site, Text, Context))
    Variants.push_back({{Range, Left + " && " + C}});
  return Variants;
}

std::vector<Variant> weakenCondition(const Stmt &Site, ASTContext &Context) {
  const auto *Op = dyn_cast<BinaryOperator>(&Site);
  if (!Op || !Op->isLogicalOp())
    return {};
  CharSourceRange Range = rangeOf(*Op, Context);
  CharSourceRange Operator = Lexer::makeFileCharRange(
      CharSourceRange::getTokenRange(Op->getOperatorLoc()),
      Context.getSourceManager(), Context.getLangOpts());
  if (Range.isInvalid() || Operator.isInvalid())
    return {};
  return {{{Range, textOf(*Op->getLHS(), Context)}},
          {{Range, textOf(*Op->getRHS(), Context)}},
          {{Operator, Op->getOpcode() == BO_LAnd ? "||" : "&&"}}};
}

std::vector<Variant> swapBranches(const Stmt &Site, ASTContext &Context) {
  if (const auto *C = dyn_cast<ConditionalOperator>(&Site)) {
    CharSourceRange A = rangeOf(*C->getTrueExpr(), Context);
    CharSourceRange B = rangeOf(*C->getFalseExpr(), Context);
    if (A.isInvalid() || B.isInvalid())
      return {};
    return {{{A, textOf(B, Context)}, {B, textOf(A, Context)}}};
  }
  const auto *If = dyn_cast<IfStmt>(&Site);
  CharSourceRange Range =
      If ? rangeOf(*If->getCond(), Context) : CharSourceRange();
  if (Range.isInvalid())
    return {};
  return {{{Range, "!(" + textOf(Range, Context) + ")"}}};
}

std::vector<Variant> deleteStatement(const Stmt &Site, ASTContext &Context) {
  CharSourceRange Range = statementRangeOf(Site, Context);
  if (Range.isInvalid())
    return {};
  return {{{Range, ";"}}};
}

std::vector<Variant> hoistFromBranch(const Stmt &Site, ASTContext &Context) {
  const auto *If = dyn_cast<IfStmt>(&Site);
  const auto *Body = If ? dyn_cast<CompoundStmt>(If->getThen()) : nullptr;
  CharSourceRange Whole = rangeOf(Site, Context);
  if (!Body || Body->size() < 2 || Whole.isInvalid())
    return {};
  std::vector<Variant> Variants;
  CharSourceRange Before =
      CharSourceRange::getCharRange(Whole.getBegin(), Whole.getBegin());
  CharSourceRange After =
      CharSourceRange::getCharRange(Whole.getEnd(), Whole.getEnd());
  for (const Stmt *S : llvm::reverse(Body->body())) {
    if (isa<DeclStmt, ReturnStmt, BreakStmt, ContinueStmt>(S))
      continue;
    CharSourceRange Range = statementRangeOf(*S, Context);
    if (Range.isInvalid())
      continue;
    std::string Text = textOf(Range, Context);
    Variants.push_back({{Range, ""}, {After, "\n" + Text}});
    Variants.push_back({{Range, ""}, {Before, Text + "\n"}});
  }
  return Variants;
}

std::vector<Variant> swapStatements(const Stmt &Site, ASTContext &Context) {
  const auto *Compound = dyn_cast<CompoundStmt>(&Site);
  if (!Compound)
    return {};
  std::vector<Variant> Variants;
  const Stmt *Last = nullptr;
  for (const Stmt *S : Compound->body()) {
    if (Last && !isa<DeclStmt>(S) && !isa<DeclStmt>(Last)) {
      CharSourceRange A = statementRangeOf(*Last, Context);
      CharSourceRange B = statementRangeOf(*S, Context);
      if (A.isValid() && B.isValid())
        Variants.push_back({{A, textOf(B, Context)}, {B, textOf(A, Context)}});
    }
    Last = S;
  }
  return Variants;
}

/// The text of \p Text with \p From as a part of a name replaced by \p To.
static std::string renamed(llvm::StringRef Text, llvm::StringRef From,
                           llvm::StringRef To) {
  std::string Out;
  auto IsNameChar = [](char C) { return llvm::isAlnum(C) || C == '_'; };
  for (size_t I = 0; I < Text.size();) {
    if (!IsNameChar(Text[I])) {
      Out += Text[I++];
      continue;
    }
    size_t End = I;
    while (End < Text.size() && IsNameChar(Text[End]))
      ++End;
    llvm::StringRef Name = Text.slice(I, End);
    if (Name == From)
      Out += To;
    else if (Name.starts_with((From + "_").str()))
      Out += (To + Name.drop_front(From.size())).str();
    else if (Name.ends_with(("_" + From).str()))
      Out += (Name.drop_back(From.size()) + To).str();
    else
      Out += Name;
    I = End;
  }
  return Out;
}

std::vector<Variant> twinStatement(const Stmt &Site, ASTContext &Context) {
  // r += carry_r; has a twin t += carry_t; where r and t live side by side.
  const auto *Op = dyn_cast<BinaryOperator>(&Site);
  if (!Op || !Op->isAssignmentOp())
    return {};
  const auto *Target =
      dyn_cast<DeclRefExpr>(Op->getLHS()->IgnoreParenImpCasts());
  CharSourceRange Range = statementRangeOf(Site, Context);
  const auto *Mine = Target ? dyn_cast<VarDecl>(Target->getDecl()) : nullptr;
  if (!Mine || Range.isInvalid())
    return {};
  const auto *Block = dyn_cast_or_null<CompoundStmt>(parentOf(Site, Context));
  if (!Block)
    return {};
  std::string Around = textOf(*Block, Context);
  std::string Text = textOf(Range, Context);
  DynTypedNodeList Parents = Context.getParents(*Mine);
  const auto *Declaration =
      Parents.empty() ? nullptr : Parents[0].get<DeclStmt>();
  const Stmt *Scope = Declaration ? parentOf(*Declaration, Context) : nullptr;
  if (!Scope)
    return {};
  std::vector<Variant> Variants;
  CharSourceRange After =
      CharSourceRange::getCharRange(Range.getEnd(), Range.getEnd());
  for (const Stmt *S : Scope->children())
    if (const auto *D = dyn_cast_or_null<DeclStmt>(S))
      for (const Decl *Each : D->decls())
        if (const auto *V = dyn_cast<VarDecl>(Each);
            V && V != Mine && V->getIdentifier() &&
            V->getType().getCanonicalType() ==
                Mine->getType().getCanonicalType()) {
          std::string Twin = renamed(Text, Mine->getName(), V->getName());
          if (Twin != Text && Around.find(Twin) == std::string::npos &&
              Variants.size() < 4)
            Variants.push_back({{After, "\n" + Twin}});
        }
  return Variants;
}

static llvm::StringRef nameOf(const CallExpr &Call) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  return Callee && Callee->getIdentifier() ? Callee->getName()
                                           : llvm::StringRef();
}

/// Arguments that other calls give at the same place; with \p Missing those
/// that
/// \p Site leaves to their defaults, else those that it gives otherwise.
static std::vector<Variant> argumentsOfSiblings(const Stmt &Site, bool Missing,
                                                ASTContext &Context) {
  // An argument that other calls of the same function in this file give at the
  // same place, or one that they give and this one leaves to its default.
  const auto *Call = dyn_cast<CallExpr>(&Site);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  const FunctionDecl *Function =
      Callee ? functionAround(Site, Context) : nullptr;
  if (!Function)
    return {};
  class Calls : public DynamicRecursiveASTVisitor {
  public:
    bool VisitCallExpr(CallExpr *C) override {
      if (C->getDirectCallee())
        Found.push_back(C);
      return true;
    }
    std::vector<const CallExpr *> Found;
  } All;
  All.TraverseDecl(Context.getTranslationUnitDecl());
  std::vector<Variant> Variants;
  std::vector<std::string> Seen;
  const SourceManager &SM = Context.getSourceManager();
  SourceLocation Paren = Call->getRParenLoc();
  if (!Paren.isFileID() || !SM.isWrittenInMainFile(Paren))
    return {};
  for (const CallExpr *Other : All.Found) {
    llvm::StringRef Name = nameOf(*Other), Wanted = nameOf(*Call);
    // Shuffles of all kinds have their width at one place.
    bool Shuffles = Name.starts_with("__shfl") && Wanted.starts_with("__shfl");
    if (Other == Call || (Name != Wanted && !Shuffles))
      continue;
    unsigned First = Name == Wanted ? 1 : 3;
    unsigned Count = std::min(Call->getNumArgs(), Other->getNumArgs());
    for (unsigned I = First; I < Count && Variants.size() < 12; ++I) {
      const Expr *Theirs = Other->getArg(I), *Mine = Call->getArg(I);
      if (isa<CXXDefaultArgExpr>(Theirs) || !visibleAt(*Theirs, Site, Context))
        continue;
      std::string Text = textOf(*Theirs, Context);
      std::string Key = std::to_string(I) + Text;
      if (Text.empty() || llvm::is_contained(Seen, Key))
        continue;
      Seen.push_back(Key);
      if (isa<CXXDefaultArgExpr>(Mine) != Missing)
        continue;
      if (Missing) {
        if (I > 0 && !isa<CXXDefaultArgExpr>(Call->getArg(I - 1)))
          Variants.push_back(
              {{CharSourceRange::getCharRange(Paren, Paren), ", " + Text}});
        continue;
      }
      CharSourceRange Range = rangeOf(*Mine, Context);
      if (Range.isValid() && textOf(Range, Context) != Text)
        Variants.push_back({{Range, Text}});
    }
  }
  return Variants;
}

std::vector<Variant> siblingArgument(const Stmt &Site, ASTContext &Context) {
  return argumentsOfSiblings(Site, false, Context);
}

std::vector<Variant> missingArgument(const Stmt &Site, ASTContext &Context) {
  return argumentsOfSiblings(Site, true, Context);
}

} // namespace kmend
