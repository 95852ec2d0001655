//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ClangCompiler.h"
#include "../Ptx/PtxLowering.h"
#include "BranchCoverage.h"
#include "CastAlignment.h"
#include "kmend/Frontend/CompilerArguments.h"
#include "kmend/Frontend/SourceDiagnostics.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/GlobalDecl.h"
#include "clang/CodeGen/CGFunctionInfo.h"
#include "clang/CodeGen/CodeGenABITypes.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/MultiplexConsumer.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/VirtualFileSystem.h"

using namespace clang;
using clang::CodeGen::ABIArgInfo;
using clang::CodeGen::CGFunctionInfo;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

namespace kmend {

namespace {

/// Arguments of a call in IR, built parameter after parameter.
class CallBuilder {
public:
  CallBuilder(CodeGen::CodeGenModule &CGM, llvm::IRBuilder<> &Builder,
              const FunctionDecl *Callee)
      : Builder(Builder), Info(CodeGen::arrangeFreeFunctionType(
                              CGM, Callee->getType()
                                       ->getCanonicalTypeUnqualified()
                                       .castAs<FunctionProtoType>())) {}

  /// Passes the value in memory at \p Address as parameter \p I. False when the
  /// ABI passes it in a way that is not known here.
  bool addFromMemory(unsigned I, llvm::Value *Address);

  llvm::ArrayRef<llvm::Value *> values() const { return Values; }

private:
  llvm::Value *load(llvm::Type *Type, llvm::Value *Address, uint64_t Offset);

  llvm::IRBuilder<> &Builder;
  const CGFunctionInfo &Info;
  llvm::SmallVector<llvm::Value *> Values;
};

llvm::Value *CallBuilder::load(llvm::Type *Type, llvm::Value *Address,
                               uint64_t Offset) {
  llvm::Value *P =
      Offset ? Builder.CreateConstGEP1_64(Builder.getInt8Ty(), Address, Offset)
             : Address;
  llvm::LoadInst *L = Builder.CreateAlignedLoad(Type, P, llvm::Align(1));
  // Kernel parameters do not change while the kernel runs.
  L->setMetadata(llvm::LLVMContext::MD_invariant_load,
                 llvm::MDNode::get(Builder.getContext(), {}));
  return L;
}

bool CallBuilder::addFromMemory(unsigned I, llvm::Value *Address) {
  const ABIArgInfo &Arg = Info.arguments()[I].info;
  switch (Arg.getKind()) {
  case ABIArgInfo::Ignore:
    return true;
  case ABIArgInfo::Indirect:
    Values.push_back(Address);
    return true;
  case ABIArgInfo::Direct:
  case ABIArgInfo::Extend: {
    llvm::Type *Type = Arg.getCoerceToType();
    auto *Struct = llvm::dyn_cast<llvm::StructType>(Type);
    if (!Struct || !Arg.isDirect() || !Arg.getCanBeFlattened()) {
      // A bool lies in memory as a byte.
      if (Type->isIntegerTy(1)) {
        llvm::Value *Byte = load(Builder.getInt8Ty(), Address, 0);
        Values.push_back(Builder.CreateTrunc(Byte, Type));
      } else {
        Values.push_back(
            load(Type, Address, Arg.isDirect() ? Arg.getDirectOffset() : 0));
      }
      return true;
    }
    const llvm::StructLayout *Layout =
        Builder.GetInsertBlock()->getModule()->getDataLayout().getStructLayout(
            Struct);
    for (unsigned E = 0; E != Struct->getNumElements(); ++E)
      Values.push_back(
          load(Struct->getElementType(E), Address,
               Arg.getDirectOffset() + Layout->getElementOffset(E)));
    return true;
  }
  default:
    return false;
  }
}

/// Functions of interest, template instances too.
class FunctionFinder : public DynamicRecursiveASTVisitor {
public:
  FunctionFinder() { ShouldVisitTemplateInstantiations = true; }

  std::vector<const FunctionDecl *> Kernels, ExternC;

  bool VisitFunctionDecl(FunctionDecl *F) override {
    if (!F->isThisDeclarationADefinition() || F->isDependentContext())
      return true;
    if (F->hasAttr<CUDAGlobalAttr>())
      Kernels.push_back(F);
    else if (F->isExternC())
      ExternC.push_back(F);
    return true;
  }
};

/// What an extra consumer adds once Clang has made its module. It is given the
/// declarations of the source itself: a walk over the whole unit would load all
/// of the precompiled headers.
using Finisher = llvm::function_ref<Error(ASTContext &, CodeGenerator &,
                                          llvm::ArrayRef<Decl *> Declarations)>;

class FinishConsumer : public ASTConsumer {
public:
  FinishConsumer(CodeGenerator &Generator, Finisher Finish, Error &Result)
      : Generator(Generator), Finish(Finish), Result(Result) {}

