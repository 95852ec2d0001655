//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StepLimit.h"
#include "ThreadLoops.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/DomTreeUpdater.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace kmend {

namespace {

/// A loop with a constant number of rounds of up to this many takes no longer
/// than what encloses it says.
constexpr uint64_t FewRounds = 4096;
/// Rounds that a loop counts in a register before it looks at what is left; a
/// power of two.
constexpr uint64_t RoundsPerLook = 8192;

/// Of a loop whose rounds are known ahead: it is most often vectorised.
constexpr unsigned Log2RoundsPerStep = 3;
/// What a loop can take at one time.
constexpr uint64_t RoundsAtOnce = 1ull << 62;

class StepCounter {
public:
  StepCounter(Function &F, FunctionAnalysisManager &AM)
      : M(*F.getParent()), C(F.getContext()),
        Tree(AM.getResult<DominatorTreeAnalysis>(F)),
        Loops(AM.getResult<LoopAnalysis>(F)),
        SE(AM.getResult<ScalarEvolutionAnalysis>(F)),
        AC(AM.getResult<AssumptionAnalysis>(F)),
        TTI(AM.getResult<TargetIRAnalysis>(F)), I64(Type::getInt64Ty(C)) {}

  bool run();

private:
  bool countAhead(Loop &L);
  void countRounds(Loop &L);
  void take(IRBuilder<> &B, Value *Steps);
  void takeAndLook(Value *Steps, Instruction *Before, const Loop &L);
  Constant *siteOf(const Loop &L);

