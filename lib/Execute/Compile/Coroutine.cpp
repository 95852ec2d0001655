//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Coroutine.h"
#include "../Simt/Context.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Coroutines/CoroEarly.h"
#include "llvm/Transforms/Coroutines/CoroSplit.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace kmend {

bool waits(StringRef Name) {
  return StringSwitch<bool>(Name)
      .Cases({"kmend_barrier", "kmend_syncwarp", "kmend_shfl", "kmend_vote",
              "kmend_activemask", "kmend_match", "kmend_reduce",
              "kmend_exchange", "kmend_named_barrier", "kmend_grid_sync",
              "kmend_yield", "kmend_nanosleep", "kmend_spin"},
             true)
      .Default(false);
}

/// Of those, the ones after which the thread never goes on at once.
static bool alwaysWaits(StringRef Name) {
  return StringSwitch<bool>(Name)
      .Cases({"kmend_barrier", "kmend_grid_sync", "kmend_nanosleep"}, true)
      .Default(false);
}

std::string obstacleToCoroutine(const Function &Thread) {
  for (const Instruction &I : instructions(Thread)) {
    if (auto *Local = dyn_cast<AllocaInst>(&I);
        Local && !Local->isStaticAlloca())
      return "it takes local memory of a size known only at run time";
    auto *Call = dyn_cast<CallInst>(&I);
    if (!Call || Call->isInlineAsm())
      continue;
    const Function *Callee = Call->getCalledFunction();
    if (!Callee)
      return "it calls through a function pointer";
    if (!Callee->isDeclaration())
      return "it calls a recursive function";
  }
  return "";
}

namespace {

class CoroutineMaker {
public:
  CoroutineMaker(Function &Thread, StringRef Name);
  Function *make();

private:
  void begin();
  void end();
  void suspendAt(CallInst &Wait);
  Value *selfField(IRBuilder<> &B, unsigned Offset);

