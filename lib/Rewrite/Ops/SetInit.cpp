//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../CodeText.h"
#include "Operation.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace kmend {

/// Where the declarator of \p D ends, array bounds included.
static std::optional<unsigned> declaratorEnd(const ASTContext &Context,
                                             const DeclaratorDecl &D) {
  auto Name = byteRange(Context, clang::SourceRange(D.getLocation()));
  if (!Name)
    return std::nullopt;
  auto Whole = byteRange(Context, DynTypedNode::create(D));
  return Whole ? std::max(Whole->End, Name->End) : Name->End;
}

static llvm::Error applySetInit(EditContext &Context, const Edit &E) {
  auto Target = Context.target(E);
  if (!Target)
    return Target.takeError();
  auto D = Context.declaration(E, *Target);
  if (!D)
    return D.takeError();
  if (llvm::Error Bad = checkExpression(E, "with"))
    return Bad;
  const auto *V = dyn_cast<DeclaratorDecl>(*D);
  const auto *Variable = dyn_cast_or_null<VarDecl>(V);
  if (!V || isa<FunctionDecl>(V))
    return Context.refuse(Target->Range, "'" + (*D)->getNameAsString() +
                                             "' has no initialiser");
  if (V->hasAttr<CUDASharedAttr>())
    return Context.refuse(
        Target->Range, "shared variable '" + V->getNameAsString() +
                           "' cannot have an initialiser; insert a loop that "
                           "fills it, and a barrier");
  llvm::StringRef With = field(E, "with").trim();
  std::vector<NodePart> Parts =
      nodeParts(Context.ast(), DynTypedNode::create(*V));
  std::optional<ByteRange> First, Init;
  for (const NodePart &P : Parts) {
    if (P.Name == "init")
      Init = P.Range;
    if (llvm::StringRef(P.Name).starts_with("arg"))
      First = First ? ByteRange{First->Begin, P.Range.End} : P.Range;
  }
  if (!Init)
    Init = First; // dim3 grid(a, b): the arguments are the initialiser
  if (Init) {
    if (sameCode(Context.text(*Init), With))
      return Context.refuse(*Init, "'" + V->getNameAsString() +
                                       "' is initialised with `" + With +
                                       "` already; the edit changes nothing");
    Context.Edits.replace(*Init, With);
    return llvm::Error::success();
  }
  bool Written =
      (Variable && Variable->getInit() &&
       !isa<CXXConstructExpr>(Variable->getInit()->IgnoreImplicit())) ||
      isa<ParmVarDecl>(V);
  auto End = declaratorEnd(Context.ast(), *V);
  if (Written || !End)
    return Context.refuse(
        Target->Range, "the initialiser of '" + V->getNameAsString() +
                           "' is written by a macro or cannot be added here");
  Context.Edits.insert(*End, (" = " + With).str(), EditRank::After);
  return llvm::Error::success();
}

extern const Operation SetInitOperation;
static constexpr llvm::StringLiteral Required[] = {"with"};
const Operation SetInitOperation = {
    "set_init", TargetUse::Required, Required, {}, applySetInit};

} // namespace kmend
