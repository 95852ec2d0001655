//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Frontend/NodeParts.h"
#include "DeclaredType.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/TypeLoc.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace kmend {

static llvm::StringRef declarationKind(const Decl &D) {
  if (isa<ParmVarDecl>(D))
    return "parameter";
  if (isa<VarDecl>(D))
    return "var";
  if (isa<FieldDecl>(D))
    return "field";
  if (D.hasAttr<CUDAGlobalAttr>())
    return "kernel";
  if (isa<FunctionDecl>(D))
    return "function";
  if (isa<TypedefNameDecl>(D))
    return "alias";
  if (isa<EnumDecl>(D))
    return "enum";
  return isa<RecordDecl>(D) ? "struct" : "declaration";
}

static llvm::StringRef expressionKind(const Stmt &S) {
  if (isa<CUDAKernelCallExpr>(S))
    return "launch";
  if (auto *B = dyn_cast<BinaryOperator>(&S))
    return B->isAssignmentOp() ? "assign" : "binary";
  if (auto *O = dyn_cast<CXXOperatorCallExpr>(&S)) {
    if (O->getOperator() == OO_Subscript)
      return "subscript";
    if (O->isAssignmentOp())
      return "assign";
    return O->isInfixBinaryOp() ? "binary" : "call";
  }
  if (isa<CallExpr>(S))
    return "call";
  if (isa<ConditionalOperator>(S))
    return "conditional";
  if (isa<UnaryOperator>(S))
    return "unary";
  if (isa<ArraySubscriptExpr>(S))
    return "subscript";
  if (isa<MemberExpr, CXXDependentScopeMemberExpr>(S))
    return "member";
  if (isa<ExplicitCastExpr>(S))
    return "cast";
  if (isa<LambdaExpr>(S))
    return "lambda";
  if (isa<InitListExpr>(S))
    return "braces";
  if (isa<CXXConstructExpr, CXXUnresolvedConstructExpr>(S))
    return "construct";
  if (isa<IntegerLiteral, FloatingLiteral, CXXBoolLiteralExpr,
          CharacterLiteral>(S))
    return "literal";
  if (isa<DeclRefExpr, DependentScopeDeclRefExpr, UnresolvedLookupExpr>(S))
    return "name";
  return "expression";
}

llvm::StringRef nodeKind(const DynTypedNode &Node) {
  if (const auto *D = Node.get<Decl>())
    return declarationKind(*D);
  const auto *S = Node.get<Stmt>();
  if (!S)
    return "node";
  if (isa<Expr>(S))
    return expressionKind(*S);
  if (isa<ForStmt, CXXForRangeStmt>(S))
    return "for";
  if (isa<WhileStmt>(S))
    return "while";
  if (isa<DoStmt>(S))
    return "do";
  if (isa<IfStmt>(S))
    return "if";
  if (isa<SwitchStmt>(S))
    return "switch";
  if (isa<SwitchCase>(S))
    return "case";
  if (isa<ReturnStmt>(S))
    return "return";
  if (isa<BreakStmt>(S))
    return "break";
  if (isa<ContinueStmt>(S))
    return "continue";
  if (isa<CompoundStmt>(S))
    return "block";
  if (isa<DeclStmt>(S))
    return "var";
  if (isa<AsmStmt>(S))
    return "asm";
  return "statement";
}

namespace {
class PartCollector {
public:
  explicit PartCollector(const ASTContext &Context) : Context(Context) {}

  std::vector<NodePart> take() { return std::move(Parts); }

  void collect(const Decl &D);
  void collect(const Stmt &S);

private:
  void range(llvm::StringRef Name, std::optional<ByteRange> Range,
             std::optional<DynTypedNode> Node = std::nullopt) {
    if (Range)
      Parts.push_back({Name.str(), *Range, Node});
  }

  void expression(llvm::StringRef Name, const Expr *E) {
    if (!E || isa<CXXDefaultArgExpr, CXXDefaultInitExpr>(E))
      return;
    E = E->IgnoreUnlessSpelledInSource();
    if (!isa<CXXDefaultArgExpr>(E))
      range(Name, byteRange(Context, E->getSourceRange()),
            DynTypedNode::create(*E));
  }

  void statement(llvm::StringRef Name, const Stmt *S) {
    if (S)
      range(Name, statementRange(Context, *S), DynTypedNode::create(*S));
  }

  /// The first clause of a `for`, without its semicolon.
  void clause(llvm::StringRef Name, const Stmt *S) {
    if (const auto *E = dyn_cast_or_null<Expr>(S))
      return expression(Name, E);
    if (!S)
      return;
    auto Range = byteRange(Context, S->getSourceRange());
    if (!Range)
      return;
    if (textOf(Context, *Range).ends_with(";"))
      --Range->End;
    range(Name, Range, DynTypedNode::create(*S));
  }