  Function &Thread;
  Module &M;
  LLVMContext &C;
  Function *F;
  PointerType *Ptr;
  Value *Handle = nullptr;
  BasicBlock *Leave; ///< gives the frame back to who let the thread run
};

CoroutineMaker::CoroutineMaker(Function &Thread, StringRef Name)
    : Thread(Thread), M(*Thread.getParent()), C(M.getContext()),
      Ptr(PointerType::getUnqual(C)) {
  auto *Type = FunctionType::get(Ptr, Thread.getFunctionType()->params(),
                                 /*isVarArg=*/false);
  F = Function::Create(Type, Thread.getLinkage(), Name, M);
  for (const Argument &A : Thread.args())
    F->getArg(A.getArgNo())->setName(A.getName());
  F->copyAttributesFrom(&Thread);
  F->setSubprogram(Thread.getSubprogram());
  Thread.setSubprogram(nullptr);
  F->setPresplitCoroutine();
  // No frame is ever destroyed, so nothing is made of that code.
  F->addFnAttr(Attribute::CoroDestroyOnlyWhenComplete);
  F->splice(F->begin(), &Thread);
  for (auto [Old, New] : zip(Thread.args(), F->args()))
    Old.replaceAllUsesWith(&New);
  Leave = BasicBlock::Create(C, "leave", F);
}

Value *CoroutineMaker::selfField(IRBuilder<> &B, unsigned Offset) {
  Value *Self = B.CreateLoad(Ptr, M.getOrInsertGlobal("kmend_self", Ptr));
  return B.CreateConstGEP1_32(B.getInt8Ty(), Self, Offset);
}

void CoroutineMaker::begin() {
  BasicBlock &Entry = F->getEntryBlock();
  // Local variables first: what lies in the frame is found among them.
  SmallVector<AllocaInst *> Locals;
  for (Instruction &I : Entry)
    if (auto *Local = dyn_cast<AllocaInst>(&I))
      Locals.push_back(Local);
  for (AllocaInst *Local : reverse(Locals))
    Local->moveBefore(Entry, Entry.begin());
  Instruction *First = Locals.empty() ? &*Entry.getFirstNonPHIIt()
                                      : Locals.back()->getNextNode();
  IRBuilder<> B(First);
  if (DISubprogram *Described = F->getSubprogram())
    B.SetCurrentDebugLocation(
        DILocation::get(C, Described->getLine(), 0, Described));
  Constant *Null = ConstantPointerNull::get(Ptr);
  Value *Id = B.CreateIntrinsic(Intrinsic::coro_id, {},
                                {B.getInt32(64), Null, Null, Null});
  Value *Size = B.CreateIntrinsic(Intrinsic::coro_size, {B.getInt64Ty()}, {});
  FunctionCallee Frame =
      M.getOrInsertFunction("kmend_frame", Ptr, B.getInt64Ty());
  CallInst *Memory = B.CreateCall(Frame, {Size});
  Memory->addRetAttr(Attribute::NoAlias);
  Memory->addRetAttr(Attribute::NonNull);
  Memory->addRetAttr(Attribute::getWithAlignment(C, Align(64)));
  Handle = B.CreateIntrinsic(Intrinsic::coro_begin, {}, {Id, Memory});
}

void CoroutineMaker::end() {
  IRBuilder<> B(Leave);
  if (DISubprogram *Described = F->getSubprogram())
    B.SetCurrentDebugLocation(
        DILocation::get(C, Described->getLine(), 0, Described));
  B.CreateIntrinsic(Intrinsic::coro_end, {},
                    {Handle, B.getFalse(), ConstantTokenNone::get(C)});
  B.CreateRet(Handle);
}

void CoroutineMaker::suspendAt(CallInst &Wait) {
  StringRef Name = Wait.getCalledFunction()->getName();
  BasicBlock *Before = Wait.getParent();
  BasicBlock *After =
      Before->splitBasicBlock(std::next(Wait.getIterator()), "go.on");
  BasicBlock *Stay = BasicBlock::Create(C, "wait", F, After);
  BasicBlock *Back = BasicBlock::Create(C, "back", F, After);
  Before->getTerminator()->eraseFromParent();
  const bool Always = alwaysWaits(Name);

  IRBuilder<> B(Before);
  B.SetCurrentDebugLocation(Wait.getDebugLoc());
  if (Always) {
    B.CreateBr(Stay);
  } else {
    Value *Flag = B.CreateLoad(
        B.getInt8Ty(), M.getOrInsertGlobal("kmend_wait", B.getInt8Ty()));
    B.CreateCondBr(B.CreateIsNotNull(Flag), Stay, After);
  }

  B.SetInsertPoint(Stay);
  Value *Way = B.CreateIntrinsic(Intrinsic::coro_suspend, {},
                                 {ConstantTokenNone::get(C), B.getFalse()});
  // Nobody destroys a frame: memory goes back for all threads at once.
  SwitchInst *Switch = B.CreateSwitch(Way, Leave, 1);
  Switch->addCase(B.getInt8(0), Back);

  B.SetInsertPoint(Back);
  Value *Later = nullptr;
  if (!Wait.getType()->isVoidTy() && !Wait.use_empty()) {
    Later = B.CreateLoad(B.getInt64Ty(),
                         selfField(B, offsetof(ThreadContext, Result)));
    Later = B.CreateZExtOrTrunc(Later, Wait.getType());
  }
  B.CreateBr(After);

  if (Later) {
    if (Always) {
      Wait.replaceAllUsesWith(Later);
    } else {
      B.SetInsertPoint(After, After->begin());
      PHINode *Result = B.CreatePHI(Wait.getType(), 2);
      Wait.replaceAllUsesWith(Result);
      Result->addIncoming(&Wait, Before);
      Result->addIncoming(Later, Back);
    }
  }
}

Function *CoroutineMaker::make() {
  SmallVector<CallInst *> Waits;
  SmallVector<ReturnInst *> Returns;
  for (Instruction &I : instructions(*F)) {
    if (auto *Return = dyn_cast<ReturnInst>(&I))
      Returns.push_back(Return);
    if (auto *Call = dyn_cast<CallInst>(&I))
      if (Function *Callee = Call->getCalledFunction();
          Callee && waits(Callee->getName()))
        Waits.push_back(Call);
  }
  begin();
  for (ReturnInst *Return : Returns) {
    IRBuilder<> B(Return);
    B.CreateStore(B.getInt32(1),
                  selfField(B, offsetof(ThreadContext, Finished)));
    B.CreateBr(Leave);
    Return->eraseFromParent();
  }
  for (CallInst *Wait : Waits)
    suspendAt(*Wait);
  end();
  Thread.eraseFromParent();
  return F;
}

} // namespace

Function *makeCoroutine(Function &Thread, StringRef Name) {
  std::string Made = Name.str();
  return CoroutineMaker(Thread, Made).make();
}

void splitCoroutinesEarly(PassBuilder &Builder) {
  Builder.registerPipelineStartEPCallback([](ModulePassManager &Passes,
                                             OptimizationLevel) {
    Passes.addPass(CoroEarlyPass());
    Passes.addPass(createModuleToFunctionPassAdaptor(SimplifyCFGPass()));
    CGSCCPassManager Split;
    Split.addPass(CoroSplitPass(/*OptimizeFrame=*/true));
    Passes.addPass(createModuleToPostOrderCGSCCPassAdaptor(std::move(Split)));
  });
}

} // namespace kmend
