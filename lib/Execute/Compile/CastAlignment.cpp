//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CastAlignment.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace kmend {

namespace {

class CastVisitor : public DynamicRecursiveASTVisitor {
public:
  explicit CastVisitor(ASTContext &Context) : Context(Context) {
    ShouldVisitTemplateInstantiations = true;
  }

  bool VisitCStyleCastExpr(CStyleCastExpr *E) override { return visit(E); }
  bool VisitCXXReinterpretCastExpr(CXXReinterpretCastExpr *E) override {
    return visit(E);
  }

private:
  bool demandsMore(QualType To, QualType From) const {
    if (To->isDependentType() || From->isDependentType() ||
        To->isIncompleteType() || !To->isObjectType() ||
        From->isIncompleteType() || !From->isObjectType())
      return false;
    return Context.getTypeAlign(To) > Context.getTypeAlign(From);
  }

  bool visit(ExplicitCastExpr *E) {
    Expr *Sub = E->getSubExpr();
    if (E->getCastKind() == CK_BitCast && E->getType()->isPointerType() &&
        Sub->getType()->isPointerType()) {
      // The same code, without a look at what was cast.
      if (demandsMore(E->getType()->getPointeeType(),
                      Sub->getType()->getPointeeType()))
        E->setCastKind(CK_CPointerToObjCPointerCast);
    } else if (E->getCastKind() == CK_LValueBitCast &&
               demandsMore(E->getType(), Sub->getType()) &&
               Sub->isLValue() && Sub->getObjectKind() == OK_Ordinary) {
      // T&(x) as *(T*)&x.
      SourceLocation At = E->getExprLoc();
      QualType Pointer = Context.getPointerType(E->getType());
      auto *Address = UnaryOperator::Create(
          Context, Sub, UO_AddrOf, Context.getPointerType(Sub->getType()),
          VK_PRValue, OK_Ordinary, At, false, FPOptionsOverride());
      auto *Cast =
          ImplicitCastExpr::Create(Context, Pointer, CK_BitCast, Address,
                                   nullptr, VK_PRValue, FPOptionsOverride());
      Cast->setCastKind(CK_CPointerToObjCPointerCast);
      E->setSubExpr(UnaryOperator::Create(Context, Cast, UO_Deref, E->getType(),
                                          VK_LValue, OK_Ordinary, At, false,
                                          FPOptionsOverride()));
      E->setCastKind(CK_NoOp);
    }
    return true;
  }

  ASTContext &Context;
};

class CastConsumer : public ASTConsumer {
public:
  void Initialize(ASTContext &Made) override { Context = &Made; }
  bool HandleTopLevelDecl(DeclGroupRef Group) override {
    for (Decl *D : Group)
      if (!D->isFromASTFile())
        CastVisitor(*Context).TraverseDecl(D);
    return true;
  }

private:
  ASTContext *Context = nullptr;
};

} // namespace

std::unique_ptr<ASTConsumer> alignAsTypesSay() {
  return std::make_unique<CastConsumer>();
}

} // namespace kmend
