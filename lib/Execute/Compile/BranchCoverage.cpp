//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BranchCoverage.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Path.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"
#include "llvm/Transforms/Utils/SCCPSolver.h"
#include <map>
#include <numeric>
#include <optional>
#include <set>

using namespace llvm;

namespace kmend {

namespace {

/// void(i32 way): control has gone this way.
constexpr StringRef WayMarker = "kmend_branch_way";
/// void(i1 condition, i32 way if true, i32 way if false).
constexpr StringRef ChoiceMarker = "kmend_branch_choice";
/// void(): the thread of a kernel returns.
constexpr StringRef EndMarker = "kmend_branch_end";

/// A marker stays where it is put and hinders nothing.
FunctionCallee marker(Module &M, StringRef Name, ArrayRef<Type *> Parameters) {
  FunctionCallee Made = M.getOrInsertFunction(
      Name,
      FunctionType::get(Type::getVoidTy(M.getContext()), Parameters, false));
  auto *F = cast<Function>(Made.getCallee());
  F->setMemoryEffects(MemoryEffects::inaccessibleMemOnly(ModRefInfo::Mod));
  F->setDoesNotThrow();
  F->addFnAttr(Attribute::WillReturn);
  F->addFnAttr(Attribute::NoCallback);
  return Made;
}

//===----------------------------------------------------------------------===//
// Marking
//===----------------------------------------------------------------------===//

class BranchMarker {
public:
  BranchMarker(Module &M, StringRef FileName)
      : M(M), I32(Type::getInt32Ty(M.getContext())),
        MainFile(sys::path::filename(FileName)) {}

  void mark(Function &F);
  std::vector<BranchWay> take() { return std::move(Ways); }

private:
  const DILocation *placeOf(const Instruction &I, const Value *Condition) const;
  unsigned way(const DILocation &Where, unsigned Ordinal, BranchWay::Kind Kind,
               int64_t Value = 0);
  void markWay(Instruction *Before, const DebugLoc &Loc, unsigned Way);
  void markChoice(Instruction *Before, Value *Condition, unsigned IfTrue,
                  unsigned IfFalse);
  void markSwitch(SwitchInst &S, const DILocation &Where, unsigned Ordinal);

