//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Mutations of what is accumulated: initialised, reset, counted, and read
// before it is written by a neighbour.
//
//===----------------------------------------------------------------------===//

#include "Mutation.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ParentMapContext.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace kmend {

static CharSourceRange insertion(SourceLocation At) {
  return CharSourceRange::getCharRange(At, At);
}

std::vector<Variant> initialiseLocal(const Stmt &Site, ASTContext &Context) {
  const auto *D = dyn_cast<DeclStmt>(&Site);
  if (!D)
    return {};
  const SourceManager &SM = Context.getSourceManager();
  std::vector<Variant> Variants;
  for (const Decl *Each : D->decls()) {
    const auto *V = dyn_cast<VarDecl>(Each);
    if (!V || !V->hasLocalStorage() || V->hasAttr<CUDASharedAttr>() ||
        V->getType()->isReferenceType() || V->getType().isConstQualified() ||
        (V->getInit() && V->getInitStyle() != VarDecl::CallInit) ||
        (V->getInit() &&
         V->getInit()->getSourceRange().getEnd() != V->getLocation()))
      continue;
    SourceLocation End = Lexer::getLocForEndOfToken(V->getEndLoc(), 0, SM,
                                                    Context.getLangOpts());
    if (End.isInvalid() || !End.isFileID())
      continue;
    Variants.push_back({{insertion(End), " = {}"}});
  }
  return Variants;
}

namespace {

class Updates : public DynamicRecursiveASTVisitor {
public:
  bool VisitBinaryOperator(BinaryOperator *Op) override {
    if (Op->isAssignmentOp())
      Found.push_back(Op);
    return true;
  }
  std::vector<const BinaryOperator *> Found;
};

} // namespace