  bool HandleTopLevelDecl(DeclGroupRef Group) override {
    Declarations.append(Group.begin(), Group.end());
    return true;
  }

  // Declarations that come out of a precompiled header, which may be while the
  // list is being walked, are none of the source's own.
  void HandleInterestingDecl(DeclGroupRef) override {}

  void HandleTranslationUnit(ASTContext &Context) override {
    if (!Context.getDiagnostics().hasErrorOccurred())
      Result = Finish(Context, Generator, Declarations);
  }

private:
  llvm::SmallVector<Decl *> Declarations;
  CodeGenerator &Generator;
  Finisher Finish;
  Error &Result;
};

class GenerateAction : public ASTFrontendAction {
public:
  GenerateAction(llvm::LLVMContext &Context, Finisher Finish, Error &Result)
      : Context(Context), Finish(Finish), Result(Result) {}

  std::unique_ptr<llvm::Module> takeModule() { return std::move(Module); }

  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI,
                                                 StringRef File) override {
    auto Made = CreateLLVMCodeGen(CI, File, Context);
    Generator = Made.get();
    std::vector<std::unique_ptr<ASTConsumer>> Both;
    if (CI.getLangOpts().CUDAIsDevice)
      Both.push_back(alignAsTypesSay());
    Both.push_back(std::move(Made));
    Both.push_back(
        std::make_unique<FinishConsumer>(*Generator, Finish, Result));
    return std::make_unique<MultiplexConsumer>(std::move(Both));
  }

