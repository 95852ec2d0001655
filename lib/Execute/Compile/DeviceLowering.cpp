//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceLowering.h"
#include "../Simt/Context.h"
#include "AccessChecks.h"
#include "BlockLoop.h"
#include "ContextFields.h"
#include "Contraction.h"
#include "Coroutine.h"
#include "DeviceArithmetic.h"
#include "Flatten.h"
#include "SharedVariables.h"
#include "SpinLoops.h"
#include "SplitLoop.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/CGSCCPassManager.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SROA.h"

using namespace llvm;

namespace kmend {

namespace {

/// Where a thread gives way under a `yield` schedule. A call of it stays where
/// it is put and hinders nothing until it becomes one of kmend_yield.
constexpr StringRef YieldPoint = "kmend_yield_point";

// Splitting copies and vectorises what it splits. On larger kernels that costs
// more than a few small cases win: 250 instructions took 140 ms longer to
// compile.
constexpr unsigned MaxSplitInstructions = 200;

class Lowering {
public:
  Lowering(CompiledSide &Side, const LoweringOptions &Options)
      : Side(Side), M(*Side.IR), C(M.getContext()), Yield(Options.Yield),
        Forced(Options.Forced), MaySplit(!Options.OneByOne),
        Ptr(PointerType::getUnqual(C)), I32(Type::getInt32Ty(C)) {}

  Expected<DeviceProgram> run();

private:
  void readAnnotations();
  void markAtomics();
  void insertYields();
  void inlineEverything();
  void simplify();
  void placeYields();
  void recordSites();
  void replaceCoordinates(Function &F);
  SourceLocation placeOf(const DebugLoc &Loc) const;
  Error chooseTier(DeviceKernel &K);

  CompiledSide &Side;
  Module &M;
  LLVMContext &C;
  bool Yield;
  Tier Forced;
  bool MaySplit;
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
    if (F.isDeclaration() || Atomic.contains(&F) || isThreadFunction(F))
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
    if (isThreadFunction(F))
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
    if (Each.Argument >= 0 && isThreadFunction(F)) {
      V = F.getArg(Each.Argument);
    } else if (Each.Argument >= 0) {
      if (!Self)
        Self = B.CreateLoad(Ptr, M.getOrInsertGlobal("kmend_self", Ptr));
      V = loadField(B, Self, Each.Offset, I32);
    } else {
      if (!Block)
        Block = blockOf(B, F);
      V = loadField(B, Block, Each.Offset, I32);
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
  if (Forced == Tier::Split ||
      (Forced == Tier::Auto && !CanLoop && MaySplit &&
       Thread.getInstructionCount() <= MaxSplitInstructions)) {
    Obstacle Why = Yield ? Obstacle{"this schedule lets threads give way", {}}
                         : makeSplitLoops(Thread, K.Name, K.MaxThreads);
    if (!Why) {
      K.RunsAs = Tier::Split;
      return Error::success();
    }
    if (Forced == Tier::Split)
      return Refuse("split", Why.Why, placeOf(Why.Where));
  }
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
  layOutShared(M, Shared.getArrayRef(), Program.Kernels);
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

Expected<DeviceProgram> lowerDevice(CompiledSide &Side,
                                    const LoweringOptions &Options) {
  return Lowering(Side, Options).run();
}

} // namespace kmend
