//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExpressionText.h"
#include "CodeText.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/ParentMapContext.h"
#include "clang/Basic/OperatorPrecedence.h"

using namespace clang;

namespace kmend {

/// The precedence of \p Op as the token table has it.
static int precedenceOf(BinaryOperatorKind Op) {
  llvm::StringRef Spelling = BinaryOperator::getOpcodeStr(Op);
  return lowestPrecedence(("a " + Spelling + " b").str());
}

/// The lowest precedence that may stand where \p Old stands without
/// parentheses; one more than every binary operator's when none may.
static int roomFor(const Stmt &Parent, const Expr &Old) {
  constexpr int Unary = prec::PointerToMember + 1;
  if (auto *B = dyn_cast<BinaryOperator>(&Parent)) {
    int P = precedenceOf(B->getOpcode());
    bool Left = B->getLHS()->IgnoreImpCasts() == &Old || B->getLHS() == &Old;
    // a - (b - c), (a = b) = c
    return Left != B->isAssignmentOp() ? P : (B->isAssignmentOp() ? P : P + 1);
  }
  if (auto *O = dyn_cast<CXXOperatorCallExpr>(&Parent)) {
    if (O->isInfixBinaryOp() && O->getNumArgs() == 2)
      return lowestPrecedence((llvm::Twine("a ") +
                               getOperatorSpelling(O->getOperator()) + " b")
                                  .str()) +
             (O->getArg(1)->IgnoreImpCasts() == &Old);
    return O->getOperator() == OO_Subscript && O->getArg(1) == &Old ? 0 : Unary;
  }
  if (auto *C = dyn_cast<ConditionalOperator>(&Parent))
    return C->getCond()->IgnoreImpCasts() == &Old ? prec::Conditional + 1
                                                  : prec::Assignment;
  if (isa<UnaryOperator, MemberExpr, CXXDependentScopeMemberExpr,
          CStyleCastExpr>(Parent))
    return Unary;
  if (auto *S = dyn_cast<ArraySubscriptExpr>(&Parent))
    return S->getBase()->IgnoreImpCasts() == &Old ? Unary : 0;
  if (isa<CallExpr, InitListExpr, CXXConstructExpr>(Parent))
    return prec::Assignment; // a comma would be one argument more
  return 0;
}

std::string asOperand(ASTContext &Context, const Expr &Old,
                      llvm::StringRef Text) {
  const Expr *Child = &Old;
  const Stmt *Parent = nullptr;
  for (unsigned Steps = 0; Steps < 64; ++Steps) {
    auto Parents = Context.getParents(*Child);
    Parent = Parents.empty() ? nullptr : Parents[0].get<Stmt>();
    // What the compiler wrote between stands nowhere in the text.
    if (!Parent ||
        !isa<ImplicitCastExpr, ExprWithCleanups, MaterializeTemporaryExpr,
             CXXBindTemporaryExpr, ConstantExpr, FullExpr>(Parent))
      break;
    Child = cast<Expr>(Parent);
  }
  if (!Parent || isa<ParenExpr>(Parent) || isa<ParenExpr>(Old))
    return isa<ParenExpr>(Old) && lowestPrecedence(Text) > 0
               ? "(" + Text.str() + ")"
               : Text.str();
  int Room = roomFor(*Parent, *Child);
  int Needed = lowestPrecedence(Text);
  bool Prefix = Room > prec::PointerToMember && startsWithPrefix(Text) &&
                !isa<UnaryOperator, CStyleCastExpr>(Parent);
  return (Needed > 0 && Needed < Room) || Prefix ? "(" + Text.str() + ")"
                                                 : Text.str();
}

std::string asFactor(llvm::StringRef Text) {
  return lowestPrecedence(Text) > 0 || startsWithPrefix(Text)
             ? "(" + Text.str() + ")"
             : Text.str();
}

} // namespace kmend
