//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Mutations of types and of calls that stand for one: wider and signed
// integers, precise intrinsics, rounding to nearest, widths of shuffles, steps
// of loops.
//
//===----------------------------------------------------------------------===//

#include "Mutation.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/TypeLoc.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace kmend {

/// Where the element type of \p D is spelled, without arrays and qualifiers.
static TypeLoc spelledType(const Decl &D) {
  const TypeSourceInfo *Info = nullptr;
  if (const auto *V = dyn_cast<DeclaratorDecl>(&D))
    Info = V->getTypeSourceInfo();
  else if (const auto *T = dyn_cast<TypedefNameDecl>(&D))
    Info = T->getTypeSourceInfo();
  if (!Info)
    return {};
  TypeLoc Loc = Info->getTypeLoc();
  while (auto Array = Loc.getAs<ArrayTypeLoc>())
    Loc = Array.getElementLoc();
  return Loc.getUnqualifiedLoc();
}

/// Writes each of \p Types for the type of \p D.
static std::vector<Variant> retype(const Decl &D,
                                   llvm::ArrayRef<llvm::StringRef> Types,
                                   ASTContext &Context) {
  TypeLoc Loc = spelledType(D);
  // A typedef's own declaration is the place to change it.
  if (!Loc || Loc.getAs<AutoTypeLoc>() || Loc.getAs<ReferenceTypeLoc>())
    return {};
  CharSourceRange Range = Lexer::makeFileCharRange(
      CharSourceRange::getTokenRange(Loc.getSourceRange()),
      Context.getSourceManager(), Context.getLangOpts());
  if (Range.isInvalid() ||
      !Context.getSourceManager().isWrittenInMainFile(Range.getBegin()))
    return {};
  std::vector<Variant> Variants;
  for (llvm::StringRef T : Types)
    Variants.push_back({{Range, T.str()}});
  return Variants;
}

/// The canonical type of the elements of \p D as text.
static std::string canonicalType(const Decl &D) {
  TypeLoc Loc = spelledType(D);
  return Loc ? Loc.getType()
                   .getCanonicalType()
                   .getUnqualifiedType()
                   .getAsString()
             : std::string();
}

std::vector<Variant> widerInteger(const Decl &Site, ASTContext &Context) {
  std::string Type = canonicalType(Site);
  if (Type == "unsigned short" || Type == "unsigned char")
    return retype(Site, {"unsigned", "int"}, Context);
  if (Type == "short" || Type == "signed char" || Type == "char")
    return retype(Site, {"int"}, Context);
  if (Type == "int")
    return retype(Site, {"long long"}, Context);
  if (Type == "unsigned int")
    return retype(Site, {"unsigned long long"}, Context);
  return {};
}

std::vector<Variant> signedInteger(const Decl &Site, ASTContext &Context) {
  std::string Type = canonicalType(Site);
  if (Type == "unsigned int")
    return retype(Site, {"int"}, Context);
  if (Type == "unsigned long" || Type == "unsigned long long")
    return retype(Site, {"long long"}, Context);
  if (Type == "unsigned char" || Type == "unsigned short")
    return retype(Site, {"int"}, Context);
  return {};
}

std::vector<Variant> integerToFloat(const Stmt &Site, ASTContext &Context) {
  const auto *D = dyn_cast<DeclStmt>(&Site);
  const auto *V =
      D && D->isSingleDecl() ? dyn_cast<VarDecl>(D->getSingleDecl()) : nullptr;
  if (!V || !V->getInit())
    return {};
  std::vector<Variant> Variants = retype(*V, {"float"}, Context);
  const auto *Op =
      dyn_cast<BinaryOperator>(V->getInit()->IgnoreParenImpCasts());
  CharSourceRange Range = rangeOf(*V->getInit(), Context);
  if (Op && Op->getOpcode() == BO_Div && Range.isValid())
    for (Variant &Edit : Variants)
      Edit.push_back({Range, "(float)(" + textOf(*Op->getLHS(), Context) +
                                 ") / (float)(" +
                                 textOf(*Op->getRHS(), Context) + ")"});
  return Variants;
}

/// Renames the function that \p Site calls.
static std::vector<Variant>
rename(const Stmt &Site, llvm::function_ref<std::string(llvm::StringRef)> New,
       ASTContext &Context) {
  const auto *Call = dyn_cast<CallExpr>(&Site);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (!Callee || !Callee->getIdentifier())
    return {};
  std::string Name = New(Callee->getName());
  CharSourceRange Range = rangeOf(*Call->getCallee(), Context);
  if (Name.empty() || Range.isInvalid())
    return {};
  return {{{Range, Name}}};
}