  Module &M;
  IntegerType *I32;
  StringRef MainFile;
  std::vector<BranchWay> Ways;
  std::map<BranchWay, unsigned> Known;
};

/// Where the condition stands, if that is in the source itself. All conditions
/// of one `if (a && b)` share the branch's own place.
const DILocation *BranchMarker::placeOf(const Instruction &I,
                                        const Value *Condition) const {
  auto IsOwn = [&](const DILocation *L) {
    return L && L->getLine() &&
           sys::path::filename(L->getFilename()) == MainFile;
  };
  const DILocation *Own = I.getDebugLoc().get();
  if (!IsOwn(Own))
    return nullptr;
  if (auto *Made = dyn_cast<Instruction>(Condition))
    if (const DILocation *L = Made->getDebugLoc().get(); IsOwn(L))
      return L;
  return Own;
}

unsigned BranchMarker::way(const DILocation &Where, unsigned Ordinal,
                           BranchWay::Kind Kind, int64_t Value) {
  BranchWay W;
  W.Where = {Where.getFilename().str(), Where.getLine(), Where.getColumn()};
  W.Ordinal = Ordinal;
  W.Way = Kind;
  W.Value = Value;
  auto [It, New] = Known.try_emplace(W, Ways.size());
  if (New)
    Ways.push_back(std::move(W));
  return It->second;
}

void BranchMarker::markWay(Instruction *Before, const DebugLoc &Loc,
                           unsigned Way) {
  IRBuilder<> B(Before);
  B.SetCurrentDebugLocation(Loc);
  B.CreateCall(marker(M, WayMarker, {I32}), {B.getInt32(Way)});
}

void BranchMarker::markChoice(Instruction *Before, Value *Condition,
                              unsigned IfTrue, unsigned IfFalse) {
  IRBuilder<> B(Before);
  B.CreateCall(marker(M, ChoiceMarker, {B.getInt1Ty(), I32, I32}),
               {Condition, B.getInt32(IfTrue), B.getInt32(IfFalse)});
}

void BranchMarker::markSwitch(SwitchInst &S, const DILocation &Where,
                              unsigned Ordinal) {
  BasicBlock *From = S.getParent();
  auto Split = [&](unsigned Successor, unsigned Way) {
    BasicBlock *To = S.getSuccessor(Successor);
    BasicBlock *Between =
        BasicBlock::Create(M.getContext(), "kmend.way", From->getParent(), To);
    IRBuilder<> B(Between);
    B.SetCurrentDebugLocation(S.getDebugLoc());
    Instruction *Go = B.CreateBr(To);
    S.setSuccessor(Successor, Between);
    // One entry for each edge.
    for (PHINode &Phi : To->phis())
      Phi.setIncomingBlock(Phi.getBasicBlockIndex(From), Between);
    markWay(Go, S.getDebugLoc(), Way);
  };
  for (auto &Case : S.cases())
    Split(Case.getSuccessorIndex(),
          way(Where, Ordinal, BranchWay::Kind::Case,
              Case.getCaseValue()->getValue().trySExtValue().value_or(0)));
  Split(0, way(Where, Ordinal, BranchWay::Kind::Default));
}

void BranchMarker::mark(Function &F) {
  SmallVector<Instruction *> Found;
  for (Instruction &I : instructions(F)) {
    if (auto *Branch = dyn_cast<BranchInst>(&I)) {
      if (Branch->isConditional())
        Found.push_back(&I);
    } else if (auto *Choice = dyn_cast<SelectInst>(&I)) {
      if (Choice->getCondition()->getType()->isIntegerTy(1))
        Found.push_back(&I);
    } else if (auto *S = dyn_cast<SwitchInst>(&I)) {
      // Where scopes are left, Clang jumps by a number of its own.
      auto *Number = dyn_cast<LoadInst>(S->getCondition());
      if (!Number ||
          !Number->getPointerOperand()->getName().starts_with("cleanup.dest"))
        Found.push_back(&I);
    }
  }
  std::map<std::pair<unsigned, unsigned>, unsigned> AtPlace;
  for (Instruction *I : Found) {
    auto *Branch = dyn_cast<BranchInst>(I);
    Value *Condition = Branch ? Branch->getCondition() : I->getOperand(0);
    const DILocation *Where = placeOf(*I, Condition);
    if (!Where || isa<Constant>(Condition))
      continue;
    const unsigned Ordinal = AtPlace[{Where->getLine(), Where->getColumn()}]++;
    if (auto *S = dyn_cast<SwitchInst>(I)) {
      markSwitch(*S, *Where, Ordinal);
      continue;
    }
    const unsigned IfTrue = way(*Where, Ordinal, BranchWay::Kind::True),
                   IfFalse = way(*Where, Ordinal, BranchWay::Kind::False);
    // Behind the branch where that can be said, which costs least, and else
    // before it: no edge is split, so that loops stay what they were.
    if (Branch && Branch->getSuccessor(0)->getSinglePredecessor() &&
        Branch->getSuccessor(1)->getSinglePredecessor()) {
      for (unsigned S : {0, 1})
        markWay(&*Branch->getSuccessor(S)->getFirstInsertionPt(),
                I->getDebugLoc(), S == 0 ? IfTrue : IfFalse);
      continue;
    }
    markChoice(I, Condition, IfTrue, IfFalse);
  }
}

//===----------------------------------------------------------------------===//
// Lowering
//===----------------------------------------------------------------------===//

CallInst *callOf(Instruction &I, StringRef Name) {
  auto *Call = dyn_cast<CallInst>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && Callee->getName() == Name ? Call : nullptr;
}

unsigned numberOf(const CallInst &Call, unsigned Operand) {
  return cast<ConstantInt>(Call.getArgOperand(Operand))->getZExtValue();
}

/// Whether whoever comes to \p B ends the run: a trap, a failed assertion.
bool endsTheRun(BasicBlock *B) {
  // Such a way has no branches; a call that was inlined leaves some blocks.
  constexpr unsigned MostBlocks = 8;
  for (unsigned N = 0; B && N != MostBlocks; ++N) {
    for (Instruction &I : *B)
      if (callOf(I, "kmend_trap") || callOf(I, "kmend_assert_fail"))
        return true;
    if (isa<UnreachableInst>(B->getTerminator()))
      return true;
    B = B->getSingleSuccessor();
  }
  return false;
}

/// The ways that \p F can take, as far as constants decide it.
class PossibleWays {
public:
  PossibleWays(size_t Count) : Possible(Count), Ends(Count) {}

