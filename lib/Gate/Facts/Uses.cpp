//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions that come from headers, by declaration: a name that a macro built,
// a pointer to a function and an asm label are all seen through.
//
//===----------------------------------------------------------------------===//

#include "Collect.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"

using namespace clang;

namespace kmend {

namespace {

class UseCollector : public DynamicRecursiveASTVisitor {
public:
  UseCollector(ASTContext &Context, Facts &F)
      : Context(Context), Sources(Context.getSourceManager()), F(F) {
    ShouldVisitTemplateInstantiations = true;
  }

  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    note(E->getDecl(), E->getLocation());
    return true;
  }
  bool VisitMemberExpr(MemberExpr *E) override {
    note(E->getMemberDecl(), E->getMemberLoc());
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) override {
    note(E->getConstructor(), E->getLocation());
    return true;
  }
  bool VisitOverloadExpr(OverloadExpr *E) override {
    for (const NamedDecl *D : E->decls())
      note(D->getUnderlyingDecl(), E->getNameLoc());
    return true;
  }
  bool VisitCallExpr(CallExpr *E) override {
    const FunctionDecl *Callee = E->getDirectCallee();
    if (!Callee || !Callee->getIdentifier() ||
        !(headerDeclaration(Callee) || !Callee->isDefined()))
      return true;
    std::vector<int64_t> Numbers;
    for (const Expr *Arg : E->arguments()) {
      Expr::EvalResult R;
      if (!Arg->isValueDependent() &&
          Arg->getType()->isIntegralOrEnumerationType() &&
          Arg->EvaluateAsInt(R, Context))
        if (auto N = integerOf(R.Val.getInt()))
          Numbers.push_back(*N);
    }
    note(Callee, E->getExprLoc(), std::move(Numbers));
    return true;
  }
  bool VisitCastExpr(CastExpr *E) override {
    if (E->getCastKind() != CK_IntegralToPointer)
      return true;
    Expr::EvalResult R;
    const Expr *Sub = E->getSubExpr();
    PointerFact P;
    P.Constant = !Sub->isValueDependent() && Sub->EvaluateAsInt(R, Context);
    P.Where = placeOf(Sources, E->getExprLoc());
    F.Pointers.push_back(std::move(P));
    return true;
  }
  bool VisitGCCAsmStmt(GCCAsmStmt *S) override {
    F.Asms.push_back(
        {S->getAsmString(), !inDevice(), placeOf(Sources, S->getAsmLoc())});
    return true;
  }
  bool VisitMSAsmStmt(MSAsmStmt *S) override {
    F.Asms.push_back(
        {S->getAsmString().str(), true, placeOf(Sources, S->getAsmLoc())});
    return true;
  }
  bool VisitFileScopeAsmDecl(FileScopeAsmDecl *D) override {
    F.Asms.push_back(
        {D->getAsmString(), true, placeOf(Sources, D->getAsmLoc())});
    return true;
  }
  bool TraverseFunctionDecl(FunctionDecl *D) override {
    return inside(
        D, [&] { return DynamicRecursiveASTVisitor::TraverseFunctionDecl(D); });
  }
  bool TraverseCXXMethodDecl(CXXMethodDecl *D) override {
    return inside(D, [&] {
      return DynamicRecursiveASTVisitor::TraverseCXXMethodDecl(D);
    });
  }

private:
  template <class Fn> bool inside(const FunctionDecl *D, Fn Traverse) {
    const FunctionDecl *Outer = Function;
    Function = D;
    bool Result = Traverse();
    Function = Outer;
    return Result;
  }

  bool inDevice() const {
    return Function && (Function->hasAttr<CUDADeviceAttr>() ||
                        Function->hasAttr<CUDAGlobalAttr>());
  }

  bool pasted(clang::SourceLocation L) const {
    clang::SourceLocation Spelling = Sources.getSpellingLoc(L);
    return L.isMacroID() && Sources.isWrittenInScratchSpace(Spelling);
  }

  void note(const Decl *D, clang::SourceLocation Where,
            std::vector<int64_t> Numbers = {}) {
    const auto *Named = dyn_cast<NamedDecl>(D);
    if (!Named || isa<ParmVarDecl>(D) || isa<FieldDecl>(D))
      return;
    if (const auto *U = dyn_cast<FunctionTemplateDecl>(D))
      Named = U->getTemplatedDecl();
    const auto *Fn = dyn_cast<FunctionDecl>(Named);
    const auto *Var = dyn_cast<VarDecl>(Named);
    if (!Fn && !(Var && Var->hasGlobalStorage()))
      return;
    const Decl *Header = headerDeclaration(Named);
    // Defined here: no use of a header. Only declared here: somebody else's.
    if (!Header &&
        (Fn ? Fn->isDefined() || Fn->isTemplated() || Fn->isImplicit()
            : Var->getDefinition() != nullptr))
      return;
    bool Pasted = pasted(Where);
    SourceLocation At = placeOf(Sources, Where);
    auto Key = std::tuple(Named->getCanonicalDecl(), At.Line, At.Column,
                          Numbers.size());
    if (!Seen.insert(Key).second)
      return;
    NamedUse U;
    if (const auto *Label = Named->getAttr<AsmLabelAttr>())
      U.Name = Label->getLabel().str();
    else if (Named->getIdentifier())
      U.Name = Named->getName().str();
    else
      U.Name = Named->getNameAsString();
    U.Scope = scopeOf(Named);
    if (Header)
      U.Header =
          Sources.getFilename(Sources.getSpellingLoc(Header->getLocation()))
              .str();
    U.Numbers = std::move(Numbers);
    U.Pasted = Pasted;
    U.Where = std::move(At);
    F.Uses.push_back(std::move(U));
  }

  const std::string &scopeOf(const NamedDecl *D) {
    const DeclContext *C = D->getDeclContext()->getRedeclContext();
    auto [At, New] = Scopes.try_emplace(C);
    if (!New)
      return At->second;
    std::string Name;
    for (; C && !C->isTranslationUnit(); C = C->getParent()) {
      const auto *N = dyn_cast<NamedDecl>(C);
      if (!N || !N->getIdentifier() || isa<FunctionDecl>(C))
        continue;
      if (const auto *NS = dyn_cast<NamespaceDecl>(C); NS && NS->isInline())
        continue;
      Name =
          Name.empty() ? N->getName().str() : N->getName().str() + "::" + Name;
    }
    return Scopes[D->getDeclContext()->getRedeclContext()] = std::move(Name);
  }

  ASTContext &Context;
  const SourceManager &Sources;
  Facts &F;
  const FunctionDecl *Function = nullptr;
  std::set<std::tuple<const Decl *, unsigned, unsigned, size_t>> Seen;
  std::map<const DeclContext *, std::string> Scopes;
};

} // namespace

void collectUses(ASTUnit &Unit, Facts &F) {
  ASTContext &Context = Unit.getASTContext();
  UseCollector Collector(Context, F);
  for (Decl *D : llvm::make_range(Unit.top_level_begin(), Unit.top_level_end()))
    if (inMainFile(Context.getSourceManager(), D->getLocation()))
      Collector.TraverseDecl(D);
}

} // namespace kmend
