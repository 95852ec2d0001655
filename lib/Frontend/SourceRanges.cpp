//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Frontend/SourceRanges.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace kmend {

static std::optional<ByteRange> mainFileBytes(const SourceManager &SM,
                                              CharSourceRange Range) {
  if (Range.isInvalid() || Range.getBegin().isMacroID())
    return std::nullopt;
  auto [BeginFile, Begin] = SM.getDecomposedLoc(Range.getBegin());
  auto [EndFile, End] = SM.getDecomposedLoc(Range.getEnd());
  if (BeginFile != SM.getMainFileID() || EndFile != BeginFile || End < Begin)
    return std::nullopt;
  return ByteRange{Begin, End};
}

/// The place of \p Loc in the outermost macro that wrote it.
static clang::SourceLocation
inOutermostMacro(const SourceManager &SM, clang::SourceLocation Loc, bool End) {
  while (Loc.isMacroID()) {
    clang::SourceLocation Up =
        End ? SM.getImmediateExpansionRange(Loc).getEnd()
            : SM.getImmediateExpansionRange(Loc).getBegin();
    if (!Up.isMacroID())
      return Loc;
    Loc = Up;
  }
  return Loc;
}

/// The use of a macro whose whole body, up to parentheses around it, is
/// \p Range: `N` for the sum in `#define N (A + B)`. Invalid when there is
/// more.
static CharSourceRange wholeMacro(const ASTContext &Context,
                                  clang::SourceRange Range) {
  const SourceManager &SM = Context.getSourceManager();
  if (!Range.getBegin().isMacroID() || !Range.getEnd().isMacroID())
    return {};
  clang::SourceLocation Begin = inOutermostMacro(SM, Range.getBegin(), false);
  clang::SourceLocation End = inOutermostMacro(SM, Range.getEnd(), true);
  auto [File, From] = SM.getDecomposedLoc(Begin);
  auto [EndFile, To] = SM.getDecomposedLoc(End);
  if (File != EndFile || !SM.isMacroBodyExpansion(Begin))
    return {};
  unsigned Size = SM.getFileIDSize(File);
  To += Lexer::MeasureTokenLength(SM.getSpellingLoc(End), SM,
                                  Context.getLangOpts());
  if (To > Size || From > To)
    return {};
  bool Invalid = false;
  const char *Data = SM.getCharacterData(SM.getComposedLoc(File, 0), &Invalid);
  if (Invalid ||
      llvm::StringRef(Data, From).find_first_not_of("( \t") !=
          llvm::StringRef::npos ||
      llvm::StringRef(Data + To, Size - To).find_first_not_of(") \t\\\r\n") !=
          llvm::StringRef::npos)
    return {};
  return Lexer::getAsCharRange(SM.getExpansionRange(Begin), SM,
                               Context.getLangOpts());
}

std::optional<ByteRange> byteRange(const ASTContext &Context,
                                   clang::SourceRange Range) {
  if (Range.isInvalid())
    return std::nullopt;
  const SourceManager &SM = Context.getSourceManager();
  if (auto Bytes = mainFileBytes(
          SM, Lexer::makeFileCharRange(CharSourceRange::getTokenRange(Range),
                                       SM, Context.getLangOpts())))
    return Bytes;
  return mainFileBytes(SM, wholeMacro(Context, Range));
}

/// The template head belongs to a function or class template.
static clang::SourceRange declarationRange(const Decl &D) {
  clang::SourceRange Range = D.getSourceRange();
  const TemplateDecl *Template = nullptr;
  if (auto *F = dyn_cast<FunctionDecl>(&D))
    Template = F->getDescribedFunctionTemplate();
  else if (auto *R = dyn_cast<CXXRecordDecl>(&D))
    Template = R->getDescribedClassTemplate();
  else if (auto *V = dyn_cast<VarDecl>(&D))
    Template = V->getDescribedVarTemplate();
  else if (auto *A = dyn_cast<TypeAliasDecl>(&D))
    Template = A->getDescribedAliasTemplate();
  if (Template)
    Range = Template->getSourceRange();
  return Range;
}

