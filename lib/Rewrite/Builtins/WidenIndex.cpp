//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// widen-index: index arithmetic in more bits. A product gets its first factor
// cast to size_t; a variable or alias of a narrow integer type gets a wider
// one.
//
//===----------------------------------------------------------------------===//

#include "../CodeText.h"
#include "../ExpressionText.h"
#include "Builtin.h"
#include "ValueText.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace kmend {

/// The next wider integer type of the same sign, empty when there is none.
static llvm::StringRef wider(const ASTContext &Context, QualType T) {
  if (!T->isIntegerType() || T->isBooleanType() || T->isEnumeralType())
    return "";
  bool Unsigned = T->isUnsignedIntegerType();
  switch (Context.getTypeSize(T)) {
  case 8:
  case 16:
    return Unsigned ? "unsigned" : "int";
  case 32:
    return Unsigned ? "unsigned long long" : "long long";
  default:
    return "";
  }
}

static llvm::Error widenDeclaration(EditContext &Context,
                                    const BoundNodes &Nodes, const Decl &D) {
  QualType T;
  if (auto *V = dyn_cast<ValueDecl>(&D))
    T = V->getType();
  else if (auto *A = dyn_cast<TypedefNameDecl>(&D))
    T = A->getUnderlyingType();
  // An array of narrow indices, and a pointer to them, too.
  bool Reshaped = false;
  if (const auto *Array =
          T.isNull() ? nullptr : Context.ast().getAsArrayType(T)) {
    T = Array->getElementType();
    Reshaped = true;
  }
  if (T.isNull() || T->isDependentType() || T->isPointerType())
    return notHere(Context, Nodes, "the declared type is no integer type");
  std::string New = wider(Context.ast(), T).str();
  if (New.empty())
    return notHere(Context, Nodes, "the declared type has no wider one");
  if (T.isConstQualified() && !isa<TypedefNameDecl>(D))
    New = "const " + New;
  for (const NodePart &P : nodeParts(Context.ast(), DynTypedNode::create(D)))
    if (P.Name == "type") {
      if (sameCode(Context.text(P.Range), "auto") && Reshaped)
        break;
      Context.Edits.replace(P.Range, New);
      return llvm::Error::success();
    }
  return notHere(Context, Nodes, "the type is shared or written by a macro");
}

static llvm::Error widenIndex(EditContext &Context, const BoundNodes &Nodes) {
  const DynTypedNode &Site = siteOf(Nodes);
  if (const auto *D = Site.get<Decl>())
    return widenDeclaration(Context, Nodes, *D);
  const Expr *E = Site.get<Expr>();
  if (!E)
    return notHere(Context, Nodes, "the site is no product or declaration");
  E = E->IgnoreParenImpCasts();
  // The innermost left factor: a * b * c is computed from the left.
  const auto *Product = dyn_cast<BinaryOperator>(E);
  while (Product && Product->isAdditiveOp()) {
    // a * b + c: the product is where it overflows.
    const auto *Left =
        dyn_cast<BinaryOperator>(Product->getLHS()->IgnoreParenImpCasts());
    Product = Left ? Left
                   : dyn_cast<BinaryOperator>(
                         Product->getRHS()->IgnoreParenImpCasts());
  }
  while (Product && Product->getOpcode() == BO_Mul) {
    const auto *Left =
        dyn_cast<BinaryOperator>(Product->getLHS()->IgnoreParenImpCasts());
    if (!Left || Left->getOpcode() != BO_Mul)
      break;
    Product = Left;
  }
  if (!Product || Product->getOpcode() != BO_Mul)
    return notHere(Context, Nodes, "the site holds no product");
  QualType T = Product->getType();
  if (!T->isDependentType() &&
      (!T->isIntegerType() || Context.ast().getTypeSize(T) > 32))
    return notHere(Context, Nodes, "the product is wide already");
  const Expr *Factor = Product->getLHS()->IgnoreImpCasts();
  auto Range = byteRange(Context.ast(), Factor->getSourceRange());
  if (!Range)
    return notHere(Context, Nodes, "the product is written by a macro");
  // Negative factors keep their sign.
  llvm::StringRef Wide =
      Factor->getType()->isUnsignedIntegerType() ? "size_t" : "long long";
  Context.Edits.replace(*Range,
                        ("static_cast<" + Wide + ">(" +
                         sourceText(Context, *Factor->IgnoreParens()) + ")")
                            .str());
  return llvm::Error::success();
}

extern const Builtin WidenIndex;
const Builtin WidenIndex = {"widen-index", widenIndex};

} // namespace kmend
