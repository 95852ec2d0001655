//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ValueText.h"
#include "../CodeText.h"
#include "../DeviceCode.h"
#include "../ExpressionText.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/StringSet.h"

using namespace clang;

namespace kmend {

std::string zeroOf(const ASTContext &Context, QualType T) {
  T = T.getNonReferenceType().getUnqualifiedType();
  if (T->isBooleanType())
    return "false";
  if (T->isSpecificBuiltinType(BuiltinType::Float))
    return "0.f";
  if (T->isSpecificBuiltinType(BuiltinType::Double))
    return "0.0";
  if (T->isIntegerType())
    return "0";
  if (T->isPointerType())
    return "nullptr";
  if (llvm::StringRef F = fromFloatFunction(T); !F.empty())
    return (F + "(0.f)").str();
  std::string Name = T.getAsString(Context.getPrintingPolicy());
  if (T->isDependentType())
    return Name.find("<dependent") == std::string::npos ? Name + "(0)" : "0";
  return T->isRecordType() ? Name + "{}" : "";
}

/// "half" or "bfloat16", or empty.
static llvm::StringRef halfKind(QualType T) {
  T = T.getNonReferenceType().getUnqualifiedType();
  if (T->isHalfType())
    return "half";
  if (T->isBFloat16Type())
    return "bfloat16";
  const auto *R = T->getAsCXXRecordDecl();
  if (!R || !R->getDeclName().isIdentifier())
    return "";
  if (R->getName() == "__half" || R->getName() == "__half_raw")
    return "half";
  return R->getName() == "__nv_bfloat16" ? "bfloat16" : "";
}

llvm::StringRef toFloatFunction(QualType T) {
  llvm::StringRef Kind = halfKind(T);
  if (Kind.empty())
    return "";
  return Kind == "half" ? "__half2float" : "__bfloat162float";
}

llvm::StringRef fromFloatFunction(QualType T) {
  llvm::StringRef Kind = halfKind(T);
  if (Kind.empty())
    return "";
  return Kind == "half" ? "__float2half" : "__float2bfloat16";
}

llvm::StringRef sourceText(const EditContext &Context, const Expr &E) {
  auto Range = byteRange(Context.ast(), E.getSourceRange());
  return Range ? Context.text(*Range) : llvm::StringRef();
}

std::string negated(const EditContext &Context, const Expr &Condition) {
  const Expr *C = Condition.IgnoreParenImpCasts();
  if (auto *B = dyn_cast<BinaryOperator>(C)) {
    if (B->isComparisonOp() && B->getOpcode() != BO_Cmp) {
      llvm::StringRef Op = BinaryOperator::getOpcodeStr(
          BinaryOperator::negateComparisonOp(B->getOpcode()));
      return (sourceText(Context, *B->getLHS()) + " " + Op + " " +
              sourceText(Context, *B->getRHS()))
          .str();
    }
    if (B->getOpcode() == BO_LOr)
      return negated(Context, *B->getLHS()) + " && " +
             negated(Context, *B->getRHS());
    if (B->getOpcode() == BO_LAnd)
      return "(" + negated(Context, *B->getLHS()) + " || " +
             negated(Context, *B->getRHS()) + ")";
  }
  if (auto *U = dyn_cast<UnaryOperator>(C); U && U->getOpcode() == UO_LNot)
    return asFactor(sourceText(Context, *U->getSubExpr()->IgnoreParens()));
  return "!" + asFactor(sourceText(Context, *C));
}

std::string freshName(const FunctionDecl &F, llvm::StringRef Base) {
  llvm::StringSet<> Used;
  for (const ParmVarDecl *P : F.parameters())
    Used.insert(P->getNameAsString());
  forEachPart(F.getBody(), [&](const Stmt &S) {
    if (auto *D = dyn_cast<DeclStmt>(&S))
      for (const Decl *One : D->decls())
        if (auto *N = dyn_cast<NamedDecl>(One))
          Used.insert(N->getNameAsString());
    if (auto *Ref = dyn_cast<DeclRefExpr>(&S))
      Used.insert(Ref->getDecl()->getNameAsString());
    return true;
  });
  std::string Name = Base.str();
  for (unsigned I = 2; Used.contains(Name); ++I)
    Name = Base.str() + std::to_string(I);
  return Name;
}

} // namespace kmend
