//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../CodeText.h"
#include "Operation.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"

using namespace clang;

namespace kmend {

static std::optional<ByteRange> typeRange(const ASTContext &Context,
                                          const Decl &D) {
  for (const NodePart &P : nodeParts(Context, DynTypedNode::create(D)))
    if (P.Name == "type")
      return P.Range;
  return std::nullopt;
}

/// \p D and what must change with it: the other declarations of a variable, and
/// for a parameter the same parameter of the other declarations.
static std::vector<const Decl *> withRedeclarations(const NamedDecl &D) {
  std::vector<const Decl *> All;
  const auto *P = dyn_cast<ParmVarDecl>(&D);
  const auto *F = P ? dyn_cast<FunctionDecl>(P->getDeclContext()) : nullptr;
  if (!F) {
    for (const Decl *R : D.redecls())
      All.push_back(R);
    return All;
  }
  unsigned I = P->getFunctionScopeIndex();
  for (const FunctionDecl *R : F->redecls())
    if (I < R->getNumParams() && R->getParamDecl(I)->getLocation().isValid())
      All.push_back(R->getParamDecl(I));
  return All;
}

static llvm::Error applySetType(EditContext &Context, const Edit &E) {
  auto Target = Context.target(E);
  if (!Target)
    return Target.takeError();
  auto D = Context.declaration(E, *Target);
  if (!D)
    return D.takeError();
  if (llvm::Error Bad = checkExpression(E, "type"))
    return Bad;
  llvm::StringRef Type = field(E, "type").trim();
  bool Changed = false;
  for (const Decl *R : withRedeclarations(**D)) {
    auto Range = typeRange(Context.ast(), *R);
    if (!Range)
      return Context.refuse(
          Target->Range,
          "the type of '" + (*D)->getNameAsString() +
              "' is shared with other variables of its declaration or written "
              "by a macro; replace the whole statement " +
              Context.describe(Target->Range));
    if (sameCode(Context.text(*Range), Type))
      continue;
    Changed = true;
    // `float *p`: the space before the name was in front of the star.
    bool Joined = Range->End < Context.Source.text().size() &&
                  (llvm::isAlnum(Context.Source.text()[Range->End]) ||
                   Context.Source.text()[Range->End] == '_');
    bool Sticks = Type.ends_with("*") || Type.ends_with("&");
    Context.Edits.replace(*Range,
                          (Type + (Joined && !Sticks ? " " : "")).str());
  }
  if (!Changed)
    return Context.refuse(Target->Range, "'" + (*D)->getNameAsString() +
                                             "' has type `" + Type +
                                             "` already; the edit changes "
                                             "nothing");
  return llvm::Error::success();
}

extern const Operation SetTypeOperation;
static constexpr llvm::StringLiteral Required[] = {"type"};
const Operation SetTypeOperation = {
    "set_type", TargetUse::Required, Required, {}, applySetType};

} // namespace kmend
