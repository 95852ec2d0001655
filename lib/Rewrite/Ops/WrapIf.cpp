//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../CodeText.h"
#include "../DeviceCode.h"
#include "../Matching.h"
#include "Operation.h"
#include "clang/AST/Stmt.h"

using namespace clang;

namespace kmend {

/// Whether \p Condition, a text, mentions something that differs between the
/// threads of \p F.
static bool mayDiffer(const FunctionDecl &F, llvm::StringRef Condition) {
  std::vector<std::string> Words = codeTokens(Condition);
  if (llvm::is_contained(Words, "threadIdx"))
    return true;
  ThreadDependence Threads(F);
  bool Found = false;
  auto Look = [&](const VarDecl &V, const Stmt &Reference) {
    if (V.getDeclName() && llvm::is_contained(Words, V.getNameAsString()) &&
        Threads.depends(&Reference))
      Found = true;
  };
  forEachPart(F.getBody(), [&](const Stmt &Part) {
    if (auto *Ref = dyn_cast<DeclRefExpr>(&Part))
      if (auto *V = dyn_cast<VarDecl>(Ref->getDecl()))
        Look(*V, Part);
    if (auto *D = dyn_cast<DeclStmt>(&Part))
      for (const Decl *One : D->decls())
        if (auto *V = dyn_cast<VarDecl>(One); V && V->getInit())
          Look(*V, *V->getInit());
    return !Found;
  });
  return Found;
}

static llvm::Error applyWrapIf(EditContext &Context, const Edit &E) {
  auto Target = Context.target(E);
  if (!Target)
    return Target.takeError();
  auto Place = Context.statement(E, *Target);
  if (!Place)
    return Place.takeError();
  if (llvm::Error Bad = checkExpression(E, "condition"))
    return Bad;
  if (E.Fields.count("else"))
    if (llvm::Error Bad = checkStatements(E, "else"))
      return Bad;
  llvm::StringRef Condition = field(E, "condition").trim();
  if (isa<DeclStmt>(Place->Statement))
    return Context.refuse(
        Place->Range, Target->Name +
                          " declares a variable whose scope would end in the "
                          "guard; guard its value instead: set_init with `" +
                          Condition + " ? ... : ...`");
  // Guarded already: this statement is such an `if`, or stands in one.
  auto SameGuard = [&](const Stmt *S) {
    const auto *I = dyn_cast_or_null<IfStmt>(S);
    if (!I || !I->getCond())
      return false;
    auto Range = byteRange(Context.ast(), I->getCond()->getSourceRange());
    return Range && sameCode(Context.text(*Range), Condition);
  };
  auto Outer = outerStatement(Context.ast(), *Place);
  if (SameGuard(Place->Statement) || (Outer && SameGuard(Outer->Statement)))
    return Context.refuse(Place->Range, Target->Name + " is guarded by `" +
                                            Condition +
                                            "` already; the edit was applied "
                                            "before");
  const FunctionDecl *F =
      functionAround(Context.ast(), DynTypedNode::create(*Place->Statement));
  bool Device =
      F && (F->hasAttr<CUDAGlobalAttr>() || F->hasAttr<CUDADeviceAttr>());
  if (Collectives Found = collectivesIn(*Place->Statement);
      Found && Device && mayDiffer(*F, Condition))
    return Context.refuse(
        Place->Range, Target->Name + " reaches a " +
                          (Found.Barrier ? "barrier" : "warp operation") +
                          ", and not all threads would take `if (" + Condition +
                          ")`; guard the memory accesses in it instead");
  wrapStatement(Context.Edits, Context.ast(), *Place,
                ("if (" + Condition + ")").str(), field(E, "else"));
  return llvm::Error::success();
}

extern const Operation WrapIfOperation;
static constexpr llvm::StringLiteral Required[] = {"condition"};
static constexpr llvm::StringLiteral Optional[] = {"else"};
const Operation WrapIfOperation = {"wrap_if", TargetUse::Required, Required,
                                   Optional, applyWrapIf};

} // namespace kmend
