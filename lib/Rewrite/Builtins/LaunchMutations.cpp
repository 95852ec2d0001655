//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Mutations of launches and of what they provide: grid axes exchanged between
// host and kernel, shared memory that is too small or needs an attribute.
//
//===----------------------------------------------------------------------===//

#include "../DeviceCode.h"
#include "Mutation.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/TypeLoc.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace kmend {

/// Argument \p I of the configuration of \p Launch as it is written, or null.
static const Expr *configuration(const CUDAKernelCallExpr &Launch, unsigned I) {
  const CallExpr *Config = Launch.getConfig();
  if (!Config || I >= Config->getNumArgs() ||
      isa<CXXDefaultArgExpr>(Config->getArg(I)))
    return nullptr;
  return Config->getArg(I);
}

static CharSourceRange insertion(SourceLocation At) {
  return CharSourceRange::getCharRange(At, At);
}

std::vector<Variant> allowLargeShared(const Stmt &Site, ASTContext &Context) {
  const auto *Launch = dyn_cast<CUDAKernelCallExpr>(&Site);
  const Expr *Bytes = Launch ? configuration(*Launch, 2) : nullptr;
  CharSourceRange Range = rangeOf(Site, Context);
  if (!Bytes || Range.isInvalid())
    return {};
  std::string Kernel = textOf(*Launch->getCallee(), Context);
  std::string Size = textOf(*Bytes, Context);
  if (Kernel.empty() || Size.empty())
    return {};
  std::string Call = "cudaFuncSetAttribute(" + Kernel +
                     ", cudaFuncAttributeMaxDynamicSharedMemorySize, (int)(" +
                     Size + "));\n";
  return {{{insertion(Range.getBegin()), Call}}};
}

std::vector<Variant> growSharedBytes(const Stmt &Site, ASTContext &Context) {
  const auto *Launch = dyn_cast<CUDAKernelCallExpr>(&Site);
  const Expr *Bytes = Launch ? configuration(*Launch, 2) : nullptr;
  CharSourceRange Range = Bytes ? rangeOf(*Bytes, Context) : CharSourceRange();
  if (Range.isInvalid())
    return {};
  return {{{Range, "2 * (" + textOf(Range, Context) + ")"}}};
}

/// Caps the block or the grid of a launch.
static std::vector<Variant> cap(const Expr *E, llvm::StringRef Limit,
                                ASTContext &Context) {
  if (!E)
    return {};
  // int -> dim3 is a conversion that the source does not show.
  E = E->IgnoreUnlessSpelledInSource();
  CharSourceRange Range = rangeOf(*E, Context);
  if (Range.isInvalid() || !isCount(E->getType()) ||
      isa<IntegerLiteral>(E->IgnoreParenImpCasts()))
    return {};
  std::string Text = "(" + textOf(Range, Context) + ")";
  return {{{Range,
            Text + " < " + Limit.str() + " ? " + Text + " : " + Limit.str()}}};
}

std::vector<Variant> capLaunch(const Stmt &Site, ASTContext &Context) {
  const auto *Launch = dyn_cast<CUDAKernelCallExpr>(&Site);
  if (!Launch)
    return {};
  std::vector<Variant> Variants =
      cap(configuration(*Launch, 1), "1024", Context);
  llvm::append_range(Variants,
                     cap(configuration(*Launch, 0), "65535", Context));
  return Variants;
}

namespace {

/// Finds the `x` of `blockIdx.x` in a function, and constructions of dim3.
class AxisUses : public DynamicRecursiveASTVisitor {
public:
  bool VisitMSPropertyRefExpr(MSPropertyRefExpr *E) override {
    if (isIndexRead(*E, "blockIdx") || isIndexRead(*E, "gridDim"))
      Uses.push_back(
          {E->getMemberLoc(), E->getPropertyDecl()->getNameAsString()});
    return true;
  }
  bool VisitMemberExpr(MemberExpr *E) override {
    if (isIndexRead(*E, "blockIdx") || isIndexRead(*E, "gridDim"))
      Uses.push_back(
          {E->getMemberLoc(), E->getMemberDecl()->getNameAsString()});
    return true;
  }
  std::vector<std::pair<SourceLocation, std::string>> Uses;
};

} // namespace

/// The written arguments of the dim3 that \p Grid is or names.
static std::vector<const Expr *> gridArguments(const Expr &Grid) {
  const Expr *E = Grid.IgnoreImplicit();
  if (const auto *Copy = dyn_cast<CXXConstructExpr>(E);
      Copy && Copy->getNumArgs() == 1)
    E = Copy->getArg(0)->IgnoreImplicit();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl()); V && V->getInit())
      E = V->getInit()->IgnoreImplicit();
  if (const auto *Cast = dyn_cast<CXXFunctionalCastExpr>(E))
    E = Cast->getSubExpr()->IgnoreImplicit();
  std::vector<const Expr *> Arguments;
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(E))
    for (const Expr *A : Construct->arguments())
      if (!isa<CXXDefaultArgExpr>(A))
        Arguments.push_back(A->IgnoreImplicit());
  return Arguments;
}

