//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Mutations of control flow around barriers: a barrier leaves a branch, a loop
// runs the same number of rounds for all threads, a kernel is cut in two.
//
//===----------------------------------------------------------------------===//

#include "Mutation.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace kmend {

/// Whether \p S is a call of a block barrier.
static bool isBarrier(const Stmt &S) {
  const auto *E = dyn_cast<Expr>(&S);
  const auto *Call = E ? dyn_cast<CallExpr>(E->IgnoreImpCasts()) : nullptr;
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (!Callee || !Callee->getIdentifier())
    return false;
  return Callee->getName().starts_with("__syncthreads") ||
         Callee->getName() == "sync";
}

namespace {

/// Whether something is executed that all threads must reach together.
class Collective : public DynamicRecursiveASTVisitor {
public:
  bool VisitCallExpr(CallExpr *Call) override {
    const FunctionDecl *Callee = Call->getDirectCallee();
    if (!Callee || !Callee->getIdentifier())
      return true;
    llvm::StringRef Name = Callee->getName();
    Found |=
        Name.starts_with("__sync") || Name.contains("_sync") || Name == "sync";
    // One level of helpers is enough: block reductions call barriers directly.
    if (const FunctionDecl *Body = Callee->getDefinition();
        Body && Depth == 0 && Body->getBody()) {
      ++Depth;
      TraverseStmt(Body->getBody());
      --Depth;
    }
    return true;
  }
  bool Found = false;

private:
  unsigned Depth = 0;
};

} // namespace

static bool isCollective(const Stmt &S) {
  Collective Visitor;
  Visitor.TraverseStmt(const_cast<Stmt *>(&S));
  return Visitor.Found;
}

/// The source text of \p S as a statement of its own.
static std::string statementText(const Stmt &S, const ASTContext &Context) {
  return textOf(statementRangeOf(S, Context), Context);
}

/// \p Body with everything under \p Condition but what all threads must reach:
/// barriers, shuffles and declarations, whose values become 0 elsewhere. Empty
/// when a part cannot be written down.
static std::string predicated(llvm::ArrayRef<const Stmt *> Body,
                              const std::string &Condition,
                              ASTContext &Context) {
  std::string Text, Part;
  auto Flush = [&] {
    if (!Part.empty())
      Text += "if (" + Condition + ") {\n" + Part + "}\n";
    Part.clear();
  };
  for (const Stmt *S : Body) {
    std::string Each = statementText(*S, Context);
    if (Each.empty())
      return {};
    const auto *D = dyn_cast<DeclStmt>(S);
    const auto *Local = D && D->isSingleDecl()
                            ? dyn_cast<VarDecl>(D->getSingleDecl())
                            : nullptr;
    if (Local && Local->getInit() && Local->getType()->isArithmeticType() &&
        !isCollective(*S)) {
      Flush();
      std::string Init = textOf(*Local->getInit(), Context);
      size_t At = Init.empty() ? std::string::npos : Each.rfind(Init);
      if (At != std::string::npos)
        Each.replace(At, Init.size(),
                     "(" + Condition + ") ? (" + Init + ") : 0");
      Text += Each + "\n";
    } else if (D || isCollective(*S)) {
      Flush();
      Text += Each + "\n";
    } else {
      Part += Each + "\n";
    }
  }
  Flush();
  return Text;
}

std::vector<Variant> barrierOutOfBranch(const Stmt &Site, ASTContext &Context) {
  const auto *If = dyn_cast<IfStmt>(&Site);
  if (!If || If->getElse() || If->hasVarStorage() || If->hasInitStorage())
    return {};
  CharSourceRange Whole = rangeOf(Site, Context);
  std::string Condition = textOf(*If->getCond(), Context);
  const auto *Body = dyn_cast<CompoundStmt>(If->getThen());
  if (Whole.isInvalid() || Condition.empty() || !Body || !isCollective(*Body))
    return {};
  std::vector<const Stmt *> Parts(Body->body_begin(), Body->body_end());
  std::vector<Variant> Variants;
  if (std::string Text = predicated(Parts, Condition, Context); !Text.empty())
    Variants.push_back({{Whole, "{\n" + Text + "}"}});
  Variants.push_back({{Whole, textOf(*Body, Context)}});
  return Variants;
}

