//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Entries: which functions they are, what their parameters mean, and what is
// left in memory when they return.
//
//===----------------------------------------------------------------------===//

#include "../Facts/Collect.h"
#include "Interpreter.h"
#include "Types.h"
#include "clang/AST/Attr.h"

using namespace clang;

namespace kmend {

Interpreter::Interpreter(ASTContext &Context, const GatePolicy &Policy)
    : Context(Context), Policy(Policy) {}

void Interpreter::bindParameters(const FunctionDecl *Entry) {
  for (unsigned I = 0; I < Entry->getNumParams(); ++I) {
    const ParmVarDecl *P = Entry->getParamDecl(I);
    ParameterFact Info;
    Info.Name = P->getNameAsString();
    Info.ParameterKind = ParameterFact::Kind::Other;
    QualType T = P->getType();
    Value V;
    if (T->isPointerType() || T->isReferenceType() || T->isArrayType()) {
      QualType To = T->getPointeeType();
      bool Listed = llvm::is_contained(Policy.OutputParameters, I);
      bool Output =
          Policy.OutputParameters.empty() ? !To.isConstQualified() : Listed;
      Info.ParameterKind =
          Output ? ParameterFact::Kind::Output : ParameterFact::Kind::Input;
      Info.InOut = llvm::is_contained(Policy.InOutParameters, I);
      Info.FloatBits = floatBits(To);
      // A stream or a handle is no tensor.
      if (To->isRecordType() && !Info.FloatBits &&
          !To->getAsRecordDecl()->getDefinition()) {
        Info.ParameterKind = ParameterFact::Kind::Other;
      } else {
        Object O;
        O.ObjectKind = Object::Kind::Tensor;
        O.Declaration = P;
        O.Index = I;
        O.OnDevice = true;
        O.Array = true;
        V = Value::pointer(Mem.place(Mem.make(std::move(O))));
        V.Data.add(Taint::Address, I);
      }
    } else if (T->isIntegralOrEnumerationType()) {
      bool Extent = Policy.ExtentParameters.empty() ||
                    llvm::is_contained(Policy.ExtentParameters, I);
      Info.ParameterKind =
          Extent ? ParameterFact::Kind::Extent : ParameterFact::Kind::Number;
      V.Data.add(Taint::Scalar, I);
      V.Shape = Value::Form::Affine;
      if (Extent)
        Extents |= 1u << std::min(I, Taint::Width - 1);
    } else if (T->isFloatingType() || floatBits(T)) {
      Info.ParameterKind = ParameterFact::Kind::Number;
      V.Data.add(Taint::Scalar, I);
    } else if (T->isRecordType()) {
      V.Data.add(Taint::Scalar, I);
    }
    Fact.Parameters.push_back(std::move(Info));
    Mem.store(Mem.place(objectOf(P)), V, true);
  }
}

EntryFact Interpreter::run(const FunctionDecl *Entry) {
  Fact.Name = Entry->getQualifiedNameAsString();
  Fact.Where = where(Entry->getLocation());
  const FunctionDecl *Definition = nullptr;
  if (!Entry->getBody(Definition))
    return std::move(Fact);
  bindParameters(Definition);
  llvm::SmallVector<Argument, 8> Args;
  for (const ParmVarDecl *P : Definition->parameters())
    Args.push_back({Mem[objectOf(P)].Contents, false});
  if (Definition->hasAttr<CUDAGlobalAttr>()) {
    LaunchFact L;
    L.Kernel = Fact.Name;
    L.Where = Fact.Where;
    Fact.Launches.push_back(std::move(L));
    CurrentLaunch = 0;
    InKernel = true;
  }
  inlineCall(Definition, Args, Value());
  InKernel = true; // reading the end state is nobody's work
  finish();
  return std::move(Fact);
}

void Interpreter::finish() {
  ++Silent;
  for (ObjectId Id = 0; Id < Mem.size(); ++Id) {
    if (Mem[Id].ObjectKind != Object::Kind::Tensor)
      continue;
    unsigned Index = Mem[Id].Index;
    if (Fact.Parameters[Index].ParameterKind != ParameterFact::Kind::Output)
      continue;
    OutputFact &Out = Fact.Outputs[Index];
    Out.Data = Mem[Id].Contents.allData();
    Out.Control = Mem[Id].Contents.allControl();
  }
  for (unsigned I = 0; I < StateObjects.size(); ++I) {
    Value All = deep(Value::pointer(Mem.place(StateObjects[I])));
    if (All.allData().group(Taint::Contents))
      Fact.States[I].LeadsToTensor = true;
  }
  --Silent;
}

/// Functions in which analysis begins.
static std::vector<const FunctionDecl *> entriesOf(ASTUnit &Unit,
                                                   llvm::StringRef Symbol) {
  const ASTContext &Context = Unit.getASTContext();
  const SourceManager &SM = Context.getSourceManager();
  std::vector<const FunctionDecl *> C, Host, Kernels, Instances;
  auto Visit = [&](auto &Self, auto &&Declarations) -> void {
    for (const Decl *D : Declarations) {
      if (!inMainFile(SM, D->getLocation()))
        continue;
      if (isa<LinkageSpecDecl>(D) || isa<NamespaceDecl>(D)) {
        Self(Self, cast<DeclContext>(D)->decls());
        continue;
      }
      if (const auto *T = dyn_cast<FunctionTemplateDecl>(D);
          T && T->getTemplatedDecl()->hasAttr<CUDAGlobalAttr>() &&
          !Symbol.empty() && T->getName() == Symbol)
        for (const FunctionDecl *Instance : T->specializations())
          if (Instance->hasBody())
            Instances.push_back(Instance);
      const auto *F = dyn_cast<FunctionDecl>(D);
      if (!F || F->isTemplateInstantiation() ||
          !F->isThisDeclarationADefinition() || !F->hasBody())
        continue;
      if (F->hasAttr<CUDAGlobalAttr>())
        Kernels.push_back(F);
      else if (F->hasAttr<CUDADeviceAttr>() && !F->hasAttr<CUDAHostAttr>())
        continue;
      else if (F->isExternC())
        C.push_back(F);
      else if (F->isExternallyVisible() && !isa<CXXMethodDecl>(F))
        Host.push_back(F);
    }
  };
  Visit(Visit, llvm::make_range(Unit.top_level_begin(), Unit.top_level_end()));
  if (!Symbol.empty()) {
    for (const auto *List : {&C, &Host, &Kernels})
      for (const FunctionDecl *F : *List)
        if (F->getIdentifier() && F->getName() == Symbol)
          return {F};
    return Instances;
  }
  return !C.empty() ? C : !Host.empty() ? Host : Kernels;
}

void collectEntries(ASTUnit &Unit, const GatePolicy &Policy, bool Trials,
                    Facts &F) {
  ASTContext &Context = Unit.getASTContext();
  constexpr size_t MaxEntries = 32;
  for (const FunctionDecl *Entry : entriesOf(Unit, Policy.EntrySymbol)) {
    if (F.Entries.size() == MaxEntries)
      break;
    F.Entries.push_back(Interpreter(Context, Policy).run(Entry));
    if (Trials && !Entry->hasAttr<CUDAGlobalAttr>())
      collectTrials(Context, Entry, F.Entries.back());
  }
}

} // namespace kmend