std::vector<Variant> swapGridAxes(const Stmt &Site, ASTContext &Context) {
  const auto *Launch = dyn_cast<CUDAKernelCallExpr>(&Site);
  const Expr *Grid = Launch ? configuration(*Launch, 0) : nullptr;
  const FunctionDecl *Kernel = Grid ? Launch->getDirectCallee() : nullptr;
  if (!Kernel || !Kernel->getDefinition())
    return {};
  std::vector<const Expr *> Arguments = gridArguments(*Grid);
  AxisUses Visitor;
  Visitor.TraverseStmt(Kernel->getDefinition()->getBody());
  // A property reference is visited in its syntactic and semantic form.
  llvm::sort(Visitor.Uses, [](const auto &A, const auto &B) {
    return A.first.getRawEncoding() < B.first.getRawEncoding();
  });
  Visitor.Uses.erase(llvm::unique(Visitor.Uses), Visitor.Uses.end());
  std::vector<Variant> Variants;
  static constexpr llvm::StringRef Axes[] = {"x", "y", "z"};
  for (unsigned I = 0; I < Arguments.size(); ++I)
    for (unsigned J = I + 1; J < Arguments.size() && J < 3; ++J) {
      CharSourceRange A = rangeOf(*Arguments[I], Context);
      CharSourceRange B = rangeOf(*Arguments[J], Context);
      if (A.isInvalid() || B.isInvalid())
        continue;
      Variant V{{A, textOf(B, Context)}, {B, textOf(A, Context)}};
      bool Editable = true;
      for (const auto &[Where, Axis] : Visitor.Uses) {
        llvm::StringRef With = Axis == Axes[I]   ? Axes[J]
                               : Axis == Axes[J] ? Axes[I]
                                                 : llvm::StringRef();
        if (With.empty())
          continue;
        CharSourceRange Range = Lexer::makeFileCharRange(
            CharSourceRange::getTokenRange(Where), Context.getSourceManager(),
            Context.getLangOpts());
        Editable &= Range.isValid();
        V.push_back({Range, With.str()});
      }
      if (Editable)
        Variants.push_back(std::move(V));
    }
  return Variants;
}

std::vector<Variant> growArray(const Stmt &Site, ASTContext &Context) {
  const auto *D = dyn_cast<DeclStmt>(&Site);
  if (!D)
    return {};
  std::vector<Variant> Variants;
  const FunctionDecl *Function = functionAround(Site, Context);
  std::vector<std::string> Terms;
  if (Function)
    for (const Decl *Each : Context.getTranslationUnitDecl()->decls())
      if (const auto *V = dyn_cast<VarDecl>(Each);
          V && V->isConstexpr() && isCount(V->getType()) &&
          Context.getSourceManager().isWrittenInMainFile(V->getLocation()))
        Terms.push_back(V->getNameAsString());
  for (const Decl *Each : D->decls()) {
    const auto *V = dyn_cast<VarDecl>(Each);
    if (!V || !V->getTypeSourceInfo())
      continue;
    TypeLoc Loc = V->getTypeSourceInfo()->getTypeLoc();
    for (auto Array = Loc.getAs<ArrayTypeLoc>(); Array;
         Array = Array.getElementLoc().getAs<ArrayTypeLoc>()) {
      const Expr *Size = Array.getSizeExpr();
      CharSourceRange Range =
          Size ? rangeOf(*Size, Context) : CharSourceRange();
      if (Range.isInvalid())
        continue;
      std::string Text = textOf(Range, Context);
      std::string Factor = factorTextOf(*Size, Context);
      Variants.push_back({{Range, Text + " + 1"}});
      if (const auto *Sum =
              dyn_cast<BinaryOperator>(Size->IgnoreParenImpCasts());
          Sum && Sum->getOpcode() == BO_Add)
        Variants.push_back(
            {{Range, textOf(*Sum->getLHS(), Context) + " + 2 * " +
                         factorTextOf(*Sum->getRHS(), Context)}});
      Variants.push_back({{Range, Text + " + 2"}});
      for (const std::string &T : Terms)
        if (Text != T && Variants.size() < 20) {
          Variants.push_back({{Range, Text + " + 2 * " + T}});
          Variants.push_back({{Range, Text + " + " + T}});
          Variants.push_back({{Range, T}});
        }
      Variants.push_back({{Range, "2 * " + Factor}});
      Variants.push_back({{Range, "4 * " + Factor}});
    }
  }
  return Variants;
}

} // namespace kmend
