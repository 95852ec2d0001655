//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceLowering.h"
#include "../Simt/Context.h"
#include "AccessChecks.h"
#include "BlockLoop.h"
#include "Contraction.h"
#include "Coroutine.h"
#include "DeviceArithmetic.h"
#include "Flatten.h"
#include "SpinLoops.h"
#include "StepLimit.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/CGSCCPassManager.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include <map>

using namespace llvm;

namespace kmend {

namespace {

constexpr StringRef ThreadSuffix = ".thread";

/// Where a thread gives way under a `yield` schedule. A call of it stays where
/// it is put and hinders nothing until it becomes one of kmend_yield.
constexpr StringRef YieldPoint = "kmend_yield_point";

class Lowering {
public:
  Lowering(CompiledSide &Side, bool Yield, Tier Forced)
      : Side(Side), M(*Side.IR), C(M.getContext()), Yield(Yield),
        Forced(Forced), Ptr(PointerType::getUnqual(C)),
        I32(Type::getInt32Ty(C)) {}

  Expected<DeviceProgram> run();

private:
  void readAnnotations();
  void markAtomics();
  void insertYields();
  void inlineEverything();
  void simplify();
  void placeYields();
  void recordSites();
  void layOutShared();
  void replaceShared(GlobalVariable *G, Function *F, Value *Pointer);
  void replaceCoordinates(Function &F);
  Value *blockOf(IRBuilder<> &B, Function &F);
  Value *field(IRBuilder<> &B, Value *Base, unsigned Offset, Type *T);
  SourceLocation placeOf(const DebugLoc &Loc) const;
  bool isThread(const Function &F) const {
    return F.getName().ends_with(ThreadSuffix);
  }
  Error chooseTier(DeviceKernel &K);