  void add(Function &F) {
    TargetLibraryInfoImpl Functions(F.getParent()->getTargetTriple());
    TargetLibraryInfo Library(Functions);
    SCCPSolver Solver(
        F.getDataLayout(),
        [&](Function &) -> const TargetLibraryInfo & { return Library; },
        F.getContext());
    Solver.markBlockExecutable(&F.getEntryBlock());
    for (Argument &A : F.args())
      Solver.markOverdefined(&A);
    for (bool Again = true; Again;) {
      Solver.solve();
      Again = Solver.resolvedUndefsIn(F);
    }
    for (Instruction &I : instructions(F)) {
      if (!Solver.isBlockExecutable(I.getParent()))
        continue;
      if (CallInst *Call = callOf(I, WayMarker)) {
        const unsigned Way = numberOf(*Call, 0);
        Possible.set(Way);
        if (endsTheRun(Call->getParent()))
          Ends.set(Way);
      } else if (CallInst *Choice = callOf(I, ChoiceMarker)) {
        Value *Condition = Choice->getArgOperand(0);
        auto *Known = dyn_cast<ConstantInt>(Condition);
        if (!Known)
          Known = dyn_cast_or_null<ConstantInt>(
              Solver.getConstantOrNull(Condition));
        if (!Known || Known->isOne())
          Possible.set(numberOf(*Choice, 1));
        if (!Known || Known->isZero())
          Possible.set(numberOf(*Choice, 2));
        auto *Branch =
            dyn_cast<BranchInst>(Choice->getParent()->getTerminator());
        if (Branch && Branch->isConditional() &&
            Branch->getCondition() == Condition)
          for (unsigned S : {0, 1})
            if (endsTheRun(Branch->getSuccessor(S)))
              Ends.set(numberOf(*Choice, S + 1));
      }
    }
  }

  /// Leaves those ways that are part of a choice, and gives each its bit.
  std::vector<std::optional<unsigned>> number(std::vector<BranchWay> &Ways) {
    std::vector<std::optional<unsigned>> Bits(Ways.size());
    std::vector<BranchWay> Left;
    std::vector<unsigned> Order(Ways.size());
    std::iota(Order.begin(), Order.end(), 0);
    llvm::sort(Order,
               [&](unsigned A, unsigned B) { return Ways[A] < Ways[B]; });
    for (size_t Begin = 0, End; Begin != Order.size(); Begin = End) {
      size_t Count = 0;
      bool IsAssertion = false;
      for (End = Begin; End != Order.size() &&
                        Ways[Order[End]].sameBranch(Ways[Order[Begin]]);
           ++End) {
        Count += Possible.test(Order[End]);
        IsAssertion |= Ends.test(Order[End]);
      }
      if (Count < 2 || IsAssertion || Left.size() + Count > MaxBranchWays)
        continue;
      for (size_t I = Begin; I != End; ++I)
        if (Possible.test(Order[I])) {
          Bits[Order[I]] = Left.size();
          Left.push_back(Ways[Order[I]]);
        }
    }
    Ways = std::move(Left);
    return Bits;
  }

private:
  SmallBitVector Possible, Ends;
};

class MarkerLowering {
public:
  MarkerLowering(Module &M, GlobalVariable *Table,
                 ArrayRef<std::optional<unsigned>> Bits)
      : Table(Table), Bits(Bits), I32(Type::getInt32Ty(M.getContext())) {}

  void lower(Function &F);

private:
  void add(IRBuilder<> &B, unsigned Word, Value *Set);
  Value *bit(IRBuilder<> &B, unsigned Way, unsigned Word) const;
  void flush(Instruction *Before);