std::vector<Variant> preciseIntrinsic(const Stmt &Site, ASTContext &Context) {
  // __sinf -> sinf
  return rename(
      Site,
      [](llvm::StringRef Name) {
        return Name.consume_front("__") ? Name.str() : std::string();
      },
      Context);
}

std::vector<Variant> roundToNearest(const Stmt &Site, ASTContext &Context) {
  return rename(
      Site,
      [](llvm::StringRef Name) -> std::string {
        for (llvm::StringRef Suffix : {"_rz", "_rd", "_ru"})
          if (Name.consume_back(Suffix))
            return Name.str() + "_rn";
        if (Name == "truncf" || Name == "floorf" || Name == "ceilf")
          return "rintf";
        return {};
      },
      Context);
}

std::vector<Variant> otherFunction(const Stmt &Site, ASTContext &Context) {
  static constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral> Pairs[] =
      {{"fmaxf", "fminf"},
       {"max", "min"},
       {"atomicMax", "atomicMin"},
       {"floorf", "ceilf"},
       {"sinf", "cosf"},
       {"__sinf", "__cosf"},
       {"sqrtf", "rsqrtf"},
       {"expf", "exp2f"},
       {"logf", "log2f"},
       {"__shfl_up_sync", "__shfl_down_sync"},
       {"__any_sync", "__all_sync"},
       {"roundf", "rintf"}};
  return rename(
      Site,
      [](llvm::StringRef Name) -> std::string {
        for (const auto &[A, B] : Pairs) {
          if (Name == A)
            return B.str();
          if (Name == B)
            return A.str();
        }
        return {};
      },
      Context);
}

std::vector<Variant> shuffleWidth(const Stmt &Site, ASTContext &Context) {
  const auto *Call = dyn_cast<CallExpr>(&Site);
  if (!Call || Call->getNumArgs() < 3)
    return {};
  SourceLocation Paren = Call->getRParenLoc();
  if (!Paren.isFileID())
    return {};
  bool Given =
      Call->getNumArgs() > 3 && !isa<CXXDefaultArgExpr>(Call->getArg(3));
  CharSourceRange Range = Given ? rangeOf(*Call->getArg(3), Context)
                                : CharSourceRange::getCharRange(Paren, Paren);
  if (Range.isInvalid())
    return {};
  std::vector<std::string> Widths;
  // Template parameters of the function, constants of the file, parameters.
  if (const FunctionDecl *F = functionAround(Site, Context)) {
    const FunctionTemplateDecl *T = F->getDescribedFunctionTemplate();
    if (!T)
      T = F->getPrimaryTemplate();
    if (T)
      for (const NamedDecl *P : *T->getTemplateParameters())
        if (const auto *N = dyn_cast<NonTypeTemplateParmDecl>(P))
          if (isCount(N->getType()))
            Widths.push_back(N->getNameAsString());
  }
  for (const VisibleName &N : integersAt(Site, Context, /*Globals=*/true))
    if (N.Is != VisibleName::Kind::Local ||
        N.Decl->getType().isConstQualified())
      Widths.push_back(N.Text);
  for (llvm::StringRef Number : {"16", "8", "4", "2"})
    Widths.push_back(Number.str());
  std::vector<Variant> Variants;
  for (const std::string &W : Widths)
    if (Variants.size() < 12)
      Variants.push_back({{Range, Given ? W : ", " + W}});
  return Variants;
}

std::vector<Variant> loopStep(const Decl &Site, ASTContext &Context) {
  const auto *V = dyn_cast<VarDecl>(&Site);
  if (!V || !V->getInit())
    return {};
  CharSourceRange Range = rangeOf(*V->getInit(), Context);
  if (Range.isInvalid())
    return {};
  std::string Text = textOf(Range, Context);
  std::vector<Variant> Variants;
  for (llvm::StringRef With :
       {"gridDim.x * blockDim.x", "blockDim.x", "gridDim.x", "blockDim.x / 32",
        "gridDim.x * (blockDim.x / 32)"})
    if (Text != With)
      Variants.push_back({{Range, With.str()}});
  return Variants;
}

} // namespace kmend