std::vector<Variant> predicateRest(const Stmt &Site, ASTContext &Context) {
  // if (c) return; rest -> rest where !c, with the barriers for all.
  const auto *If = dyn_cast<IfStmt>(&Site);
  if (!If || If->getElse() || If->hasVarStorage() || If->hasInitStorage())
    return {};
  const Stmt *Then = If->getThen();
  if (const auto *Block = dyn_cast<CompoundStmt>(Then))
    Then = Block->size() == 1 ? Block->body_front() : nullptr;
  const auto *Block = dyn_cast_or_null<CompoundStmt>(parentOf(Site, Context));
  if (!Then || !Block || !isa<ReturnStmt, ContinueStmt>(Then))
    return {};
  std::string Condition = textOf(*If->getCond(), Context);
  CharSourceRange First = rangeOf(Site, Context);
  std::vector<const Stmt *> Rest;
  bool Seen = false, Together = false;
  for (const Stmt *S : Block->body()) {
    if (Seen) {
      Rest.push_back(S);
      Together |= isCollective(*S);
    }
    Seen |= S == &Site;
  }
  if (Condition.empty() || First.isInvalid() || Rest.empty() || !Together)
    return {};
  CharSourceRange Last = statementRangeOf(*Rest.back(), Context);
  std::string Text = predicated(Rest, "!(" + Condition + ")", Context);
  if (Last.isInvalid() || Text.empty())
    return {};
  return {{{CharSourceRange::getCharRange(First.getBegin(), Last.getEnd()),
            llvm::StringRef(Text).trim().str()}}};
}

/// `x` of `x < bound` as the variable of a counting loop.
static const VarDecl *loopVariable(const ForStmt &For) {
  const auto *D = dyn_cast_or_null<DeclStmt>(For.getInit());
  if (!D || !D->isSingleDecl())
    return nullptr;
  const auto *V = dyn_cast<VarDecl>(D->getSingleDecl());
  return V && V->getInit() && isCount(V->getType()) ? V : nullptr;
}

std::vector<Variant> uniformTripCount(const Stmt &Site, ASTContext &Context) {
  const auto *For = dyn_cast<ForStmt>(&Site);
  const VarDecl *V = For ? loopVariable(*For) : nullptr;
  const auto *Body = V ? dyn_cast<CompoundStmt>(For->getBody()) : nullptr;
  if (!Body || !For->getCond() || !For->getInc() || !isCollective(*Body))
    return {};
  CharSourceRange Whole = rangeOf(Site, Context);
  std::string Name = V->getNameAsString(), Base = Name + "_base";
  std::string Type = V->getType().getUnqualifiedType().getAsString(
      Context.getPrintingPolicy());
  std::string Condition = textOf(*For->getCond(), Context);
  std::string Start = textOf(*V->getInit(), Context);
  if (Whole.isInvalid() || Condition.empty() || Start.empty())
    return {};
  // The name of the loop variable is local to condition and step: rename there.
  auto Rename = [&](const Stmt &S) {
    class Uses : public DynamicRecursiveASTVisitor {
    public:
      bool VisitDeclRefExpr(DeclRefExpr *E) override {
        Refs.push_back(E);
        return true;
      }
      std::vector<const DeclRefExpr *> Refs;
    } All;
    All.TraverseStmt(const_cast<Stmt *>(&S));
    std::string Text = textOf(S, Context);
    CharSourceRange Range = rangeOf(S, Context);
    const SourceManager &SM = Context.getSourceManager();
    llvm::sort(All.Refs, [&](const DeclRefExpr *A, const DeclRefExpr *B) {
      return SM.isBeforeInTranslationUnit(B->getLocation(), A->getLocation());
    });
    for (const DeclRefExpr *Ref : All.Refs)
      if (Ref->getDecl() == V && Range.isValid()) {
        unsigned Offset = SM.getFileOffset(Ref->getLocation()) -
                          SM.getFileOffset(Range.getBegin());
        if (Offset + Name.size() <= Text.size())
          Text.replace(Offset, Name.size(), Base);
      }
    return Text;
  };
  std::string Text = "for (" + Type + " " + Base + " = (" + Start + ") - (" +
                     Type + ")threadIdx.x; " + Rename(*For->getCond()) + "; " +
                     Rename(*For->getInc()) + ") {\nconst " + Type + " " +
                     Name + " = " + Base + " + (" + Type + ")threadIdx.x;\n";
  std::vector<const Stmt *> Parts(Body->body_begin(), Body->body_end());
  std::string Inside = predicated(Parts, Condition, Context);
  if (Inside.empty())
    return {};
  Text += Inside;
  return {{{Whole, Text + "}"}}};
}

namespace {

/// What a part of a kernel uses of the locals, and where a kernel is launched.
class LocalUses : public DynamicRecursiveASTVisitor {
public:
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    if (const auto *V = dyn_cast<VarDecl>(E->getDecl());
        V && V->isLocalVarDecl())
      Used.push_back(V);
    return true;
  }
  std::vector<const VarDecl *> Used;
};