  CompiledSide &Side;
  Module &M;
  LLVMContext &C;
  bool Yield;
  Tier Forced;
  PointerType *Ptr;
  IntegerType *I32;
  SetVector<GlobalVariable *> Shared;
  SmallPtrSet<Function *, 16> Atomic;
  DeviceProgram Program;
};

void Lowering::readAnnotations() {
  auto *List = M.getGlobalVariable("llvm.global.annotations");
  if (List) {
    for (Value *Entry :
         cast<ConstantArray>(List->getInitializer())->operands()) {
      auto *Fields = cast<ConstantStruct>(Entry);
      auto *Text = dyn_cast<GlobalVariable>(Fields->getOperand(1));
      auto *Data =
          Text ? dyn_cast<ConstantDataArray>(Text->getInitializer()) : nullptr;
      if (!Data || !Data->isCString())
        continue;
      Value *Target = Fields->getOperand(0)->stripPointerCasts();
      if (Data->getAsCString() == "kmend.shared" && isa<GlobalVariable>(Target))
        Shared.insert(cast<GlobalVariable>(Target));
      else if (Data->getAsCString() == "kmend.atomic" && isa<Function>(Target))
        Atomic.insert(cast<Function>(Target));
    }
    List->eraseFromParent();
  }
  for (StringRef Name : {"llvm.compiler.used", "llvm.used"})
    if (auto *Used = M.getGlobalVariable(Name))
      Used->eraseFromParent();
}

void Lowering::markAtomics() {
  for (Function *F : Atomic) {
    flatten(*F);
    for (Instruction &I : instructions(*F))
      if (auto *L = dyn_cast<LoadInst>(&I))
        markAtomic(*L);
  }
}

void Lowering::insertYields() {
  FunctionCallee Call = M.getOrInsertFunction(YieldPoint, Type::getVoidTy(C));
  auto *Marker = cast<Function>(Call.getCallee());
  Marker->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
  Marker->setDoesNotThrow();
  Marker->addFnAttr(Attribute::WillReturn);
  for (Function &F : M) {
    if (F.isDeclaration() || Atomic.contains(&F) || isThread(F))
      continue;
    SmallVector<Instruction *> Points;
    for (Instruction &I : instructions(F)) {
      if (auto *S = dyn_cast<StoreInst>(&I)) {
        if (!isa<AllocaInst>(getUnderlyingObject(S->getPointerOperand())))
          Points.push_back(&I);
      } else if (auto *L = dyn_cast<LoadInst>(&I)) {
        if (L->isVolatile())
          Points.push_back(&I);
      } else if (isa<AtomicRMWInst, AtomicCmpXchgInst>(&I)) {
        Points.push_back(&I);
      } else if (auto *CI = dyn_cast<CallInst>(&I)) {
        if (Function *Callee = CI->getCalledFunction();
            Callee && (Atomic.contains(Callee) ||
                       Callee->getName() == "kmend_atomic_half"))
          Points.push_back(&I);
      }
    }
    for (Instruction *I : Points) {
      IRBuilder<> B(I);
      B.CreateCall(Call);
    }
  }
}

void Lowering::inlineEverything() {
  // A function that can reach itself stays a function.
  SmallPtrSet<Function *, 8> Recursive;
  {
    CallGraph Graph(M);
    for (auto It = scc_begin(&Graph); !It.isAtEnd(); ++It)
      if (It.hasCycle())
        for (CallGraphNode *N : *It)
          if (N->getFunction())
            Recursive.insert(N->getFunction());
  }
  for (Function &F : M) {
    if (F.isDeclaration())
      continue;
    F.removeFnAttr(Attribute::OptimizeNone);
    F.removeFnAttr(Attribute::NoInline);
    // Threads of a block must not be merged or split by what LLVM believes of
    // convergent calls on a GPU; here a thread is a call of its own.
    F.removeFnAttr(Attribute::Convergent);
    F.setComdat(nullptr);
    if (isThread(F))
      continue;
    F.setLinkage(GlobalValue::InternalLinkage);
    F.setVisibility(GlobalValue::DefaultVisibility);
    F.setDSOLocal(true);
    F.removeFnAttr(Attribute::AlwaysInline);
    if (!Recursive.contains(&F))
      F.addFnAttr(Attribute::AlwaysInline);
  }
  for (GlobalVariable &G : M.globals()) {
    G.setComdat(nullptr);
    // __constant__ is constant to device code alone; the host writes it.
    if (G.isExternallyInitialized())
      G.setConstant(false);
  }

  ModulePassManager MPM;
  MPM.addPass(AlwaysInlinerPass(/*InsertLifetime=*/true));
  LoopAnalysisManager LAM;
  FunctionAnalysisManager FAM;
  CGSCCAnalysisManager CGAM;
  ModuleAnalysisManager MAM;
  PassBuilder PB;
  PB.registerModuleAnalyses(MAM);
  PB.registerCGSCCAnalyses(CGAM);
  PB.registerFunctionAnalyses(FAM);
  PB.registerLoopAnalyses(LAM);
  PB.crossRegisterProxies(LAM, FAM, CGAM, MAM);
  MPM.run(M, MAM);
}

/// Brings all functions into the form from which every way to run a kernel is
/// made, with what must be the same in all of them decided.
void Lowering::simplify() {
  FunctionAnalysisManager FAM;
  PassBuilder PB;
  PB.registerFunctionAnalyses(FAM);
  FunctionPassManager FPM;
  FPM.addPass(SROAPass(SROAOptions::ModifyCFG));
  FPM.addPass(EarlyCSEPass());
  for (Function &F : M) {
    if (F.isDeclaration())
      continue;
    FPM.run(F, FAM);
    FAM.clear(F, F.getName());
    contract(F);
    computeLikeDevice(F);
    insertSpins(F);
    checkAccesses(F);
  }
}

void Lowering::placeYields() {
  Function *Marker = M.getFunction(YieldPoint);
  if (!Marker)
    return;
  FunctionCallee Call =
      M.getOrInsertFunction("kmend_yield", Type::getVoidTy(C));
  Marker->replaceAllUsesWith(Call.getCallee());
  Marker->eraseFromParent();
}

/// The innermost place that is not in a header of ours.
SourceLocation Lowering::placeOf(const DebugLoc &Loc) const {
  for (DILocation *L = Loc.get(); L; L = L->getInlinedAt())
    if (!L->getFilename().starts_with("/kmend/"))
      return {L->getFilename().str(), L->getLine(), L->getColumn()};
  return {};
}

void Lowering::recordSites() {
  auto *Site = cast<GlobalVariable>(M.getOrInsertGlobal("kmend_site", I32));
  for (Function &F : M) {
    SmallVector<CallInst *> Calls;
    for (Instruction &I : instructions(F))
      if (auto *CI = dyn_cast<CallInst>(&I))
        // Whoever only gives way is never asked where he waits.
        if (Function *Callee = CI->getCalledFunction();
            Callee && waits(Callee->getName()) &&
            Callee->getName() != "kmend_yield")
          Calls.push_back(CI);
    for (CallInst *CI : Calls) {
      Program.Sites.push_back(placeOf(CI->getDebugLoc()));
      IRBuilder<> B(CI);
      B.CreateStore(B.getInt32(Program.Sites.size()), Site);
    }
  }
}

Value *Lowering::field(IRBuilder<> &B, Value *Base, unsigned Offset, Type *T) {
  Value *P = B.CreateConstGEP1_32(B.getInt8Ty(), Base, Offset);
  LoadInst *L = B.CreateLoad(T, P);
  L->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(C, {}));
  return L;
}

/// The block's context at the start of \p F.
Value *Lowering::blockOf(IRBuilder<> &B, Function &F) {
  if (isThread(F))
    return F.getArg(1);
  Value *Self = B.CreateLoad(Ptr, M.getOrInsertGlobal("kmend_self", Ptr));
  return field(B, Self, offsetof(ThreadContext, Block), Ptr);
}

void Lowering::replaceShared(GlobalVariable *G, Function *F, Value *Pointer) {
  SmallVector<Use *> Uses;
  for (Use &U : G->uses())
    if (auto *I = dyn_cast<Instruction>(U.getUser());
        I && I->getFunction() == F)
      Uses.push_back(&U);
  for (Use *U : Uses)
    U->set(Pointer);
}

/// `tile` of a variable in a function or namespace.
static std::string nameInSource(const GlobalVariable &G) {
  std::string Name = demangle(G.getName());
  size_t Scope = Name.rfind("::");
  return Scope == std::string::npos ? Name : Name.substr(Scope + 2);
}

void Lowering::layOutShared() {
  SmallVector<GlobalVariable *> Dynamic;
  for (GlobalVariable &G : M.globals()) {
    if (G.getName().starts_with("kmend_"))
      continue;
    // `extern __shared__ T x[]` is all that has no contents and no extent.
    auto *Array = dyn_cast<ArrayType>(G.getValueType());
    if (G.isDeclaration() && Array && Array->getNumElements() == 0)
      Dynamic.push_back(&G);
  }
  const DataLayout &DL = M.getDataLayout();
  SmallVector<Constant *> All(Dynamic.begin(), Dynamic.end());
  for (GlobalVariable *G : Shared)
    if (!is_contained(Dynamic, G))
      All.push_back(G);
  convertUsersOfConstantsToInstructions(All);

  auto UsersOf = [](GlobalVariable *G) {
    SetVector<Function *> Users;
    for (User *U : G->users())
      if (auto *I = dyn_cast<Instruction>(U))
        Users.insert(I->getFunction());
    return Users;
  };
  auto Add = [&](DeviceKernel &K, GlobalVariable *G, SharedLayout &Layout) {
    uint64_t Bytes = DL.getTypeAllocSize(G->getValueType());
    Align Alignment = std::max(DL.getPreferredAlign(G), Align(16));
    uint64_t Offset = Layout.place(Bytes, Alignment.value());
    K.Shared.push_back({nameInSource(*G), Offset, Bytes});
    K.StaticSharedBytes += Bytes;
    return Offset;
  };
  auto PointTo = [&](GlobalVariable *G, Function *F,
                     std::optional<uint64_t> Offset) {
    IRBuilder<> B(&*F->getEntryBlock().getFirstInsertionPt());
    Value *Block = blockOf(B, *F);
    const unsigned Field = Offset ? offsetof(BlockContext, Shared)
                                  : offsetof(BlockContext, DynamicShared);
    auto *Pointer = cast<LoadInst>(field(B, Block, Field, Ptr));
    Pointer->setMetadata(LLVMContext::MD_align,
                         MDNode::get(C, ConstantAsMetadata::get(
                                            B.getInt64(Offset ? 4096 : 16))));
    replaceShared(G, F,
                  Offset ? B.CreateConstGEP1_64(B.getInt8Ty(), Pointer, *Offset)
                         : Pointer);
  };
  // What functions use that stayed functions lies at one place for all kernels;
  // behind it every kernel has its own.
  SharedLayout Common;
  std::map<std::string, SharedLayout> Layouts;
  for (bool IsCommon : {true, false}) {
    for (Constant *Each : All) {
      auto *G = cast<GlobalVariable>(Each);
      SetVector<Function *> Users = UsersOf(G);
      const bool Stays = any_of(
          Users, [&](Function *F) { return !isThread(*F) && !F->use_empty(); });
      if (is_contained(Dynamic, G) || Stays != IsCommon)
        continue;
      std::optional<uint64_t> Offset;
      if (Stays)
        for (DeviceKernel &K : Program.Kernels) {
          SharedLayout Behind = Common;
          Offset = Add(K, G, &K == &Program.Kernels.back() ? Common : Behind);
        }
      for (Function *F : Users) {
        for (DeviceKernel &K : Program.Kernels)
          if (!Stays && F->getName() == (K.Name + ThreadSuffix).str())
            Offset =
                Add(K, G, Layouts.try_emplace(K.Name, Common).first->second);
        PointTo(G, F, Offset.value_or(0));
      }
    }
  }
  for (GlobalVariable *G : Dynamic)
    for (Function *F : UsersOf(G))
      PointTo(G, F, std::nullopt);
  for (Constant *Each : All)
    if (auto *G = cast<GlobalVariable>(Each); G->use_empty())
      G->eraseFromParent();
}

void Lowering::replaceCoordinates(Function &F) {
  struct Coordinate {
    StringRef Name;
    int Argument;    // of K.thread, or -1
    unsigned Offset; // into BlockContext, or ThreadContext for an Argument
  };
  static const Coordinate Table[] = {
      {"kmend_tid_x", 2, 0},
      {"kmend_tid_y", 3, 4},
      {"kmend_tid_z", 4, 8},
      {"kmend_ctaid_x", -1, offsetof(BlockContext, BlockIdx)},
      {"kmend_ctaid_y", -1, offsetof(BlockContext, BlockIdx) + 4},
      {"kmend_ctaid_z", -1, offsetof(BlockContext, BlockIdx) + 8},
      {"kmend_ntid_x", -1, offsetof(BlockContext, BlockDim)},
      {"kmend_ntid_y", -1, offsetof(BlockContext, BlockDim) + 4},
      {"kmend_ntid_z", -1, offsetof(BlockContext, BlockDim) + 8},
      {"kmend_nctaid_x", -1, offsetof(BlockContext, GridDim)},
      {"kmend_nctaid_y", -1, offsetof(BlockContext, GridDim) + 4},
      {"kmend_nctaid_z", -1, offsetof(BlockContext, GridDim) + 8},
      {"kmend_dynamic_shared_bytes", -1,
       offsetof(BlockContext, DynamicSharedBytes)},
  };
  IRBuilder<> B(&*F.getEntryBlock().getFirstInsertionPt());
  Value *Block = nullptr, *Self = nullptr;
  for (const Coordinate &Each : Table) {
    Function *Source = M.getFunction(Each.Name);
    if (!Source)
      continue;
    SmallVector<CallInst *> Calls;
    for (User *U : Source->users())
      if (auto *CI = dyn_cast<CallInst>(U);
          CI && CI->getFunction() == &F && CI->getCalledFunction() == Source)
        Calls.push_back(CI);
    if (Calls.empty())
      continue;
    Value *V;
    if (Each.Argument >= 0 && isThread(F)) {
      V = F.getArg(Each.Argument);
    } else if (Each.Argument >= 0) {
      if (!Self)
        Self = B.CreateLoad(Ptr, M.getOrInsertGlobal("kmend_self", Ptr));
      V = field(B, Self, Each.Offset, I32);
    } else {
      if (!Block)
        Block = blockOf(B, F);
      V = field(B, Block, Each.Offset, I32);
    }
    for (CallInst *CI : Calls) {
      CI->replaceAllUsesWith(V);
      CI->eraseFromParent();
    }
  }
}

Error Lowering::chooseTier(DeviceKernel &K) {
  Function &Thread = *M.getFunction((K.Name + ThreadSuffix).str());
  const CallInst *Wait = nullptr;
  for (Instruction &I : instructions(Thread))
    if (auto *CI = dyn_cast<CallInst>(&I))
      if (Function *Callee = CI->getCalledFunction();
          Callee && waits(Callee->getName()) && !Wait)
        Wait = CI;
  // A call that stayed a call may wait, and it reads its coordinates through
  // kmend_self: fibers.
  std::string NoCoroutine = obstacleToCoroutine(Thread);
  auto Refuse = [&](StringRef Tier, const Twine &Why, SourceLocation Where) {
    return makeError(ExitCode::Undecided, Where,
                     "unsupported: --tier " + Tier + " cannot run kernel " +
                         K.DisplayName + ": " + Why +
                         "; --tier auto chooses what can");
  };
  const bool CanLoop = !Yield && !Wait && NoCoroutine.empty();
  if (Forced == Tier::Loop && !CanLoop) {
    if (Wait && Wait->getCalledFunction()->getName() != "kmend_yield")
      return Refuse("loop", "its threads wait for others",
                    placeOf(Wait->getDebugLoc()));
    return Refuse("loop",
                  Yield ? "this schedule lets threads give way" : NoCoroutine,
                  {});
  }
  if (Forced == Tier::Coroutine && !NoCoroutine.empty())
    return Refuse("coroutine", NoCoroutine, {});
  K.RunsAs = Forced != Tier::Auto  ? Forced
             : CanLoop             ? Tier::Loop
             : NoCoroutine.empty() ? Tier::Coroutine
                                   : Tier::Fiber;
  if (K.RunsAs == Tier::Loop)
    makeBlockLoop(Thread, K.Name + ".loop");
  else if (K.RunsAs == Tier::Coroutine)
    makeCoroutine(Thread, K.Name + ".coro");
  return Error::success();
}

Expected<DeviceProgram> Lowering::run() {
  for (const CompiledKernel &K : Side.Kernels)
    Program.Kernels.push_back(
        {K.Name, K.DisplayName, K.MaxThreads, 0, Tier::Fiber, {}});
  readAnnotations();
  markAtomics();
  if (Yield)
    insertYields();
  inlineEverything();
  layOutShared();
  for (Function &F : M)
    if (!F.isDeclaration())
      replaceCoordinates(F);
  simplify();
  placeYields();
  recordSites();
  for (DeviceKernel &K : Program.Kernels)
    if (Error E = chooseTier(K))
      return std::move(E);
  return std::move(Program);
}

} // namespace