static std::optional<ByteRange> declarationBytes(const ASTContext &Context,
                                                 const Decl &D) {
  clang::SourceRange Range = declarationRange(D);
  if (Range.isInvalid())
    return std::nullopt;
  const SourceManager &SM = Context.getSourceManager();
  // Attributes written through macros stand before the declaration's own begin.
  clang::SourceLocation Begin = Range.getBegin();
  for (const Attr *A : D.attrs()) {
    clang::SourceLocation At = SM.getExpansionLoc(A->getLocation());
    if (!A->isImplicit() && At.isValid() && SM.isInMainFile(At) &&
        SM.isBeforeInTranslationUnit(At, SM.getExpansionLoc(Begin)) &&
        !isa<TemplateDecl>(D) && !isa<ParmVarDecl>(D))
      Begin = At;
  }
  clang::SourceLocation End = Range.getEnd();
  return mainFileBytes(
      SM, Lexer::getAsCharRange(
              CharSourceRange::getTokenRange(
                  SM.getExpansionLoc(Begin),
                  End.isMacroID() ? SM.getExpansionRange(End).getEnd() : End),
              SM, Context.getLangOpts()));
}

std::optional<ByteRange> byteRange(const ASTContext &Context,
                                   const DynTypedNode &Node) {
  if (const auto *D = Node.get<Decl>())
    return declarationBytes(Context, *D);
  return byteRange(Context, Node.getSourceRange());
}

ByteRange withSemicolon(const ASTContext &Context, ByteRange Range) {
  const SourceManager &SM = Context.getSourceManager();
  if (Range.End == 0)
    return Range;
  auto Next = Lexer::findNextToken(SM.getLocForStartOfFile(SM.getMainFileID())
                                       .getLocWithOffset(int(Range.End) - 1),
                                   SM, Context.getLangOpts());
  if (Next && Next->is(tok::semi))
    Range.End = SM.getFileOffset(Next->getEndLoc());
  return Range;
}

/// The sub-statement in which the text of \p S ends.
static const Stmt *lastPart(const Stmt *S) {
  while (S) {
    const Stmt *Inner = nullptr;
    if (auto *I = dyn_cast<IfStmt>(S))
      Inner = I->getElse() ? I->getElse() : I->getThen();
    else if (auto *F = dyn_cast<ForStmt>(S))
      Inner = F->getBody();
    else if (auto *W = dyn_cast<WhileStmt>(S))
      Inner = W->getBody();
    else if (auto *R = dyn_cast<CXXForRangeStmt>(S))
      Inner = R->getBody();
    else if (auto *W = dyn_cast<SwitchStmt>(S))
      Inner = W->getBody();
    else if (auto *C = dyn_cast<SwitchCase>(S))
      Inner = C->getSubStmt();
    else if (auto *L = dyn_cast<LabelStmt>(S))
      Inner = L->getSubStmt();
    else if (auto *A = dyn_cast<AttributedStmt>(S))
      Inner = A->getSubStmt();
    if (!Inner)
      return S;
    S = Inner;
  }
  return S;
}

std::optional<ByteRange> statementRange(const ASTContext &Context,
                                        const Stmt &S) {
  std::optional<ByteRange> Range = byteRange(Context, S.getSourceRange());
  if (!Range)
    return std::nullopt;
  const Stmt *Last = lastPart(&S);
  // A DeclStmt and a NullStmt hold their semicolon already.
  if (!Last || isa<CompoundStmt, DeclStmt, NullStmt, CXXTryStmt>(Last))
    return Range;
  return withSemicolon(Context, *Range);
}

llvm::StringRef textOf(const ASTContext &Context, ByteRange Range) {
  const SourceManager &SM = Context.getSourceManager();
  return SM.getBufferData(SM.getMainFileID()).slice(Range.Begin, Range.End);
}

} // namespace kmend