/// The local variable that an assignment changes, or null.
static const VarDecl *changedBy(const BinaryOperator &Op) {
  const Expr *E = Op.getLHS()->IgnoreParenImpCasts();
  while (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
    E = Subscript->getBase()->IgnoreParenImpCasts();
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return V && V->isLocalVarDecl() && !V->hasAttr<CUDASharedAttr>() ? V
                                                                   : nullptr;
}

std::vector<Variant> resetInLoop(const Stmt &Site, ASTContext &Context) {
  const auto *For = dyn_cast<ForStmt>(&Site);
  const auto *Body = For ? dyn_cast<CompoundStmt>(For->getBody()) : nullptr;
  if (!Body || !Body->getLBracLoc().isFileID())
    return {};
  Updates Visitor;
  Visitor.TraverseStmt(const_cast<Stmt *>(For->getBody()));
  const SourceManager &SM = Context.getSourceManager();
  SourceLocation Start = Body->getLBracLoc().getLocWithOffset(1);
  std::vector<const VarDecl *> Seen;
  std::vector<Variant> Variants;
  for (const BinaryOperator *Op : Visitor.Found) {
    const VarDecl *V = changedBy(*Op);
    if (!V || llvm::is_contained(Seen, V) ||
        !SM.isBeforeInTranslationUnit(V->getLocation(), For->getBeginLoc()))
      continue;
    Seen.push_back(V);
    std::string Name = V->getNameAsString();
    if (const auto *Array =
            Context.getAsConstantArrayType(V->getType().getCanonicalType())) {
      // One dimension or two.
      bool Nested = Array->getElementType()->isArrayType();
      std::string Text = "\nfor (auto &each : " + Name + ")\n";
      Text += Nested ? "for (auto &one : each)\none = 0;" : "each = 0;";
      Variants.push_back({{insertion(Start), Text}});
      continue;
    }
    if (!V->getType()->isArithmeticType())
      continue;
    std::string Init = V->getInit() ? textOf(*V->getInit(), Context) : "0";
    if (!Init.empty())
      Variants.push_back(
          {{insertion(Start), "\n" + Name + " = " + Init + ";"}});
  }
  return Variants;
}

/// The products of extents that may be meant where \p Op divides by a local
/// count.
static std::vector<Variant> fullWindows(const BinaryOperator &Op,
                                        ASTContext &Context) {
  const Expr *Divisor = Op.getRHS()->IgnoreParenImpCasts();
  if (const auto *Cast = dyn_cast<ExplicitCastExpr>(Divisor))
    Divisor = Cast->getSubExpr()->IgnoreParenImpCasts();
  const auto *Ref = dyn_cast<DeclRefExpr>(Divisor);
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  CharSourceRange Range = rangeOf(*Op.getRHS(), Context);
  if (!V || !V->isLocalVarDecl() || V->getType().isConstQualified() ||
      !isCount(V->getType()) || Range.isInvalid())
    return {};
  std::vector<std::string> Extents;
  for (const VisibleName &N : integersAt(Op, Context))
    if (N.Is != VisibleName::Kind::Local)
      Extents.push_back(N.Text);
  std::vector<Variant> Variants;
  for (size_t I = 0; I < Extents.size(); ++I)
    for (size_t J = I; J < Extents.size() && J < I + 2; ++J)
      Variants.push_back(
          {{Range, "(" + Extents[I] + " * " + Extents[J] + ")"}});
  for (const std::string &E : Extents)
    Variants.push_back({{Range, E}});
  return Variants;
}

std::vector<Variant> countTaps(const Stmt &Site, ASTContext &Context) {
  const auto *Op = dyn_cast<BinaryOperator>(&Site);
  if (!Op || (Op->getOpcode() != BO_Div && Op->getOpcode() != BO_Mul))
    return {};
  const auto *Ref = dyn_cast<DeclRefExpr>(Op->getLHS()->IgnoreParenImpCasts());
  const auto *Sum = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  const FunctionDecl *Function =
      Sum && Sum->isLocalVarDecl() ? functionAround(Site, Context) : nullptr;
  if (!Function || !Function->getBody())
    return {};
  DynTypedNodeList Parents = Context.getParents(*Sum);
  const auto *Declaration =
      Parents.empty() ? nullptr : Parents[0].get<DeclStmt>();
  if (!Declaration)
    return {};
  CharSourceRange DeclRange = statementRangeOf(*Declaration, Context);
  CharSourceRange Whole = rangeOf(Site, Context);
  if (DeclRange.isInvalid() || Whole.isInvalid())
    return {};
  std::vector<Variant> Full = fullWindows(*Op, Context);
  if (!Full.empty())
    return Full;
  std::string Count = Sum->getNameAsString() + "_count";
  Variant Edits{{insertion(DeclRange.getEnd()), "\nint " + Count + " = 0;"}};
  Updates Visitor;
  Visitor.TraverseStmt(Function->getBody());
  bool Any = false;
  for (const BinaryOperator *Update : Visitor.Found) {
    if (Update->getOpcode() != BO_AddAssign || changedBy(*Update) != Sum)
      continue;
    CharSourceRange Range = statementRangeOf(*Update, Context);
    if (Range.isInvalid())
      return {};
    std::string Step = "++" + Count + ";";
    if (const auto *C = dyn_cast<ConditionalOperator>(
            Update->getRHS()->IgnoreParenImpCasts()))
      Step = "if (" + textOf(*C->getCond(), Context) + ")\n" + Step;
    Edits.push_back(
        {Range, "{\n" + textOf(Range, Context) + "\n" + Step + "\n}"});
    Any = true;
  }
  if (!Any)
    return {};
  std::string Name = Sum->getNameAsString();
  Variant Plain = Edits, Safe = Edits;
  Plain.push_back({Whole, Name + " / " + Count});
  Safe.push_back(
      {Whole, "(" + Count + " > 0 ? " + Name + " / " + Count + " : 0)"});
  return {std::move(Plain), std::move(Safe)};
}

static std::vector<Variant> readThenWrite(const Stmt &Site, ASTContext &Context,
                                          bool Block) {
  // if (c) s[i] += s[i - d]; -> read; barrier; if (c) write;
  const auto *If = dyn_cast<IfStmt>(&Site);
  const Stmt *Body = If ? If->getThen() : &Site;
  if (If && If->getElse())
    return {};
  if (const auto *Compound = dyn_cast<CompoundStmt>(Body))
    Body = Compound->size() == 1 ? Compound->body_front() : nullptr;
  const auto *Op = dyn_cast_or_null<BinaryOperator>(Body);
  CharSourceRange Range = statementRangeOf(Site, Context);
  if (!Op || !Op->isAssignmentOp() || Range.isInvalid() ||
      !isa<ArraySubscriptExpr>(Op->getLHS()->IgnoreParens()) ||
      !Op->getType()->isArithmeticType())
    return {};
  std::string Type = Op->getLHS()->getType().getUnqualifiedType().getAsString(
      Context.getPrintingPolicy());
  std::string Left = textOf(*Op->getLHS(), Context);
  std::string Right = textOf(*Op->getRHS(), Context);
  std::string Condition = If ? textOf(*If->getCond(), Context) : "";
  if (Left.empty() || Right.empty() || (If && Condition.empty()))
    return {};
  std::string Read = If ? "(" + Condition + ") ? (" + Right + ") : 0" : Right;
  std::string Write = Left + " " + Op->getOpcodeStr().str() + " before;";
  if (If)
    Write = "if (" + Condition + ")\n" + Write;
  std::string Text = "{\nconst " + Type + " before = " + Read + ";\n";
  std::string Wait = Block ? "__syncthreads();\n" : "__syncwarp();\n";
  return {{{Range, Text + Wait + Write + "\n" + Wait + "}"}}};
}

std::vector<Variant> readBeforeWrite(const Stmt &Site, ASTContext &Context) {
  return readThenWrite(Site, Context, true);
}

std::vector<Variant> readBeforeWriteInWarp(const Stmt &Site,
                                           ASTContext &Context) {
  return readThenWrite(Site, Context, false);
}

} // namespace kmend
