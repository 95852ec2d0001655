//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// move-declaration-into-loop: an accumulator ("decl") that is set once before a
// loop ("site") starts anew in every round.
//
//===----------------------------------------------------------------------===//

#include "../DeviceCode.h"
#include "../Matching.h"
#include "Builtin.h"

using namespace clang;

namespace kmend {

static const Stmt *bodyOf(const Stmt &S) {
  if (auto *F = dyn_cast<ForStmt>(&S))
    return F->getBody();
  if (auto *W = dyn_cast<WhileStmt>(&S))
    return W->getBody();
  return nullptr;
}

static llvm::Error moveDeclaration(EditContext &Context,
                                   const BoundNodes &Nodes) {
  const auto *Loop = siteOf(Nodes).get<Stmt>();
  const Stmt *Body = Loop ? bodyOf(*Loop) : nullptr;
  const auto *V = bound<VarDecl>(Nodes, "decl");
  if (!Body || !V)
    return notHere(Context, Nodes,
                   "the matcher must bind a loop as \"site\" and a variable as "
                   "\"decl\"");
  auto Place = statementAround(Context.ast(), DynTypedNode::create(*V));
  const auto *D = Place ? dyn_cast<DeclStmt>(Place->Statement) : nullptr;
  if (!D || !D->isSingleDecl() || !V->getInit() || V->isStaticLocal() ||
      V->hasAttr<CUDASharedAttr>())
    return notHere(Context, Nodes,
                   "the variable has no initialiser of its own");
  // Uses elsewhere would lose the variable.
  const FunctionDecl *F = functionAround(Context.ast(), siteOf(Nodes));
  unsigned All = 0, Inside = 0;
  auto Count = [&](const Stmt *S, unsigned &Uses) {
    forEachPart(S, [&](const Stmt &Part) {
      if (auto *Ref = dyn_cast<DeclRefExpr>(&Part))
        Uses += Ref->getDecl() == V;
      return true;
    });
  };
  Count(F ? F->getBody() : nullptr, All);
  Count(Body, Inside);
  if (Inside == 0)
    return notHere(Context, Nodes, "the loop does not use the variable");
  std::string Text = Context.text(Place->Range).str();
  if (All != Inside)
    return notHere(Context, Nodes, "the variable is used outside the loop");
  removeStatement(Context.Edits, Context.ast(), *Place);
  return insertAtBodyStart(Context.Edits, Context.ast(), *Body, Text);
}

extern const Builtin MoveDeclarationIntoLoop;
const Builtin MoveDeclarationIntoLoop = {"move-declaration-into-loop",
                                         moveDeclaration};

} // namespace kmend