  void token(llvm::StringRef Name, clang::SourceLocation Loc) {
    if (Loc.isValid())
      range(Name, byteRange(Context, clang::SourceRange(Loc, Loc)));
  }

  void type(const TypeSourceInfo *Info) {
    if (Info)
      range("type", byteRange(Context, Info->getTypeLoc().getSourceRange()));
  }

  template <typename Range> void arguments(const Range &Arguments) {
    unsigned N = 0;
    for (const Expr *A : Arguments)
      expression("arg" + std::to_string(N++), A);
  }

  void configuration(const CallExpr &Config, unsigned First);
  void call(const CallExpr &Call);
  void expressionParts(const Expr &E);

  const ASTContext &Context;
  std::vector<NodePart> Parts;
};
} // namespace

void PartCollector::collect(const Decl &D) {
  if (auto *A = dyn_cast<TypedefNameDecl>(&D)) {
    range("type", declaredTypeRange(Context, *A));
    return token("name", A->getLocation());
  }
  auto *Named = dyn_cast<DeclaratorDecl>(&D);
  if (!Named)
    return;
  range("type", declaredTypeRange(Context, *Named));
  if (Named->getDeclName())
    token("name", Named->getLocation());
  if (auto *F = dyn_cast<FunctionDecl>(&D)) {
    unsigned N = 0;
    for (const ParmVarDecl *P : F->parameters())
      range("param" + std::to_string(N++),
            byteRange(Context, DynTypedNode::create(*P)),
            DynTypedNode::create(*P));
    if (F->doesThisDeclarationHaveABody())
      statement("body", F->getBody());
    return;
  }
  if (const TypeSourceInfo *Info = Named->getTypeSourceInfo()) {
    unsigned N = 0;
    for (auto Array = Info->getTypeLoc().getAs<ArrayTypeLoc>(); Array;
         Array = Array.getElementLoc().getAs<ArrayTypeLoc>())
      expression("size" + std::to_string(N++), Array.getSizeExpr());
  }
  const Expr *Init = nullptr;
  if (auto *V = dyn_cast<VarDecl>(&D))
    Init = V->getInit();
  else if (auto *Field = dyn_cast<FieldDecl>(&D);
           Field && Field->hasInClassInitializer())
    Init = Field->getInClassInitializer();
  if (!Init)
    return;
  Init = Init->IgnoreUnlessSpelledInSource();
  // `dim3 grid(a, b)` is spelled as arguments, not as an initialiser.
  if (auto *Construct = dyn_cast<CXXConstructExpr>(Init);
      Construct && !isa<CXXTemporaryObjectExpr>(Init) &&
      Construct->getLocation() == Named->getLocation())
    return arguments(Construct->arguments());
  if (auto *List = dyn_cast<ParenListExpr>(Init))
    return arguments(const_cast<ParenListExpr *>(List)->exprs());
  expression("init", Init);
}

void PartCollector::configuration(const CallExpr &Config, unsigned First) {
  bool Gap = First == 1; // cudaLaunchKernel passes the arguments in between
  const std::pair<llvm::StringRef, unsigned> Names[] = {
      {"grid", First},
      {"block", First + 1},
      {"shared", First + 2 + Gap},
      {"stream", First + 3 + Gap}};
  for (auto [Name, I] : Names)
    if (I < Config.getNumArgs())
      expression(Name, Config.getArg(I));
}

void PartCollector::call(const CallExpr &Call) {
  if (auto *O = dyn_cast<CXXOperatorCallExpr>(&Call)) {
    if (O->isInfixBinaryOp()) {
      expression("lhs", O->getArg(0));
      token("op", O->getOperatorLoc());
      return expression("rhs", O->getArg(1));
    }
    if (O->getOperator() == OO_Subscript && O->getNumArgs() == 2) {
      expression("base", O->getArg(0));
      return expression("index", O->getArg(1));
    }
    if (O->getNumArgs() == 1) {
      token("op", O->getOperatorLoc());
      return expression("operand", O->getArg(0));
    }
  }
  expression("callee", Call.getCallee());
  if (auto *Launch = dyn_cast<CUDAKernelCallExpr>(&Call)) {
    if (const CallExpr *Config = Launch->getConfig())
      configuration(*Config, 0);
  } else if (const auto *F =
                 dyn_cast_or_null<FunctionDecl>(Call.getCalleeDecl());
             F && F->getDeclName().isIdentifier() &&
             (F->getName() == "cudaLaunchKernel" ||
              F->getName() == "cudaLaunchCooperativeKernel")) {
    configuration(Call, 1);
  }
  arguments(Call.arguments());
}

