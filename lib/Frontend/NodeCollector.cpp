//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What has an id: functions, variables, parameters, fields, aliases and
// structures; statements; and compound expressions. A declaration statement of
// one variable is that variable. Bodies of functions and loops, names and
// literals are reached as parts.
//
//===----------------------------------------------------------------------===//

#include "NodeCollector.h"
#include "kmend/Frontend/SourceRanges.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseSet.h"

using namespace clang;

namespace kmend {

/// A compound expression that is worth an id of its own.
static bool isNumbered(const Expr &E) {
  if (isa<ImplicitCastExpr, ParenExpr, DeclRefExpr, OverloadExpr,
          DependentScopeDeclRefExpr, OpaqueValueExpr, CXXThisExpr,
          IntegerLiteral, FloatingLiteral, CXXBoolLiteralExpr, CharacterLiteral,
          clang::StringLiteral, ParenListExpr, CXXDefaultArgExpr,
          CXXDefaultInitExpr, ExprWithCleanups, MaterializeTemporaryExpr,
          CXXBindTemporaryExpr, ConstantExpr, ImplicitValueInitExpr,
          SubstNonTypeTemplateParmExpr>(E))
    return false;
  // `threadIdx.x` is a leaf, `g.rows` too; `f(x).rows` and `a[i].rows` hold
  // their base.
  if (isa<MemberExpr, CXXDependentScopeMemberExpr, MSPropertyRefExpr,
          PseudoObjectExpr>(E))
    return false;
  if (isa<CXXConstructExpr>(E))
    return isa<CXXTemporaryObjectExpr>(E);
  if (auto *U = dyn_cast<UnaryOperator>(&E)) {
    const Expr *Operand = U->getSubExpr()->IgnoreParenImpCasts();
    return U->isIncrementDecrementOp() ||
           !isa<IntegerLiteral, FloatingLiteral, DeclRefExpr>(Operand) ||
           U->getOpcode() == UO_Deref;
  }
  return true;
}

namespace {
class Collector : public DynamicRecursiveASTVisitor {
  using Base = DynamicRecursiveASTVisitor;

public:
  Collector(const ParsedSource &Source, std::vector<NodeRef> &Nodes)
      : Context(Source.context()), SM(Context.getSourceManager()),
        Nodes(Nodes) {}

  bool TraverseDecl(Decl *D) override {
    auto *F = dyn_cast_or_null<FunctionDecl>(D);
    if (!F)
      return Base::TraverseDecl(D);
    std::string Before = std::exchange(Function, functionName(*F));
    bool Continue = Base::TraverseDecl(D);
    Function = std::move(Before);
    return Continue;
  }

  /// The semantic forms repeat what the syntactic form says.
  bool TraversePseudoObjectExpr(PseudoObjectExpr *E) override {
    return TraverseStmt(E->getSyntacticForm());
  }

  bool VisitFunctionDecl(FunctionDecl *F) override {
    if (!F->isTemplateInstantiation())
      declaration(*F);
    return true;
  }
  bool VisitVarDecl(VarDecl *V) override {
    // A lambda's or a function type's unnamed parameters are no targets.
    if (V->getDeclName() && !Declared.contains(V))
      declaration(*V);
    return true;
  }
  bool VisitFieldDecl(FieldDecl *F) override {
    if (F->getDeclName())
      declaration(*F);
    return true;
  }
  bool VisitTypedefNameDecl(TypedefNameDecl *A) override {
    if (!Declared.contains(A))
      declaration(*A);
    return true;
  }
  bool VisitTagDecl(TagDecl *T) override {
    if (T->isThisDeclarationADefinition() && T->getDeclName())
      declaration(*T);
    return true;
  }

  bool VisitStmt(Stmt *S) override {
    markStatements(*S);
    if (StatementPositions.contains(S))
      statement(*S);
    else if (auto *E = dyn_cast<Expr>(S); E && isNumbered(*E))
      add(DynTypedNode::create(*E), byteRange(Context, E->getSourceRange()));
    else if (auto *D = dyn_cast<DeclStmt>(S); D && D->isSingleDecl())
      clauseDeclaration(*D);
    return true;
  }

private:
  static std::string functionName(const FunctionDecl &F) {
    std::string Name = F.getNameAsString();
    if (auto *Record = dyn_cast<CXXRecordDecl>(F.getDeclContext());
        Record && !Record->isLambda())
      return Record->getNameAsString() + "::" + Name;
    return Name;
  }

