//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// cap-block-size: a block dimension, or the loop that doubles it, stops at 1024
// threads.
//
//===----------------------------------------------------------------------===//

#include "../CodeText.h"
#include "../DeviceCode.h"
#include "../ExpressionText.h"
#include "Builtin.h"
#include "ValueText.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace kmend {

/// The variable that \p Body steps, or null.
static const VarDecl *steppedVariable(const Stmt *Body) {
  const VarDecl *Found = nullptr;
  forEachPart(Body, [&](const Stmt &S) {
    if (auto *B = dyn_cast<BinaryOperator>(&S); B && B->isAssignmentOp())
      Found = rootVariable(*B->getLHS());
    return !Found;
  });
  return Found;
}

static llvm::Error capBlockSize(EditContext &Context, const BoundNodes &Nodes) {
  const DynTypedNode &Site = siteOf(Nodes);
  if (const auto *S = Site.get<Stmt>(); S && !isa<Expr>(S)) {
    const Expr *Condition = nullptr;
    const VarDecl *V = nullptr;
    if (auto *W = dyn_cast<WhileStmt>(S)) {
      Condition = W->getCond();
      V = steppedVariable(W->getBody());
    } else if (auto *F = dyn_cast<ForStmt>(S)) {
      Condition = F->getCond();
      V = steppedVariable(F->getInc());
      if (!V)
        V = steppedVariable(F->getBody());
    }
    auto Range = Condition
                     ? byteRange(Context.ast(), Condition->getSourceRange())
                     : std::nullopt;
    if (!Range || !V)
      return notHere(Context, Nodes, "the loop steps no block size");
    if (Context.text(*Range).contains("1024"))
      return notHere(Context, Nodes, "the loop stops at 1024 already");
    std::string Old = Context.text(*Range).str();
    if (int P = lowestPrecedence(Old); P > 0 && P < lowestPrecedence("a && b"))
      Old = "(" + Old + ")";
    Context.Edits.replace(*Range,
                          Old + " && " + V->getNameAsString() + " < 1024");
    return llvm::Error::success();
  }
  const Expr *E = Site.get<Expr>();
  if (const auto *V = Site.get<VarDecl>())
    E = V->getInit();
  if (!E)
    return notHere(Context, Nodes, "the site has no value to cap");
  E = E->IgnoreUnlessSpelledInSource();
  auto Range = byteRange(Context.ast(), E->getSourceRange());
  QualType T = E->getType();
  if (!Range || !T->isIntegerType())
    return notHere(Context, Nodes, "the site is no integer expression");
  llvm::StringRef Text = Context.text(*Range);
  if (Text.contains("1024"))
    return notHere(Context, Nodes, "the value is capped at 1024 already");
  std::string Factor = asFactor(Text);
  Context.Edits.replace(*Range,
                        "(" + Factor + " < 1024 ? " + Factor + " : 1024)");
  return llvm::Error::success();
}

extern const Builtin CapBlockSize;
const Builtin CapBlockSize = {"cap-block-size", capBlockSize};

} // namespace kmend
