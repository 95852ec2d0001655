//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceText.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/ParentMapContext.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace kmend {

CharSourceRange rangeOf(const Stmt &S, const ASTContext &Context) {
  CharSourceRange Range = Lexer::makeFileCharRange(
      CharSourceRange::getTokenRange(S.getSourceRange()),
      Context.getSourceManager(), Context.getLangOpts());
  if (Range.isInvalid() ||
      !Context.getSourceManager().isWrittenInMainFile(Range.getBegin()))
    return {};
  return Range;
}

CharSourceRange statementRangeOf(const Stmt &S, const ASTContext &Context) {
  CharSourceRange Range = rangeOf(S, Context);
  if (Range.isInvalid())
    return Range;
  const SourceManager &SM = Context.getSourceManager();
  bool Invalid = false;
  const char *After = SM.getCharacterData(Range.getEnd(), &Invalid);
  if (Invalid || SM.getFileOffset(Range.getEnd()) == 0)
    return {};
  const char *At = After;
  while (*At == ' ' || *At == '\t' || *At == '\n' || *At == '\r')
    ++At;
  if (*At == ';' && After[-1] != ';' && After[-1] != '}')
    Range.setEnd(Range.getEnd().getLocWithOffset(At + 1 - After));
  return Range;
}

std::string textOf(CharSourceRange Range, const ASTContext &Context) {
  if (Range.isInvalid())
    return {};
  return Lexer::getSourceText(Range, Context.getSourceManager(),
                              Context.getLangOpts())
      .str();
}

std::string textOf(const Stmt &S, const ASTContext &Context) {
  return textOf(rangeOf(S, Context), Context);
}

std::string factorTextOf(const Expr &E, const ASTContext &Context) {
  std::string Text = textOf(E, Context);
  const Expr *Inner = E.IgnoreImpCasts();
  if (const auto *Op = dyn_cast<BinaryOperator>(Inner))
    if (!Op->isMultiplicativeOp())
      return "(" + Text + ")";
  if (isa<AbstractConditionalOperator>(Inner))
    return "(" + Text + ")";
  return Text;
}

std::string termTextOf(const Expr &E, const ASTContext &Context) {
  std::string Text = textOf(E, Context);
  const Expr *Inner = E.IgnoreImpCasts();
  if (const auto *Op = dyn_cast<BinaryOperator>(Inner))
    if (!Op->isMultiplicativeOp())
      return "(" + Text + ")";
  if (isa<AbstractConditionalOperator>(Inner))
    return "(" + Text + ")";
  if (const auto *Op = dyn_cast<UnaryOperator>(Inner))
    if (Op->getOpcode() == UO_Minus || Op->getOpcode() == UO_Plus)
      return "(" + Text + ")";
  return Text;
}

const Stmt *parentOf(const Stmt &S, ASTContext &Context) {
  DynTypedNode Node = DynTypedNode::create(S);
  while (true) {
    DynTypedNodeList Parents = Context.getParents(Node);
    if (Parents.empty())
      return nullptr;
    Node = Parents[0];
    if (const auto *Parent = Node.get<Stmt>())
      if (!isa<ImplicitCastExpr, ExprWithCleanups, MaterializeTemporaryExpr>(
              Parent))
        return Parent;
    if (Node.get<FunctionDecl>())
      return nullptr;
  }
}

const FunctionDecl *functionAround(const Stmt &S, ASTContext &Context) {
  DynTypedNode Node = DynTypedNode::create(S);
  while (true) {
    DynTypedNodeList Parents = Context.getParents(Node);
    if (Parents.empty())
      return nullptr;
    Node = Parents[0];
    if (const auto *Function = Node.get<FunctionDecl>())
      return Function;
  }
}

bool isCount(QualType T) {
  T = T.getNonReferenceType();
  return !T.isNull() && !T->isDependentType() && T->isIntegerType() &&
         !T->isBooleanType() && !T->isEnumeralType();
}

/// Whether a name of type \p T is wanted.
using TypeTest = bool (*)(QualType T);

/// Adds the fields of \p Record that are wanted, as `Prefix` + name.
static void addFields(const RecordDecl &Record, const std::string &Prefix,
                      TypeTest Wanted, std::vector<VisibleName> &Names) {
  const RecordDecl *Definition = Record.getDefinition();
  if (!Definition)
    return;
  for (const FieldDecl *F : Definition->fields())
    if (F->getIdentifier() && Wanted(F->getType()))
      Names.push_back({Prefix + F->getNameAsString(), F->getType(), F,
                       VisibleName::Kind::Field});
}

/// Adds the variables of \p D.
static void addVariables(const DeclStmt &D, TypeTest Wanted,
                         std::vector<VisibleName> &Names) {
  for (const Decl *Each : D.decls())
    if (const auto *V = dyn_cast<VarDecl>(Each); V && V->getIdentifier()) {
      QualType T = V->getType();
      if (isCount(T))
        Names.push_back({V->getNameAsString(), T, V, VisibleName::Kind::Local});
      else if (const RecordDecl *R = T.getNonReferenceType()->getAsRecordDecl())
        addFields(*R, V->getNameAsString() + ".", Wanted, Names);
    }
}