Expected<DeviceProgram> lowerDevice(CompiledSide &Side, bool Yield,
                                    Tier Forced) {
  return Lowering(Side, Yield, Forced).run();
}

namespace {

/// Drops what optimisation passes would print: that a loop marked `#pragma
/// unroll` was not unrolled concerns nobody here.
struct QuietHandler final : DiagnosticHandler {
  bool handleDiagnostics(const DiagnosticInfo &Info) override {
    return Info.getSeverity() != DS_Error;
  }
};

} // namespace

void optimize(Module &M, TargetMachine &Machine, bool Fast) {
  M.getContext().setDiagnosticHandler(std::make_unique<QuietHandler>());
  LoopAnalysisManager LAM;
  FunctionAnalysisManager FAM;
  CGSCCAnalysisManager CGAM;
  ModuleAnalysisManager MAM;
  PassBuilder PB(&Machine);
  addStepLimit(PB);
  if (any_of(M, [](const Function &F) { return F.isPresplitCoroutine(); }))
    splitCoroutinesEarly(PB);
  PB.registerModuleAnalyses(MAM);
  PB.registerCGSCCAnalyses(CGAM);
  PB.registerFunctionAnalyses(FAM);
  PB.registerLoopAnalyses(LAM);
  PB.crossRegisterProxies(LAM, FAM, CGAM, MAM);
  ModulePassManager MPM = PB.buildPerModuleDefaultPipeline(
      Fast ? OptimizationLevel::O1 : OptimizationLevel::O2);
  MPM.run(M, MAM);
}

} // namespace kmend