  void EndSourceFileAction() override {
    Module.reset(Generator->ReleaseModule().release());
  }

private:
  llvm::LLVMContext &Context;
  Finisher Finish;
  Error &Result;
  CodeGenerator *Generator = nullptr;
  std::unique_ptr<llvm::Module> Module;
};

Expected<CompiledSide> compile(StringRef FileName, StringRef Text,
                               StringRef SideName,
                               const std::vector<std::string> &Arguments,
                               Finisher Finish) {
  CompiledSide Side;
  Side.Context = std::make_unique<llvm::LLVMContext>();

  auto Invocation = std::make_shared<CompilerInvocation>();
  DiagnosticOptions DiagOpts;
  SourceDiagnostics Messages(DiagOpts);
  DiagnosticsEngine EarlyDiags(DiagnosticIDs::create(), DiagOpts, &Messages,
                               /*ShouldOwnClient=*/false);
  std::vector<const char *> Argv;
  for (const std::string &A : Arguments)
    Argv.push_back(A.c_str());
  std::string Name = FileName.str();
  Argv.push_back(Name.c_str());
  if (!CompilerInvocation::CreateFromArgs(*Invocation, Argv, EarlyDiags))
    return Messages.takeError(FileName, SideName);
  Invocation->getDiagnosticOpts().IgnoreWarnings = true;
  Invocation->getCodeGenOpts().DisableLLVMPasses = true;
  Invocation->getPreprocessorOpts().addRemappedFile(
      Name, llvm::MemoryBuffer::getMemBufferCopy(Text, Name).release());

  CompilerInstance CI(std::move(Invocation));
  CI.setVirtualFileSystem(shimFileSystem(FileName, Arguments));
  CI.createDiagnostics(&Messages, /*ShouldOwnClient=*/false);
  // Clang's own last word, "1 error generated", which nobody asked for.
  CI.setVerboseOutputStream(std::make_unique<llvm::raw_null_ostream>());
  Error Finished = Error::success();
  (void)!!Finished; // it is only ever assigned to
  GenerateAction Action(*Side.Context, Finish, Finished);
  bool Done = CI.ExecuteAction(Action);
  if (!Done || CI.getDiagnostics().hasErrorOccurred()) {
    consumeError(std::move(Finished));
    return Messages.takeError(FileName, SideName);
  }
  if (Finished)
    return std::move(Finished);
  Side.IR = Action.takeModule();
  bool IsDevice = CI.getLangOpts().CUDAIsDevice;
  if (Error E = IsDevice ? lowerPtx(*Side.IR, FileName)
                         : refuseAssembly(*Side.IR, FileName))
    return std::move(E);
  return Side;
}

/// Gives \p F a debug entry of its own beside \p Like, so that inlined code
/// keeps its lines, and returns the location of its body.
llvm::DebugLoc describe(llvm::Function *F, llvm::Function *Like) {
  llvm::DISubprogram *Model = Like->getSubprogram();
  if (!Model)
    return {};
  llvm::DIBuilder DI(*F->getParent(), /*AllowUnresolved=*/false,
                     Model->getUnit());
  auto *Type = DI.createSubroutineType(DI.getOrCreateTypeArray({}));
  auto *Made = DI.createFunction(Model->getFile(), F->getName(), F->getName(),
                                 Model->getFile(), Model->getLine(), Type,
                                 Model->getLine(), llvm::DINode::FlagArtificial,
                                 llvm::DISubprogram::SPFlagDefinition |
                                     llvm::DISubprogram::SPFlagOptimized);
  F->setSubprogram(Made);
  DI.finalizeSubprogram(Made);
  return llvm::DILocation::get(F->getContext(), Model->getLine(), 0, Made);
}

Error addThreadFunction(CodeGenerator &Generator, const FunctionDecl *Kernel,
                        std::vector<CompiledKernel> &Kernels) {
  llvm::Module &M = *Generator.GetModule();
  CompiledKernel K;
  K.Name =
      Generator.GetMangledName(GlobalDecl(Kernel, KernelReferenceKind::Kernel));
  K.DisplayName = Kernel->getNameAsString();
  llvm::Function *Body = M.getFunction(K.Name);
  // An instance of a template is met more than once.
  if (!Body || Body->isDeclaration() || M.getFunction(K.Name + ".thread"))
    return Error::success();
  if (auto *Bounds = Kernel->getAttr<CUDALaunchBoundsAttr>())
    if (const Expr *E = Bounds->getMaxThreads())
      if (auto Value = E->getIntegerConstantExpr(Kernel->getASTContext()))
        K.MaxThreads = std::min<uint64_t>(1024, Value->getLimitedValue());

  llvm::LLVMContext &C = M.getContext();
  auto *Ptr = llvm::PointerType::getUnqual(C);
  auto *I32 = llvm::Type::getInt32Ty(C);
  auto *Type = llvm::FunctionType::get(llvm::Type::getVoidTy(C),
                                       {Ptr, Ptr, I32, I32, I32}, false);
  auto *F = llvm::Function::Create(Type, llvm::GlobalValue::ExternalLinkage,
                                   K.Name + ".thread", M);
  // The body is inlined only when both aim at the same processor.
  for (StringRef Attribute : {"target-cpu", "target-features", "tune-cpu"})
    if (Body->hasFnAttribute(Attribute))
      F->addFnAttr(Body->getFnAttribute(Attribute));
  llvm::IRBuilder<> Builder(llvm::BasicBlock::Create(C, "entry", F));
  Builder.SetCurrentDebugLocation(describe(F, Body));
  CallBuilder Call(Generator.CGM(), Builder, Kernel);
  for (unsigned I = 0; I != Kernel->getNumParams(); ++I) {
    llvm::Value *At = Builder.CreateConstGEP1_32(Ptr, F->getArg(0), I);
    llvm::LoadInst *Address = Builder.CreateLoad(Ptr, At);
    Address->setMetadata(llvm::LLVMContext::MD_invariant_load,
                         llvm::MDNode::get(C, {}));
    if (!Call.addFromMemory(I, Address))
      return makeError(ExitCode::Undecided, "kernel " + K.DisplayName +
                                                ": a parameter of this type "
                                                "cannot be passed on simt");
  }
  if (Call.values().size() != Body->arg_size())
    return makeError(ExitCode::Internal,
                     "kernel " + K.DisplayName +
                         ": parameters and calling convention disagree");
  llvm::CallInst *CI = Builder.CreateCall(Body, Call.values());
  CI->setAttributes(Body->getAttributes().removeFnAttributes(C));
  Builder.CreateRetVoid();
  Kernels.push_back(std::move(K));
  return Error::success();
}

/// Writes parameter \p P of the entry, as its type asks, into memory laid out
/// as the parameter, and returns the address; null for a type that no argument
/// of an operator can have.
llvm::Value *materialize(llvm::IRBuilder<> &Builder, CodeGenerator &Generator,
                         const ParmVarDecl *P, llvm::Value *Slot) {
  QualType Type = P->getType().getNonReferenceType();
  if (P->getType()->isReferenceType())
    return nullptr;
  llvm::Type *Memory = CodeGen::convertTypeForMemory(Generator.CGM(), Type);
  auto *I64 = Builder.getInt64Ty();
  auto *Double = Builder.getDoubleTy();
  auto Load = [&](llvm::Type *T, unsigned Offset) {
    return Builder.CreateLoad(
        T, Builder.CreateConstGEP1_32(Builder.getInt8Ty(), Slot, Offset));
  };
  llvm::Value *V = nullptr;
  if (Type->isPointerType())
    V = Load(Builder.getPtrTy(), offsetof(EntrySlot, Pointer));
  else if (Type->isIntegralOrEnumerationType())
    V = Builder.CreateZExtOrTrunc(Load(I64, offsetof(EntrySlot, Integer)),
                                  Memory);
  else if (Type->isFloatingType())
    V = Builder.CreateFPCast(Load(Double, offsetof(EntrySlot, Number)), Memory);
  else if (const auto *R = Type->getAsCXXRecordDecl();
           R && (R->getName() == "__half" || R->getName() == "__nv_bfloat16")) {
    llvm::Type *Small =
        R->getName() == "__half" ? Builder.getHalfTy() : Builder.getBFloatTy();
    V = Builder.CreateFPTrunc(Load(Double, offsetof(EntrySlot, Number)), Small);
  } else {
    return nullptr;
  }
  llvm::Value *Address = Builder.CreateAlloca(V->getType());
  Builder.CreateStore(V, Address);
  return Address;
}

Error addEntry(CodeGenerator &Generator, const FunctionDecl *Entry) {
  llvm::Module &M = *Generator.GetModule();
  llvm::Function *Body = M.getFunction(Entry->getName());
  if (!Body)
    return makeError(ExitCode::Internal, "the entry was not compiled");
  llvm::LLVMContext &C = M.getContext();
  auto *Ptr = llvm::PointerType::getUnqual(C);
  auto *F = llvm::Function::Create(
      llvm::FunctionType::get(llvm::Type::getVoidTy(C), {Ptr}, false),
      llvm::GlobalValue::ExternalLinkage, "kmend_entry", M);
  llvm::IRBuilder<> Builder(llvm::BasicBlock::Create(C, "entry", F));
  CallBuilder Call(Generator.CGM(), Builder, Entry);
  for (unsigned I = 0; I != Entry->getNumParams(); ++I) {
    llvm::Value *Slot = Builder.CreateConstGEP1_32(
        Builder.getInt8Ty(), F->getArg(0), I * sizeof(EntrySlot));
    llvm::Value *Address =
        materialize(Builder, Generator, Entry->getParamDecl(I), Slot);
    if (!Address || !Call.addFromMemory(I, Address))
      return makeError(ExitCode::DoesNotCompile,
                       "parameter " + Twine(I + 1) + " of '" +
                           Entry->getName() + "' has the type '" +
                           Entry->getParamDecl(I)->getType().getAsString() +
                           "', which no argument of an operator can have");
  }
  llvm::CallInst *CI = Builder.CreateCall(Body, Call.values());
  CI->setAttributes(Body->getAttributes().removeFnAttributes(C));
  Builder.CreateRetVoid();
  return Error::success();
}

} // namespace