/// Adds the locals that \p At sees: those of the compounds, loops and
/// conditions around it that stand before it.
static void addLocals(const Stmt &At, ASTContext &Context, TypeTest Wanted,
                      std::vector<VisibleName> &Names) {
  const Stmt *Child = &At;
  for (const Stmt *Parent = parentOf(*Child, Context); Parent;
       Child = Parent, Parent = parentOf(*Child, Context)) {
    if (const auto *Compound = dyn_cast<CompoundStmt>(Parent)) {
      for (const Stmt *Each : Compound->body()) {
        if (Each == Child)
          break;
        if (const auto *D = dyn_cast<DeclStmt>(Each))
          addVariables(*D, Wanted, Names);
      }
    } else if (const auto *For = dyn_cast<ForStmt>(Parent)) {
      if (const auto *D = dyn_cast_or_null<DeclStmt>(For->getInit());
          D && D != Child)
        addVariables(*D, Wanted, Names);
    }
  }
}

static std::vector<VisibleName> namesAt(const Stmt &At, ASTContext &Context,
                                        TypeTest Wanted) {
  std::vector<VisibleName> Names;
  const FunctionDecl *Function = functionAround(At, Context);
  if (!Function)
    return Names;
  for (const ParmVarDecl *P : Function->parameters()) {
    if (!P->getIdentifier())
      continue;
    QualType T = P->getType().getNonReferenceType();
    if (Wanted(T))
      Names.push_back(
          {P->getNameAsString(), T, P, VisibleName::Kind::Parameter});
    else if (const RecordDecl *R = T->getAsRecordDecl())
      addFields(*R, P->getNameAsString() + ".", Wanted, Names);
  }
  if (const auto *Method = dyn_cast<CXXMethodDecl>(Function);
      Method && Method->isInstance())
    addFields(*Method->getParent(), "", Wanted, Names);
  addLocals(At, Context, Wanted, Names);
  return Names;
}

std::vector<VisibleName> floatsAt(const Stmt &At, ASTContext &Context) {
  return namesAt(At, Context, [](QualType T) {
    T = T.getNonReferenceType();
    return !T->isDependentType() && T->isRealFloatingType();
  });
}

std::vector<VisibleName> integersAt(const Stmt &At, ASTContext &Context,
                                    bool Globals) {
  std::vector<VisibleName> Names = namesAt(At, Context, isCount);
  if (Globals)
    for (const Decl *D : Context.getTranslationUnitDecl()->decls())
      if (const auto *V = dyn_cast<VarDecl>(D);
          V && V->getIdentifier() && isCount(V->getType()) &&
          (V->isConstexpr() || V->getType().isConstQualified()) &&
          Context.getSourceManager().isWrittenInMainFile(V->getLocation()))
        Names.push_back(
            {V->getNameAsString(), V->getType(), V, VisibleName::Kind::Global});
  return Names;
}

namespace {

/// Collects the local variables that an expression names.
class LocalsOf : public DynamicRecursiveASTVisitor {
public:
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    if (const auto *V = dyn_cast<VarDecl>(E->getDecl());
        V && V->isLocalVarDeclOrParm())
      Locals.push_back(V);
    return true;
  }
  std::vector<const VarDecl *> Locals;
};

} // namespace

/// Whether \p V is declared in a block around \p At, before it.
static bool declaredAround(const VarDecl &V, const Stmt &At,
                           ASTContext &Context) {
  const SourceManager &SM = Context.getSourceManager();
  DynTypedNodeList Parents = Context.getParents(V);
  const Stmt *Declaration = Parents.empty() ? nullptr : Parents[0].get<Stmt>();
  const Stmt *Scope = Declaration ? parentOf(*Declaration, Context) : nullptr;
  if (!Scope ||
      !SM.isBeforeInTranslationUnit(V.getLocation(), At.getBeginLoc()))
    return false;
  for (const Stmt *S = &At; S; S = parentOf(*S, Context))
    if (S == Scope)
      return true;
  return false;
}

bool visibleAt(const Expr &E, const Stmt &At, ASTContext &Context) {
  LocalsOf Visitor;
  Visitor.TraverseStmt(const_cast<Expr *>(&E));
  if (Visitor.Locals.empty())
    return true;
  // A name counts, not a declaration: loops of one function mostly call their
  // variables alike, and a piece of one loop then fits into another.
  std::vector<VisibleName> Names = integersAt(At, Context);
  llvm::append_range(Names, floatsAt(At, Context));
  const FunctionDecl *Function = functionAround(At, Context);
  for (const VarDecl *V : Visitor.Locals) {
    if (isa<ParmVarDecl>(V) && V->getDeclContext() == Function)
      continue;
    if (llvm::none_of(
            Names,
            [&](const VisibleName &N) { return N.Text == V->getName(); }) &&
        !declaredAround(*V, At, Context))
      return false;
  }
  return true;
}

} // namespace kmend
