//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Vocabulary.h"
#include "DeviceCode.h"
#include "Matching.h"
#include "clang/ASTMatchers/ASTMatchers.h"
#include "clang/ASTMatchers/Dynamic/VariantValue.h"

using namespace clang;
using namespace clang::ast_matchers;
using clang::ast_matchers::dynamic::VariantMatcher;
using clang::ast_matchers::dynamic::VariantValue;

namespace kmend {

namespace {
AST_MATCHER_P2(Expr, readsIndex, std::string, Base, std::string, Member) {
  (void)Finder;
  (void)Builder;
  return isIndexRead(Node, Base, Member);
}

AST_MATCHER(Expr, isThreadDependent) {
  (void)Builder;
  ASTContext &Context = Finder->getASTContext();
  const FunctionDecl *F = functionAround(Context, DynTypedNode::create(Node));
  return F && ThreadDependence(*F).depends(&Node);
}

AST_MATCHER(Stmt, isInDivergentCode) {
  (void)Builder;
  ASTContext &Context = Finder->getASTContext();
  const FunctionDecl *F = functionAround(Context, DynTypedNode::create(Node));
  return F && isDivergent(Context, ThreadDependence(*F), Node);
}

AST_MATCHER(Stmt, reachesBarrier) {
  (void)Finder;
  (void)Builder;
  return collectivesIn(Node).Barrier;
}

AST_MATCHER(Stmt, reachesCollective) {
  (void)Finder;
  (void)Builder;
  return bool(collectivesIn(Node));
}

AST_MATCHER(Expr, isInShared) {
  (void)Finder;
  (void)Builder;
  return isSharedAccess(Node);
}

AST_MATCHER(Expr, isInGlobal) {
  (void)Finder;
  (void)Builder;
  return isGlobalAccess(Node);
}

AST_MATCHER(CallExpr, isABarrier) {
  (void)Finder;
  (void)Builder;
  return isBlockBarrier(Node);
}

AST_MATCHER(CallExpr, isAWarpOperation) {
  (void)Finder;
  (void)Builder;
  return isWarpOperation(Node);
}

AST_MATCHER(CallExpr, isAnAtomic) {
  (void)Finder;
  (void)Builder;
  return isAtomic(Node);
}
} // namespace

/// Whether \p T is a half-precision type, through aliases.
static bool isHalf(QualType T) {
  T = T.getNonReferenceType().getUnqualifiedType();
  if (T->isHalfType() || T->isBFloat16Type())
    return true;
  const auto *R = T->getAsCXXRecordDecl();
  return R && (R->getName() == "__half" || R->getName() == "__nv_bfloat16");
}

namespace {
AST_MATCHER(ParmVarDecl, isKernelParameter) {
  (void)Finder;
  (void)Builder;
  const auto *F = dyn_cast<FunctionDecl>(Node.getDeclContext());
  return F && F->hasAttr<CUDAGlobalAttr>();
}
AST_MATCHER(ValueDecl, isOfHalfType) {
  (void)Finder;
  (void)Builder;
  return isHalf(Node.getType());
}
AST_MATCHER(Expr, isHalfValue) {
  (void)Finder;
  (void)Builder;
  return isHalf(Node.getType());
}
} // namespace

template <typename M> static VariantValue value(const M &Matcher) {
  return VariantValue(VariantMatcher::SingleMatcher(Matcher));
}

static dynamic::Parser::NamedValueMap makeVocabulary() {
  dynamic::Parser::NamedValueMap Map;
  for (const char *Base : {"threadIdx", "blockIdx", "blockDim", "gridDim"})
    for (const char *Member : {"x", "y", "z"}) {
      std::string Name = std::string(Base) + char(std::toupper(Member[0]));
      Map[Name] = value(expr(readsIndex(Base, Member)));
    }
  DeclarationMatcher Kernel = functionDecl(hasAttr(attr::CUDAGlobal));
  Map["isKernel"] = value(Kernel);
  Map["isDeviceFn"] = value(functionDecl(hasAttr(attr::CUDADevice)));
  Map["isHostFn"] = value(functionDecl(
      unless(anyOf(hasAttr(attr::CUDADevice), hasAttr(attr::CUDAGlobal)))));
  Map["isShared"] = value(varDecl(hasAttr(attr::CUDAShared)));
  Map["barrier"] = value(callExpr(isABarrier()));
  Map["warpOperation"] = value(callExpr(isAWarpOperation()));
  Map["atomic"] = value(callExpr(isAnAtomic()));
  Map["sharedAccess"] = value(expr(isInShared()));
  Map["globalAccess"] = value(expr(isInGlobal()));
  Map["threadDependent"] = value(expr(isThreadDependent()));
  Map["divergent"] = value(stmt(isInDivergentCode()));
  Map["withBarrier"] = value(stmt(reachesBarrier()));
  Map["withCollective"] = value(stmt(reachesCollective()));
  Map["extentParam"] =
      value(parmVarDecl(hasType(isInteger()), isKernelParameter()));
  Map["halfVariable"] = value(varDecl(isOfHalfType()));
  Map["halfValue"] = value(expr(isHalfValue()));
  return Map;
}

const dynamic::Parser::NamedValueMap &vocabulary() {
  static const dynamic::Parser::NamedValueMap Map = makeVocabulary();
  return Map;
}

} // namespace kmend