  /// Children of \p S that stand where a statement stands.
  void markStatements(const Stmt &S) {
    auto Mark = [&](const Stmt *Child) {
      if (Child && !isa<CompoundStmt>(Child))
        StatementPositions.insert(Child);
    };
    if (auto *C = dyn_cast<CompoundStmt>(&S)) {
      for (const Stmt *Child : C->body())
        StatementPositions.insert(Child);
    } else if (auto *I = dyn_cast<IfStmt>(&S)) {
      Mark(I->getThen());
      Mark(I->getElse());
    } else if (auto *F = dyn_cast<ForStmt>(&S)) {
      Mark(F->getBody());
    } else if (auto *R = dyn_cast<CXXForRangeStmt>(&S)) {
      Mark(R->getBody());
    } else if (auto *W = dyn_cast<WhileStmt>(&S)) {
      Mark(W->getBody());
    } else if (auto *D = dyn_cast<DoStmt>(&S)) {
      Mark(D->getBody());
    } else if (auto *C = dyn_cast<SwitchCase>(&S)) {
      Mark(C->getSubStmt());
    } else if (auto *L = dyn_cast<LabelStmt>(&S)) {
      Mark(L->getSubStmt());
    } else if (auto *A = dyn_cast<AttributedStmt>(&S)) {
      Mark(A->getSubStmt());
    }
  }

  void statement(const Stmt &S) {
    auto *D = dyn_cast<DeclStmt>(&S);
    if (!D || !D->isSingleDecl())
      return add(DynTypedNode::create(S), statementRange(Context, S));
    const Decl *Only = D->getSingleDecl();
    if (isa<VarDecl, TypedefNameDecl>(Only)) {
      Declared.insert(Only);
      add(DynTypedNode::create(*Only), statementRange(Context, S));
    }
  }

  /// The declaration in the head of a loop or an if.
  void clauseDeclaration(const DeclStmt &D) {
    const Decl *Only = D.getSingleDecl();
    if (isa<VarDecl>(Only))
      declaration(*Only);
    Declared.insert(Only);
  }

  void declaration(const Decl &D) {
    if (D.isImplicit())
      return;
    auto Range = byteRange(Context, DynTypedNode::create(D));
    bool Clause = isa<VarDecl>(D) && D.getDeclContext()->isFunctionOrMethod();
    if (Range && !isa<ParmVarDecl>(D) && !Clause)
      Range = withSemicolon(Context, *Range);
    add(DynTypedNode::create(D), Range);
  }

  void add(DynTypedNode Node, std::optional<ByteRange> Range) {
    if (!Range || Range->Begin == Range->End)
      return;
    clang::SourceLocation Begin = SM.getLocForStartOfFile(SM.getMainFileID())
                                      .getLocWithOffset(int(Range->Begin));
    NodeRef Ref;
    Ref.Id = unsigned(Nodes.size()); // the order of the visit, until numbered
    Ref.Node = Node;
    Ref.Begin = Range->Begin;
    Ref.End = Range->End;
    Ref.Line = SM.getSpellingLineNumber(Begin);
    Ref.Column = SM.getSpellingColumnNumber(Begin);
    Ref.Function = Function;
    Nodes.push_back(std::move(Ref));
  }

  const ASTContext &Context;
  const SourceManager &SM;
  std::vector<NodeRef> &Nodes;
  llvm::DenseSet<const Stmt *> StatementPositions;
  llvm::DenseSet<const Decl *> Declared;
  std::string Function;
};
} // namespace

std::vector<NodeRef> collectNodes(const ParsedSource &Source) {
  std::vector<NodeRef> Nodes;
  Collector C(Source, Nodes);
  for (Decl *D : Source.context().getTraversalScope())
    C.TraverseDecl(D);
  llvm::sort(Nodes, [](const NodeRef &A, const NodeRef &B) {
    return std::tuple(A.Begin, ~A.End, A.Id) <
           std::tuple(B.Begin, ~B.End, B.Id);
  });
  // A macro argument that is used twice is two nodes and one text; so are a
  // cast and the construction it does.
  auto SameText = [](const NodeRef &A, const NodeRef &B) {
    return A.Begin == B.Begin && A.End == B.End;
  };
  Nodes.erase(std::unique(Nodes.begin(), Nodes.end(), SameText), Nodes.end());
  for (size_t I = 0; I < Nodes.size(); ++I)
    Nodes[I].Id = unsigned(I + 1);
  return Nodes;
}

} // namespace kmend
