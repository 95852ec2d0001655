//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SizeFlow.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace kmend {

// Variables that stand for variables that stand for constants.
static constexpr unsigned MaxDepth = 6;
// Flows are followed this often: through so many calls at least.
static constexpr unsigned MaxRounds = 12;
// Parameters of an entry that are told apart.
static constexpr unsigned MaxParameters = 64;

static const Decl *keyOf(const Decl *D) { return D->getCanonicalDecl(); }

static bool isInteger(QualType T) {
  T = T.getNonReferenceType();
  return !T.isNull() && !T->isDependentType() &&
         T->isIntegralOrEnumerationType();
}

SizeFlow::SizeFlow(ASTContext &Context, llvm::StringRef Entry)
    : Context(Context), Entry(Entry) {
  ShouldVisitTemplateInstantiations = true;
  for (Decl *D : Context.getTraversalScope())
    TraverseDecl(D);
  settle();
}

bool SizeFlow::isOurs(clang::SourceLocation Loc) const {
  const SourceManager &SM = Context.getSourceManager();
  return Loc.isValid() && SM.isInMainFile(SM.getExpansionLoc(Loc));
}

bool SizeFlow::TraverseDecl(Decl *D) {
  // The patterns of templates have no values; headers are not the candidate's.
  if (D && !isa<TranslationUnitDecl>(D)) {
    if (auto *F = dyn_cast<FunctionDecl>(D); F && F->isDependentContext())
      return true;
    if (isa<FunctionDecl, VarDecl>(D) && !isOurs(D->getLocation()))
      return true;
  }
  return DynamicRecursiveASTVisitor::TraverseDecl(D);
}

bool SizeFlow::VisitFunctionDecl(FunctionDecl *F) {
  if (!F->isThisDeclarationADefinition())
    return true;
  if (F->getDeclName().isIdentifier() && F->getName() == Entry &&
      !F->isCXXClassMember())
    for (unsigned I = 0; I != F->getNumParams() && I != MaxParameters; ++I)
      if (isInteger(F->getParamDecl(I)->getType()))
        Influence[keyOf(F->getParamDecl(I))] |= 1ull << I;
  if (auto *C = dyn_cast<CXXConstructorDecl>(F))
    for (const CXXCtorInitializer *Member : C->inits())
      if (Member->isMemberInitializer())
        flow(Member->getMember(), Member->getInit());
  return true;
}

bool SizeFlow::VisitVarDecl(VarDecl *V) {
  if (V->hasInit())
    flow(V, V->getInit());
  if (V->isLocalVarDecl() && V->getType()->isConstantArrayType())
    Arrays.push_back(V);
  return true;
}

/// The variable or field that \p E names.
static const Decl *named(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (auto *Ref = dyn_cast<DeclRefExpr>(E))
    return Ref->getDecl();
  if (auto *Member = dyn_cast<MemberExpr>(E))
    return Member->getMemberDecl();
  return nullptr;
}

bool SizeFlow::VisitBinaryOperator(BinaryOperator *B) {
  if (B->isAssignmentOp()) {
    if (const Decl *To = named(B->getLHS())) {
      Changed.insert(keyOf(To));
      flow(To, B->getRHS());
    }
    return true;
  }
  if (!B->isInstantiationDependent() && isOurs(B->getOperatorLoc()) &&
      isInteger(B->getLHS()->getType()) && isInteger(B->getRHS()->getType()))
    Binaries.push_back(B);
  return true;
}

bool SizeFlow::VisitUnaryOperator(UnaryOperator *U) {
  if (U->isIncrementDecrementOp() || U->getOpcode() == UO_AddrOf)
    if (const Decl *D = named(U->getSubExpr()))
      Changed.insert(keyOf(D));
  return true;
}

bool SizeFlow::VisitCallExpr(CallExpr *Call) {
  if (Call->isInstantiationDependent())
    return true;
  if (isOurs(Call->getBeginLoc()))
    Calls.push_back(Call);
  llvm::ArrayRef<const Expr *> Arguments(Call->getArgs(), Call->getNumArgs());
  // A call operator has its object first.
  if (isa<CXXOperatorCallExpr>(Call) &&
      isa_and_nonnull<CXXMethodDecl>(Call->getCalleeDecl()))
    Arguments = Arguments.drop_front();
  flowArguments(Call->getDirectCallee(), Arguments);
  return true;
}

