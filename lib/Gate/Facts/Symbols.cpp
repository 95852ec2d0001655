//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declarations that reach beyond the source: names of the runtime, attributes
// that the linker and the loader act on, work done at load time.
//
//===----------------------------------------------------------------------===//

#include "Collect.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Basic/Builtins.h"
#include "llvm/ADT/StringSet.h"

using namespace clang;

namespace kmend {

/// Whether a definition of \p Name with C linkage, or a global operator, takes
/// the place of one that the runtime brings along.
static bool isRuntimeName(llvm::StringRef Name) {
  static const llvm::StringSet<> Libc = {
      "malloc",       "calloc",    "realloc",        "free",   "memcpy",
      "memmove",      "memset",    "memcmp",         "strcmp", "strlen",
      "printf",       "fprintf",   "puts",           "exit",   "_exit",
      "abort",        "atexit",    "main",           "open",   "read",
      "write",        "close",     "mmap",           "munmap", "getenv",
      "dlopen",       "dlsym",     "time",           "clock",  "clock_gettime",
      "gettimeofday", "nanosleep", "pthread_create", "signal", "sigaction",
      "rand",         "srand",     "_init",          "_fini",  "environ"};
  if (Libc.contains(Name) || Name.starts_with("kmend_") ||
      Name.starts_with("__"))
    return true;
  if (Name.consume_front("cuda"))
    return !Name.empty() && isupper(static_cast<unsigned char>(Name[0]));
  if (Name.consume_front("cu"))
    return !Name.empty() && isupper(static_cast<unsigned char>(Name[0]));
  return false;
}

namespace {

class SymbolCollector : public DynamicRecursiveASTVisitor {
public:
  SymbolCollector(ASTContext &Context, Facts &F)
      : Context(Context), Sources(Context.getSourceManager()), F(F) {}

  bool VisitNamedDecl(NamedDecl *D) override {
    if (!D->getIdentifier())
      return true;
    llvm::StringRef Name = D->getName();
    if (Name.starts_with("kmend_") || Name.starts_with("__kmend"))
      add(SymbolFact::Kind::ReservedName, D, "a name of kmend's own");
    return true;
  }

  bool VisitFunctionDecl(FunctionDecl *D) override {
    attributes(D);
    if (D->isOverloadedOperator()) {
      OverloadedOperatorKind K = D->getOverloadedOperator();
      if ((K == OO_New || K == OO_Array_New || K == OO_Delete ||
           K == OO_Array_Delete) &&
          !isa<CXXMethodDecl>(D) && D->isThisDeclarationADefinition())
        add(SymbolFact::Kind::ReservedName, D, "the global operator");
      return true;
    }
    if (!D->getIdentifier() || isa<CXXMethodDecl>(D))
      return true;
    llvm::StringRef Name = D->getName();
    bool Device = D->hasAttr<CUDADeviceAttr>() && !D->hasAttr<CUDAHostAttr>();
    bool Defined = D->isThisDeclarationADefinition();
    if (Defined && headerDeclaration(D)) {
      add(SymbolFact::Kind::ReservedName, D, "a function of a header");
      return true;
    }
    bool Global = D->getDeclContext()->getRedeclContext()->isTranslationUnit();
    if (Defined && !Device && Global && isRuntimeName(Name) &&
        (D->isExternC() || !D->isExternallyVisible() ||
         Name.starts_with("cu"))) {
      add(SymbolFact::Kind::ReservedName, D, "a function of the runtime");
      return true;
    }
    // The same name and parameters in an inner scope: lookup finds this one.
    if (Defined && !Global && !D->isTemplated()) {
      auto Found = Context.getTranslationUnitDecl()->lookup(D->getDeclName());
      for (const NamedDecl *Other : Found) {
        const auto *OtherF = dyn_cast<FunctionDecl>(Other);
        if (OtherF && headerDeclaration(OtherF) &&
            OtherF->getNumParams() == D->getNumParams() &&
            sameParameters(D, OtherF)) {
          add(SymbolFact::Kind::Shadow, D, "a function of a header");
          break;
        }
      }
    }
    return true;
  }

  bool VisitVarDecl(VarDecl *D) override {
    attributes(D);
    if (!D->hasGlobalStorage() || D->isStaticLocal() || !D->hasInit() ||
        D->isConstexpr() || D->getInit()->isValueDependent() ||
        D->getType()->isDependentType() || D->isTemplated() ||
        isa<ParmVarDecl>(D) || D->getDeclContext()->isFunctionOrMethod())
      return true;
    if (D->hasConstantInitialization())
      return true;
    std::string Work = workOf(D->getInit());
    if (!Work.empty())
      add(SymbolFact::Kind::Initialiser, D, Work);
    return true;
  }

private:
  /// What an initialiser does that is more than arithmetic, or empty.
  std::string workOf(const Stmt *S) {
    if (isa<LambdaExpr>(S))
      return "a lambda is kept for later";
    const FunctionDecl *Callee = nullptr;
    if (const auto *C = dyn_cast<CallExpr>(S))
      Callee = C->getDirectCallee();
    else if (const auto *C = dyn_cast<CXXConstructExpr>(S))
      Callee = C->getConstructor();
    if (Callee && !Callee->isConstexpr() && !Callee->getBuiltinID()) {
      const FunctionDecl *Body = nullptr;
      if (Callee->getBody(Body) && Body &&
          inMainFile(Sources, Body->getLocation())) {
        if (Body->getBody()->child_begin() != Body->getBody()->child_end())
          return "'" + Callee->getNameAsString() + "' runs";
      } else if (!isa<CXXConstructorDecl>(Callee)) {
        return "'" + Callee->getNameAsString() + "' runs";
      }
    }
    for (const Stmt *Child : S->children())
      if (Child)
        if (std::string Work = workOf(Child); !Work.empty())
          return Work;
    return {};
  }

  bool sameParameters(const FunctionDecl *A, const FunctionDecl *B) {
    for (unsigned I = 0; I < A->getNumParams(); ++I)
      if (!Context.hasSameUnqualifiedType(A->getParamDecl(I)->getType(),
                                          B->getParamDecl(I)->getType()))
        return false;
    return true;
  }

  void attributes(const ValueDecl *D) {
    for (const Attr *A : D->attrs()) {
      if (A->isImplicit() || A->isInherited())
        continue;
      switch (A->getKind()) {
      case attr::Constructor:
      case attr::Destructor:
      case attr::Weak:
      case attr::WeakRef:
      case attr::Alias:
      case attr::IFunc:
      case attr::Section:
      case attr::InitPriority:
      case attr::Cleanup:
      case attr::Retain:
        add(SymbolFact::Kind::Attribute, D, A->getSpelling());
        break;
      case attr::AsmLabel:
        add(SymbolFact::Kind::Attribute, D, "asm label");
        break;
      default:
        break;
      }
    }
  }

  void add(SymbolFact::Kind K, const NamedDecl *D, llvm::StringRef Detail) {
    F.Symbols.push_back({K, D->getNameAsString(), Detail.str(),
                         placeOf(Sources, D->getLocation())});
  }

  ASTContext &Context;
  const SourceManager &Sources;
  Facts &F;
};

} // namespace

void collectSymbols(ASTUnit &Unit, Facts &F) {
  ASTContext &Context = Unit.getASTContext();
  SymbolCollector Collector(Context, F);
  for (Decl *D : llvm::make_range(Unit.top_level_begin(), Unit.top_level_end()))
    if (inMainFile(Context.getSourceManager(), D->getLocation()))
      Collector.TraverseDecl(D);
}

} // namespace kmend