  GlobalVariable *Table;
  ArrayRef<std::optional<unsigned>> Bits;
  IntegerType *I32;
  /// Of the function at hand: what it has seen, by word of the table.
  std::map<unsigned, AllocaInst *> Seen;
};

/// seen |= set
void MarkerLowering::add(IRBuilder<> &B, unsigned Word, Value *Set) {
  AllocaInst *&Local = Seen[Word];
  if (!Local) {
    BasicBlock &Entry = B.GetInsertBlock()->getParent()->getEntryBlock();
    Local = new AllocaInst(I32, 0, "kmend.seen", Entry.begin());
  }
  B.CreateStore(B.CreateOr(B.CreateLoad(I32, Local), Set), Local);
}

/// The bit of \p Way in \p Word, 0 when it has none there.
Value *MarkerLowering::bit(IRBuilder<> &B, unsigned Way, unsigned Word) const {
  const std::optional<unsigned> &Bit = Bits[Way];
  return B.getInt32(Bit && *Bit / 32 == Word ? 1u << *Bit % 32 : 0);
}

/// table |= seen
void MarkerLowering::flush(Instruction *Before) {
  IRBuilder<> B(Before);
  for (auto [Word, Local] : Seen) {
    Value *Place =
        B.CreateConstInBoundsGEP2_32(Table->getValueType(), Table, 0, Word);
    B.CreateStore(
        B.CreateOr(B.CreateLoad(I32, Place), B.CreateLoad(I32, Local)), Place);
  }
}

void MarkerLowering::lower(Function &F) {
  SmallVector<CallInst *> Markers, Ends;
  SmallVector<Instruction *> Returns;
  Instruction *Begin = nullptr;
  for (Instruction &I : instructions(F)) {
    if (callOf(I, WayMarker) || callOf(I, ChoiceMarker))
      Markers.push_back(cast<CallInst>(&I));
    else if (CallInst *End = callOf(I, EndMarker))
      Ends.push_back(End);
    else if (isa<ReturnInst>(I))
      Returns.push_back(&I);
    else if (auto *Intrinsic = dyn_cast<IntrinsicInst>(&I);
             Intrinsic && Intrinsic->getIntrinsicID() == Intrinsic::coro_begin)
      Begin = I.getNextNode();
  }
  Seen.clear();
  for (CallInst *Call : Markers) {
    IRBuilder<> B(Call);
    if (callOf(*Call, WayMarker)) {
      const unsigned Way = numberOf(*Call, 0);
      if (Bits[Way])
        add(B, *Bits[Way] / 32, bit(B, Way, *Bits[Way] / 32));
      continue;
    }
    const unsigned IfTrue = numberOf(*Call, 1), IfFalse = numberOf(*Call, 2);
    std::set<unsigned> Words;
    for (unsigned Way : {IfTrue, IfFalse})
      if (Bits[Way])
        Words.insert(*Bits[Way] / 32);
    for (unsigned Word : Words)
      add(B, Word,
          B.CreateSelect(Call->getArgOperand(0), bit(B, IfTrue, Word),
                         bit(B, IfFalse, Word)));
  }
  // A coroutine returns whenever it waits; its thread is done where a marker
  // says so. What is more than one thread at a time is done when it returns.
  if (F.isPresplitCoroutine())
    Returns.assign(Ends.begin(), Ends.end());
  for (Instruction *Return : Returns)
    flush(Return);
  for (ArrayRef<CallInst *> List : {ArrayRef(Markers), ArrayRef(Ends)})
    for (CallInst *Call : List)
      Call->eraseFromParent();
  if (Seen.empty())
    return;
  SmallVector<AllocaInst *> Locals;
  for (auto [Word, Local] : Seen)
    Locals.push_back(Local);
  if (!Begin)
    Begin = Locals.front()->getNextNode();
  while (isa<AllocaInst>(Begin))
    Begin = Begin->getNextNode();
  IRBuilder<> B(Begin);
  for (AllocaInst *Local : Locals)
    B.CreateStore(B.getInt32(0), Local);
  DominatorTree Tree(F);
  PromoteMemToReg(Locals, Tree);
}

} // namespace

std::vector<BranchWay> markBranches(Module &M, StringRef FileName) {
  // Names that a source has used are free for us under others.
  for (StringRef Name : {WayMarker, ChoiceMarker, EndMarker})
    if (GlobalValue *Taken = M.getNamedValue(Name))
      Taken->setName("kmend.taken");
  BranchMarker Marker(M, FileName);
  for (Function &F : M) {
    if (F.isDeclaration())
      continue;
    Marker.mark(F);
    if (!F.getName().ends_with(".thread"))
      continue;
    for (BasicBlock &B : F)
      if (isa<ReturnInst>(B.getTerminator()))
        IRBuilder<>(B.getTerminator()).CreateCall(marker(M, EndMarker, {}), {});
  }
  return Marker.take();
}

void lowerBranchMarkers(Module &M, std::vector<BranchWay> &Ways) {
  SetVector<Function *> Marked;
  for (StringRef Name : {WayMarker, ChoiceMarker, EndMarker})
    if (Function *Marker = M.getFunction(Name))
      for (User *U : Marker->users())
        Marked.insert(cast<Instruction>(U)->getFunction());
  PossibleWays Possible(Ways.size());
  // What no kernel calls is no part of the program.
  for (Function *F : Marked)
    if (!F->hasLocalLinkage() || !F->use_empty())
      Possible.add(*F);
  const auto Bits = Possible.number(Ways);

  if (GlobalValue *Taken = M.getNamedValue(BranchTableName))
    Taken->setName("kmend.taken");
  auto *Type = ArrayType::get(Type::getInt32Ty(M.getContext()),
                              std::max<size_t>(1, (Ways.size() + 31) / 32));
  auto *Table = new GlobalVariable(
      M, Type, /*isConstant=*/false, GlobalValue::ExternalLinkage,
      ConstantAggregateZero::get(Type), BranchTableName);
  MarkerLowering Lowering(M, Table, Bits);
  for (Function *F : Marked)
    Lowering.lower(*F);
  for (StringRef Name : {WayMarker, ChoiceMarker, EndMarker})
    if (Function *Marker = M.getFunction(Name))
      Marker->eraseFromParent();
}

} // namespace kmend