  Module &M;
  LLVMContext &C;
  DominatorTree &Tree;
  LoopInfo &Loops;
  ScalarEvolution &SE;
  AssumptionCache &AC;
  TargetTransformInfo &TTI;
  IntegerType *I64;
};

/// The place of \p L in the source, outside headers of ours where that is
/// possible.
Constant *StepCounter::siteOf(const Loop &L) {
  unsigned Line = 0, Column = 0;
  StringRef File;
  for (DILocation *At = L.getStartLoc().get(); At; At = At->getInlinedAt()) {
    Line = At->getLine();
    Column = At->getColumn();
    File = At->getFilename();
    if (!File.starts_with("/kmend/"))
      break;
  }
  auto *I32 = Type::getInt32Ty(C);
  Constant *Site = ConstantStruct::getAnon(
      {ConstantInt::get(I32, Line), ConstantInt::get(I32, Column),
       ConstantDataArray::getString(C, File)});
  auto *G = new GlobalVariable(M, Site->getType(), /*isConstant=*/true,
                               GlobalValue::PrivateLinkage, Site, "kmend.loop");
  G->setAlignment(Align(4));
  return G;
}

/// left -= Steps
void StepCounter::take(IRBuilder<> &B, Value *Steps) {
  Constant *Left = M.getOrInsertGlobal(StepsLeftName, I64);
  B.CreateStore(B.CreateSub(B.CreateLoad(I64, Left), Steps), Left);
}

/// left -= Steps; if (left < 0) the run ends.
void StepCounter::takeAndLook(Value *Steps, Instruction *Before,
                              const Loop &L) {
  IRBuilder<> B(Before);
  B.SetCurrentDebugLocation(L.getStartLoc());
  Constant *Left = M.getOrInsertGlobal(StepsLeftName, I64);
  Value *Now = B.CreateSub(B.CreateLoad(I64, Left), Steps);
  B.CreateStore(Now, Left);
  DomTreeUpdater Updater(Tree, DomTreeUpdater::UpdateStrategy::Eager);
  Instruction *Then = SplitBlockAndInsertIfThen(
      B.CreateICmpSLT(Now, B.getInt64(0)), Before, /*Unreachable=*/true,
      MDBuilder(C).createUnlikelyBranchWeights(), &Updater, &Loops);
  FunctionCallee End = M.getOrInsertFunction(OutOfStepsName, Type::getVoidTy(C),
                                             PointerType::getUnqual(C));
  IRBuilder<> InThen(Then);
  InThen.SetCurrentDebugLocation(L.getStartLoc());
  CallInst *Call = InThen.CreateCall(End, siteOf(L));
  Call->setDoesNotReturn();
  Call->setDoesNotThrow();
  Call->addFnAttr(Attribute::Cold);
}

/// Whether \p L needs no counting in its rounds; counts them where it is
/// entered when there may be many.
bool StepCounter::countAhead(Loop &L) {
  const SCEV *Rounds = SE.getBackedgeTakenCount(&L);
  if (isa<SCEVCouldNotCompute>(Rounds)) {
    // Found by assuming that nothing wraps round, or an upper bound: the loop
    // can be vectorised, and most often it ends.
    SmallVector<const SCEVPredicate *, 4> Assumed;
    if (!isa<SCEVCouldNotCompute>(
            SE.getPredicatedBackedgeTakenCount(&L, Assumed)))
      return true;
    bool Writes = any_of(L.blocks(), [](const BasicBlock *B) {
      return any_of(
          *B, [](const Instruction &I) { return I.mayHaveSideEffects(); });
    });
    return L.isInnermost() && !Writes &&
           !isa<SCEVCouldNotCompute>(SE.getSymbolicMaxBackedgeTakenCount(&L));
  }
  if (auto *Constant = dyn_cast<SCEVConstant>(Rounds))
    if (Constant->getAPInt().ule(FewRounds))
      return true;
  if (!Rounds->getType()->isIntegerTy() ||
      SE.getTypeSizeInBits(Rounds->getType()) > 64)
    return false;
  Instruction *At = L.getLoopPreheader()->getTerminator();
  SCEVExpander Expander(SE, "kmend.rounds");
  if (!Expander.isSafeToExpandAt(Rounds, At) ||
      Expander.isHighCostExpansion(Rounds, &L, SCEVCheapExpansionBudget, &TTI,
                                   At))
    return true;
  // So many that the subtraction could wrap round: as good as all.
  const SCEV *All = SE.getConstant(I64, RoundsAtOnce);
  Rounds = SE.getNoopOrZeroExtend(Rounds, I64);
  if (SE.getUnsignedRangeMax(Rounds).ugt(RoundsAtOnce))
    Rounds = SE.getUMinExpr(Rounds, All);
  Value *Steps = Expander.expandCodeFor(Rounds, I64, At);
  Steps = BinaryOperator::CreateLShr(
      Steps, ConstantInt::get(I64, Log2RoundsPerStep), "", At->getIterator());
  takeAndLook(Steps, At, L);
  return true;
}

/// for (n = 0;; ++n) { ...; if (n % RoundsPerLook == RoundsPerLook - 1) take }
/// and what is left of n where the loop ends.
void StepCounter::countRounds(Loop &L) {
  BasicBlock *Header = L.getHeader(), *Latch = L.getLoopLatch();
  SmallVector<BasicBlock *> Exits;
  L.getUniqueExitBlocks(Exits);
  PHINode *Round = PHINode::Create(I64, 2, "kmend.round");
  Round->insertBefore(Header->begin());
  Round->addIncoming(ConstantInt::get(I64, 0), L.getLoopPreheader());
  for (BasicBlock *Exit : Exits) {
    PHINode *Last = PHINode::Create(I64, 2, "kmend.last");
    Last->insertBefore(Exit->begin());
    for (BasicBlock *From : predecessors(Exit))
      Last->addIncoming(Round, From);
    if (Exit->getFirstInsertionPt() == Exit->end() || Exit->isEHPad())
      continue;
    IRBuilder<> B(&*Exit->getFirstInsertionPt());
    take(B, B.CreateAnd(Last, RoundsPerLook - 1));
  }
  IRBuilder<> B(Latch->getTerminator());
  B.SetCurrentDebugLocation(L.getStartLoc());
  Value *Next = B.CreateAdd(Round, B.getInt64(1));
  Value *Look =
      B.CreateICmpEQ(B.CreateAnd(Next, RoundsPerLook - 1), B.getInt64(0));
  DomTreeUpdater Updater(Tree, DomTreeUpdater::UpdateStrategy::Eager);
  Instruction *Then = SplitBlockAndInsertIfThen(
      Look, Latch->getTerminator(), /*Unreachable=*/false,
      MDBuilder(C).createUnlikelyBranchWeights(), &Updater, &Loops);
  Round->addIncoming(Next, L.getLoopLatch());
  takeAndLook(B.getInt64(RoundsPerLook), Then, L);
}

bool StepCounter::run() {
  SmallVector<Loop *> All = Loops.getLoopsInPreorder();
  bool Changed = false;
  for (Loop *L : All) {
    if (!L->isLoopSimplifyForm()) {
      Changed |= simplifyLoop(L, &Tree, &Loops, &SE, &AC, nullptr,
                              /*PreserveLCSSA=*/false);
      if (!L->isLoopSimplifyForm())
        continue; // entered by an indirect jump: the clock watches it
    }
    if (findOptionMDForLoop(L, NoStepsMark))
      continue;
    Changed = true;
    if (countAhead(*L))
      continue;
    countRounds(*L);
    SE.forgetLoop(L);
  }
  return Changed;
}

struct StepLimitPass : PassInfoMixin<StepLimitPass> {
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &AM) {
    // A frame of several pages touches each of them, so that it cannot step
    // over the guard page of its stack.
    F.addFnAttr("probe-stack", "inline-asm");
    return StepCounter(F, AM).run() ? PreservedAnalyses::none()
                                    : PreservedAnalyses::all();
  }
};

} // namespace

void addStepLimit(PassBuilder &Builder) {
  Builder.registerVectorizerStartEPCallback(
      [](FunctionPassManager &Passes, OptimizationLevel) {
        Passes.addPass(StepLimitPass());
      });
}

} // namespace kmend