Expected<CompiledSide> compileDevice(StringRef FileName, StringRef Text,
                                     const std::vector<std::string> &Arguments,
                                     bool MarkBranches) {
  std::vector<CompiledKernel> Kernels;
  std::vector<BranchWay> Branches;
  auto Side = compile(
      FileName, Text, "device", Arguments,
      [&](ASTContext &, CodeGenerator &G, llvm::ArrayRef<Decl *> All) -> Error {
        FunctionFinder Finder;
        for (Decl *D : All)
          Finder.TraverseDecl(D);
        // An instance of a template is met twice: by itself and below it.
        llvm::SmallPtrSet<const Decl *, 16> Seen;
        for (const FunctionDecl *K : Finder.Kernels)
          if (Seen.insert(K->getCanonicalDecl()).second)
            if (Error E = addThreadFunction(G, K, Kernels))
              return E;
        // Before PTX is translated, which makes branches of its own.
        if (MarkBranches)
          Branches = markBranches(*G.GetModule(), FileName);
        return Error::success();
      });
  if (Side) {
    Side->Kernels = std::move(Kernels);
    Side->Branches = std::move(Branches);
  }
  return Side;
}

Expected<CompiledSide> compileHost(StringRef FileName, StringRef Text,
                                   const std::vector<std::string> &Arguments,
                                   StringRef Symbol, unsigned Parameters) {
  return compile(
      FileName, Text, "host", Arguments,
      [&](ASTContext &Context, CodeGenerator &G,
          llvm::ArrayRef<Decl *> All) -> Error {
        FunctionFinder Finder;
        for (Decl *D : All)
          Finder.TraverseDecl(D);
        auto Found = llvm::find_if(Finder.ExternC, [&](const FunctionDecl *F) {
          return F->getName() == Symbol;
        });
        if (Found == Finder.ExternC.end())
          return makeError(ExitCode::DoesNotCompile, {FileName.str(), 0, 0},
                           "no function 'extern \"C\" " + Symbol +
                               "' is defined here; operator.yaml names it as "
                               "the entry");
        if ((*Found)->getNumParams() != Parameters) {
          PresumedLoc Loc = Context.getSourceManager().getPresumedLoc(
              (*Found)->getLocation());
          return makeError(ExitCode::DoesNotCompile,
                           {FileName.str(), Loc.getLine(), Loc.getColumn()},
                           "'" + Symbol + "' takes " +
                               Twine((*Found)->getNumParams()) +
                               " parameters, operator.yaml passes " +
                               Twine(Parameters) + " arguments");
        }
        return addEntry(G, *Found);
      });
}

} // namespace kmend
