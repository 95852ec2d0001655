//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All device code computes in double: locals, shared arrays, and what device
// functions take and return. Memory of the arguments keeps its type.
//
//===----------------------------------------------------------------------===//

#include "../DeviceCode.h"
#include "Mutation.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/TypeLoc.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace kmend {

namespace {

/// Device functions of the main file, their variables, and the calls between
/// them.
class DeviceParts : public DynamicRecursiveASTVisitor {
public:
  explicit DeviceParts(const SourceManager &SM) : SM(SM) {}
  bool VisitFunctionDecl(FunctionDecl *F) override {
    if (F->isThisDeclarationADefinition() && F->hasBody() && isMain(*F) &&
        (F->hasAttr<CUDADeviceAttr>() || F->hasAttr<CUDAGlobalAttr>()))
      Functions.push_back(F);
    return true;
  }
  bool VisitVarDecl(VarDecl *V) override {
    if (!isa<ParmVarDecl>(V) && isMain(*V) && V->isLocalVarDecl())
      Variables.push_back(V);
    return true;
  }
  bool VisitCallExpr(CallExpr *C) override {
    if (C->getDirectCallee())
      Calls.push_back(C);
    return true;
  }
  bool isMain(const Decl &D) const {
    return SM.isWrittenInMainFile(SM.getExpansionLoc(D.getLocation()));
  }
  const SourceManager &SM;
  std::vector<const FunctionDecl *> Functions;
  std::vector<const VarDecl *> Variables;
  std::vector<const CallExpr *> Calls;
};

} // namespace

/// Where `float` is spelled in \p Loc, through arrays, pointers (when
/// \p Pointers) and qualifiers; invalid when it is something else.
static SourceRange floatIn(TypeLoc Loc, bool Pointers) {
  while (Loc) {
    Loc = Loc.getUnqualifiedLoc();
    if (auto Array = Loc.getAs<ArrayTypeLoc>())
      Loc = Array.getElementLoc();
    else if (auto Pointer = Loc.getAs<PointerTypeLoc>(); Pointer && Pointers)
      Loc = Pointer.getPointeeLoc();
    else
      break;
  }
  if (!Loc || Loc.getAs<TypedefTypeLoc>() || Loc.getAs<AutoTypeLoc>() ||
      !Loc.getType()->isSpecificBuiltinType(BuiltinType::Float))
    return {};
  return Loc.getSourceRange();
}

/// The device function (no kernel) that \p V belongs to, or null.
static const FunctionDecl *helperOf(const Decl &V) {
  const auto *F = dyn_cast<FunctionDecl>(V.getDeclContext());
  return F && !F->hasAttr<CUDAGlobalAttr>() ? F : nullptr;
}

std::vector<Variant> deviceDouble(const Decl &Site, ASTContext &Context) {
  const auto *Kernel = dyn_cast<FunctionDecl>(&Site);
  if (!Kernel)
    return {};
  DeviceParts Parts(Context.getSourceManager());
  Parts.TraverseDecl(Context.getTranslationUnitDecl());
  Variant V;
  auto Add = [&](const TypeSourceInfo *Info, bool Pointers) {
    SourceRange Range =
        Info ? floatIn(Info->getTypeLoc(), Pointers) : SourceRange();
    if (Range.isInvalid())
      return;
    CharSourceRange Chars = Lexer::makeFileCharRange(
        CharSourceRange::getTokenRange(Range), Context.getSourceManager(),
        Context.getLangOpts());
    if (Chars.isInvalid())
      return;
    if (llvm::none_of(V, [&](const SourceChange &C) {
          return C.Range.getBegin() == Chars.getBegin();
        }))
      V.push_back({Chars, "double"});
  };
  std::vector<const VarDecl *> Wide;
  for (const VarDecl *D : Parts.Variables) {
    // Dynamic shared memory has the size that the launch gives it.
    if (D->hasExternalStorage() || D->getType()->isPointerType())
      continue;
    if (D->getTypeSourceInfo() &&
        floatIn(D->getTypeSourceInfo()->getTypeLoc(), false).isValid()) {
      Wide.push_back(D);
      Add(D->getTypeSourceInfo(), false);
    }
  }
  // A pointer parameter follows the arrays that are passed for it, through
  // helpers that pass it on.
  for (unsigned Round = 0; Round < 4; ++Round)
    for (const CallExpr *Call : Parts.Calls) {
      const FunctionDecl *F = Call->getDirectCallee();
      if (const FunctionDecl *Pattern = F->getTemplateInstantiationPattern())
        F = Pattern;
      for (unsigned I = 0; I < Call->getNumArgs() && I < F->getNumParams();
           ++I) {
        const VarDecl *Root = rootVariable(*Call->getArg(I));
        const ParmVarDecl *P = F->getParamDecl(I);
        if (!Root || !P->getType()->isPointerType() || !Parts.isMain(*F) ||
            !llvm::is_contained(Wide, Root) || llvm::is_contained(Wide, P))
          continue;
        Wide.push_back(P);
        Add(P->getTypeSourceInfo(), true);
      }
    }
  for (const FunctionDecl *F : Parts.Functions) {
    if (F->hasAttr<CUDAGlobalAttr>())
      continue;
    for (const ParmVarDecl *P : F->parameters())
      if (!P->getType()->isPointerType() && helperOf(*P))
        Add(P->getTypeSourceInfo(), false);
    if (FunctionTypeLoc Type = F->getFunctionTypeLoc()) {
      SourceRange Range = floatIn(Type.getReturnLoc(), false);
      CharSourceRange Chars =
          Range.isValid()
              ? Lexer::makeFileCharRange(CharSourceRange::getTokenRange(Range),
                                         Context.getSourceManager(),
                                         Context.getLangOpts())
              : CharSourceRange();
      if (Chars.isValid())
        V.push_back({Chars, "double"});
    }
  }
  if (V.empty())
    return {};
  return {std::move(V)};
}

} // namespace kmend