class LaunchesOf : public DynamicRecursiveASTVisitor {
public:
  explicit LaunchesOf(llvm::StringRef Name) : Name(Name) {}
  bool VisitCUDAKernelCallExpr(CUDAKernelCallExpr *Call) override {
    const FunctionDecl *Callee = Call->getDirectCallee();
    if (Callee && Callee->getNameAsString() == Name)
      Found.push_back(Call);
    return true;
  }
  llvm::StringRef Name;
  std::vector<const CUDAKernelCallExpr *> Found;
};

} // namespace

/// The declarations of \p Before that \p After needs, computed again.
static std::string neededDeclarations(llvm::ArrayRef<const Stmt *> Before,
                                      llvm::ArrayRef<const Stmt *> After,
                                      const ASTContext &Context) {
  LocalUses Uses;
  for (const Stmt *S : After)
    Uses.TraverseStmt(const_cast<Stmt *>(S));
  std::vector<std::string> Texts;
  for (const Stmt *S : llvm::reverse(Before)) {
    const auto *D = dyn_cast<DeclStmt>(S);
    if (!D || llvm::none_of(D->decls(), [&](const Decl *Each) {
          return llvm::is_contained(Uses.Used, Each);
        }))
      continue;
    Texts.push_back(statementText(*S, Context));
    Uses.TraverseStmt(const_cast<Stmt *>(S));
  }
  std::string Text;
  for (const std::string &Each : llvm::reverse(Texts))
    Text += Each + "\n";
  return Text;
}

std::vector<Variant> splitKernel(const Stmt &Site, ASTContext &Context) {
  const auto *Body = dyn_cast_or_null<CompoundStmt>(parentOf(Site, Context));
  const FunctionDecl *Kernel = functionAround(Site, Context);
  if (!Kernel || !Kernel->hasAttr<CUDAGlobalAttr>() ||
      Kernel->getBody() != Body || !Kernel->getIdentifier())
    return {};
  const SourceManager &SM = Context.getSourceManager();
  std::vector<const Stmt *> Before, After;
  bool Seen = false;
  bool AtBarrier = isBarrier(Site);
  for (const Stmt *S : Body->body()) {
    Seen |= S == &Site;
    if (S != &Site || !AtBarrier)
      (Seen ? After : Before).push_back(S);
  }
  if (!Seen || Before.empty() || After.empty())
    return {};
  // Template head, attributes and parameters are taken over as they stand.
  SourceLocation Begin = Kernel->getBeginLoc();
  if (const FunctionTemplateDecl *T = Kernel->getDescribedFunctionTemplate())
    Begin = T->getBeginLoc();
  else if (const FunctionDecl *P = Kernel->getTemplateInstantiationPattern();
           P && P->getDescribedFunctionTemplate())
    Begin = P->getDescribedFunctionTemplate()->getBeginLoc();
  Begin = SM.getExpansionLoc(Begin);
  SourceLocation Open = Body->getLBracLoc(), Close = Body->getRBracLoc();
  if (!Open.isFileID() || !Close.isFileID() || !SM.isWrittenInMainFile(Begin))
    return {};
  std::string Head =
      textOf(CharSourceRange::getCharRange(Begin, Open), Context);
  std::string Name = Kernel->getNameAsString(), Second = Name + "_finish";
  SourceLocation NameLoc = Kernel->getLocation();
  if (!NameLoc.isFileID())
    return {};
  unsigned NameAt = SM.getFileOffset(NameLoc) - SM.getFileOffset(Begin);
  if (NameAt + Name.size() > Head.size())
    return {};
  Head.replace(NameAt, Name.size(), Second);

  CharSourceRange Cut = statementRangeOf(Site, Context);
  if (Cut.isInvalid())
    return {};
  if (!AtBarrier)
    Cut.setEnd(Cut.getBegin());
  std::string Middle =
      "}\n\n" + Head + "{\n" + neededDeclarations(Before, After, Context);
  Variant V{{Cut, Middle}};
  LaunchesOf Visitor(Name);
  Visitor.TraverseDecl(Context.getTranslationUnitDecl());
  if (Visitor.Found.empty())
    return {};
  for (const CUDAKernelCallExpr *Launch : Visitor.Found) {
    CharSourceRange Range = statementRangeOf(*Launch, Context);
    std::string Text = textOf(Range, Context);
    size_t At = Text.find(Name);
    if (Range.isInvalid() || At == std::string::npos || Text.back() != ';')
      return {};
    Text.replace(At, Name.size(), Second);
    V.push_back({CharSourceRange::getCharRange(Range.getEnd(), Range.getEnd()),
                 "\n" + Text});
  }
  return {std::move(V)};
}

} // namespace kmend