void PartCollector::expressionParts(const Expr &E) {
  if (auto *B = dyn_cast<BinaryOperator>(&E)) {
    expression("lhs", B->getLHS());
    token("op", B->getOperatorLoc());
    expression("rhs", B->getRHS());
  } else if (auto *C = dyn_cast<CallExpr>(&E)) {
    call(*C);
  } else if (auto *C = dyn_cast<AbstractConditionalOperator>(&E)) {
    expression("cond", C->getCond());
    expression("then", C->getTrueExpr());
    expression("else", C->getFalseExpr());
  } else if (auto *U = dyn_cast<UnaryOperator>(&E)) {
    token("op", U->getOperatorLoc());
    expression("operand", U->getSubExpr());
  } else if (auto *S = dyn_cast<ArraySubscriptExpr>(&E)) {
    expression("base", S->getLHS());
    expression("index", S->getRHS());
  } else if (auto *M = dyn_cast<MemberExpr>(&E)) {
    if (!M->isImplicitAccess())
      expression("base", M->getBase());
    token("member", M->getMemberLoc());
  } else if (auto *M = dyn_cast<CXXDependentScopeMemberExpr>(&E)) {
    if (!M->isImplicitAccess())
      expression("base", M->getBase());
    token("member", M->getMemberLoc());
  } else if (auto *C = dyn_cast<ExplicitCastExpr>(&E)) {
    type(C->getTypeInfoAsWritten());
    expression("operand", C->getSubExprAsWritten());
  } else if (auto *L = dyn_cast<LambdaExpr>(&E)) {
    statement("body", L->getBody());
  } else if (auto *L = dyn_cast<InitListExpr>(&E)) {
    arguments(L->inits());
  } else if (auto *C = dyn_cast<CXXConstructExpr>(&E)) {
    arguments(C->arguments());
  } else if (auto *C = dyn_cast<CXXUnresolvedConstructExpr>(&E)) {
    arguments(C->arguments());
  } else if (auto *T = dyn_cast<UnaryExprOrTypeTraitExpr>(&E)) {
    if (T->isArgumentType())
      type(T->getArgumentTypeInfo());
    else
      expression("operand", T->getArgumentExpr());
  }
}

void PartCollector::collect(const Stmt &S) {
  if (auto *F = dyn_cast<ForStmt>(&S)) {
    clause("init", F->getInit());
    expression("cond", F->getCond());
    expression("inc", F->getInc());
    statement("body", F->getBody());
  } else if (auto *R = dyn_cast<CXXForRangeStmt>(&S)) {
    expression("range", R->getRangeInit());
    statement("body", R->getBody());
  } else if (auto *W = dyn_cast<WhileStmt>(&S)) {
    expression("cond", W->getCond());
    statement("body", W->getBody());
  } else if (auto *D = dyn_cast<DoStmt>(&S)) {
    statement("body", D->getBody());
    expression("cond", D->getCond());
  } else if (auto *I = dyn_cast<IfStmt>(&S)) {
    clause("init", I->getInit());
    expression("cond", I->getCond());
    statement("then", I->getThen());
    statement("else", I->getElse());
  } else if (auto *W = dyn_cast<SwitchStmt>(&S)) {
    expression("cond", W->getCond());
    statement("body", W->getBody());
  } else if (auto *C = dyn_cast<CaseStmt>(&S)) {
    expression("value", C->getLHS());
    statement("body", C->getSubStmt());
  } else if (auto *D = dyn_cast<DefaultStmt>(&S)) {
    statement("body", D->getSubStmt());
  } else if (auto *R = dyn_cast<ReturnStmt>(&S)) {
    expression("value", R->getRetValue());
  } else if (auto *D = dyn_cast<DeclStmt>(&S)) {
    if (D->isSingleDecl())
      collect(*D->getSingleDecl());
  } else if (auto *E = dyn_cast<Expr>(&S)) {
    expressionParts(*E->IgnoreUnlessSpelledInSource()->IgnoreParens());
  }
}

std::vector<NodePart> nodeParts(const ASTContext &Context,
                                const DynTypedNode &Node) {
  PartCollector Collector(Context);
  if (const auto *D = Node.get<Decl>())
    Collector.collect(*D);
  else if (const auto *S = Node.get<Stmt>())
    Collector.collect(*S);
  return Collector.take();
}

} // namespace kmend