bool SizeFlow::VisitCXXConstructExpr(CXXConstructExpr *C) {
  if (!C->isInstantiationDependent())
    flowArguments(C->getConstructor(), {C->getArgs(), C->getNumArgs()});
  return true;
}

bool SizeFlow::VisitInitListExpr(InitListExpr *L) {
  // The walk meets the form that is written, which has no types.
  if (InitListExpr *Semantic = L->getSemanticForm())
    L = Semantic;
  if (L->getType().isNull())
    return true;
  const auto *Record = L->getType()->getAsRecordDecl();
  if (!Record || Record->isUnion())
    return true;
  auto Field = Record->field_begin();
  unsigned I = 0;
  if (auto *Class = dyn_cast<CXXRecordDecl>(Record))
    I = Class->getNumBases();
  for (; I < L->getNumInits() && Field != Record->field_end(); ++I, ++Field)
    flow(*Field, L->getInit(I));
  return true;
}

bool SizeFlow::VisitForStmt(ForStmt *F) {
  if (isOurs(F->getForLoc()))
    Loops.push_back(F);
  return true;
}

bool SizeFlow::VisitSwitchStmt(SwitchStmt *S) {
  if (isOurs(S->getSwitchLoc()))
    Switches.push_back(S);
  return true;
}

void SizeFlow::flow(const Decl *To, const Expr *From) {
  const auto *V = dyn_cast<ValueDecl>(To);
  if (V && From && isInteger(V->getType()) && !From->isInstantiationDependent())
    Flows.emplace_back(keyOf(To), From);
}

void SizeFlow::flowArguments(const FunctionDecl *F,
                             llvm::ArrayRef<const Expr *> Arguments) {
  if (!F || !isOurs(F->getLocation()))
    return;
  if (const FunctionDecl *Definition = F->getDefinition())
    F = Definition;
  for (unsigned I = 0; I != F->getNumParams() && I < Arguments.size(); ++I) {
    // What a call hands over, a parameter is changed to.
    Changed.insert(keyOf(F->getParamDecl(I)));
    flow(F->getParamDecl(I), Arguments[I]);
  }
}

void SizeFlow::settle() {
  bool More = true;
  for (unsigned Round = 0; More && Round != MaxRounds; ++Round) {
    More = false;
    for (const auto &[To, From] : Flows) {
      const uint64_t New = influence(From);
      uint64_t &Known = Influence[To];
      More |= (New & ~Known) != 0;
      Known |= New;
    }
  }
}

uint64_t SizeFlow::influence(const Expr *E) const {
  E = E->IgnoreParenCasts();
  // What stands in memory is data, wherever it stands; a size of a type is no
  // size of the run.
  if (isa<ArraySubscriptExpr, LambdaExpr, UnaryExprOrTypeTraitExpr>(E))
    return 0;
  if (auto *U = dyn_cast<UnaryOperator>(E); U && U->getOpcode() == UO_Deref)
    return 0;
  if (const Decl *D = named(E)) {
    auto It = Influence.find(keyOf(D));
    return It == Influence.end() ? 0 : It->second;
  }
  uint64_t All = 0;
  for (const Stmt *Child : E->children())
    if (const auto *Part = dyn_cast_or_null<Expr>(Child))
      All |= influence(Part);
  return All;
}

const Expr *SizeFlow::initialiser(const Expr *E) const {
  const auto *V = dyn_cast_or_null<VarDecl>(named(E));
  if (!V || isa<ParmVarDecl>(V) || Changed.count(keyOf(V)))
    return nullptr;
  return V->getAnyInitializer();
}

std::optional<int64_t> SizeFlow::constant(const Expr *E, unsigned Depth) const {
  if (E->isInstantiationDependent() || !isInteger(E->getType()))
    return std::nullopt;
  Expr::EvalResult R;
  if (E->EvaluateAsInt(R, Context, Expr::SE_NoSideEffects)) {
    const llvm::APSInt &Value = R.Val.getInt();
    if (Value.isRepresentableByInt64())
      return Value.getExtValue();
    return std::nullopt;
  }
  const Expr *Init = Depth < MaxDepth ? initialiser(E) : nullptr;
  return Init ? constant(Init, Depth + 1) : std::nullopt;
}

} // namespace kmend
