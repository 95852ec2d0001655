//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessChecks.h"
#include "../Simt/MisalignedAddress.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/KnownBits.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace kmend {

namespace {

/// One pointer that an instruction reads or writes through.
struct Access {
  Instruction *At;
  Use *Pointer;
  Align Demanded;
  uint64_t Bytes; ///< 0 when not known
  bool Writes;
};

/// A pointer that goes elsewhere when it is misaligned.
struct Guard {
  Align Demanded;
  Instruction *Guarded;
  SmallVector<Instruction *, 4> Accesses; ///< that go through it
  DenseMap<Value *, Value *> Clones;      ///< pointers made of it
};

class AlignmentChecker {
public:
  AlignmentChecker(Function &F, DominatorTree &Tree)
      : F(F), DL(F.getDataLayout()), Tree(Tree) {}
  void check(const Access &A);

private:
  bool isMultiple(const GEPOperator &G, Align Demanded) const;
  Guard &guardOf(Value *Root, Align Demanded);
  Value *clone(Guard &G, Value *Root, Value *Pointer);
  bool goThroughEarlier(const Access &A);

  Function &F;
  const DataLayout &DL;
  DominatorTree &Tree;
  MapVector<Value *, SmallVector<std::unique_ptr<Guard>, 1>> Guards;
};

/// Whether \p G adds a multiple of \p Demanded to its pointer.
bool AlignmentChecker::isMultiple(const GEPOperator &G, Align Demanded) const {
  unsigned Bits = DL.getIndexTypeSizeInBits(G.getType());
  SmallMapVector<Value *, APInt, 4> Variable;
  APInt Constant(Bits, 0);
  if (!G.collectOffset(DL, Bits, Variable, Constant))
    return false;
  if (Constant.getBoolValue() && Constant.countr_zero() < Log2(Demanded))
    return false;
  for (auto &[Index, Scale] : Variable) {
    unsigned Zeros = Scale.countr_zero();
    if (Zeros < Log2(Demanded))
      Zeros += computeKnownBits(Index, DL).countMinTrailingZeros();
    if (Zeros < Log2(Demanded))
      return false;
  }
  return true;
}

static Instruction *pointAfter(Value *V, Function &F) {
  if (auto *I = dyn_cast<Instruction>(V))
    if (auto At = I->getInsertionPointAfterDef())
      return &**At;
  return isa<Instruction>(V) ? nullptr
                             : &*F.getEntryBlock().getFirstInsertionPt();
}

Guard &AlignmentChecker::guardOf(Value *Root, Align Demanded) {
  auto &List = Guards[Root];
  for (auto &G : List)
    if (G->Demanded == Demanded)
      return *G;
  IRBuilder<> B(pointAfter(Root, F));
  if (auto *I = dyn_cast<Instruction>(Root))
    B.SetCurrentDebugLocation(I->getDebugLoc());
  // Excess ? somewhere that says so : Root
  Value *Excess = B.CreateAnd(B.CreatePtrToInt(Root, B.getInt64Ty()),
                              B.getInt64(Demanded.value() - 1));
  Value *Elsewhere =
      B.CreateAdd(B.CreateShl(Excess, MisalignedAddress::ExcessShift),
                  B.getInt64(MisalignedAddress::base(Demanded.value())));
  auto *Guarded = cast<Instruction>(B.CreateSelect(
      B.CreateIsNotNull(Excess), B.CreateIntToPtr(Elsewhere, Root->getType()),
      Root, "kmend.aligned"));
  auto Made = std::make_unique<Guard>();
  Made->Demanded = Demanded;
  Made->Guarded = Guarded;
  Made->Clones[Root] = Guarded;
  List.push_back(std::move(Made));
  return *List.back();
}

/// \p Pointer, which is made of \p Root, made of the guarded one.
Value *AlignmentChecker::clone(Guard &G, Value *Root, Value *Pointer) {
  if (Value *Done = G.Clones.lookup(Pointer))
    return Done;
  auto *From = cast<GetElementPtrInst>(Pointer);
  Value *Base = clone(G, Root, From->getPointerOperand());
  auto *Made = cast<GetElementPtrInst>(From->clone());
  Made->setOperand(0, Base);
  Made->insertAfter(From->getIterator());
  return G.Clones[Pointer] = Made;
}

/// What \p A demands from now on.
static void setAlignment(const Access &A, Align Known) {
  Known = std::min(Known, A.Demanded);
  if (auto *L = dyn_cast<LoadInst>(A.At))
    L->setAlignment(Known);
  else if (auto *S = dyn_cast<StoreInst>(A.At))
    S->setAlignment(Known);
  else if (auto *M = dyn_cast<MemIntrinsic>(A.At)) {
    if (A.Writes)
      M->setDestAlignment(Known);
    else
      cast<MemTransferInst>(M)->setSourceAlignment(Known);
  }
}

/// An access behind one that goes through a guard uses the same pointer: all
/// parts of one float4 do, and loads and stores of them are still known to lie
/// side by side.
bool AlignmentChecker::goThroughEarlier(const Access &A) {
  for (Value *V = A.Pointer->get();;) {
    if (auto It = Guards.find(V); It != Guards.end())
      for (auto &G : It->second) {
        if (!any_of(G->Accesses, [&](Instruction *Earlier) {
              return Tree.dominates(Earlier, A.At) || Earlier == A.At;
            }))
          continue;
        if (A.Demanded > G->Demanded && A.Demanded >= Align(8))
          continue;
        A.Pointer->set(clone(*G, V, A.Pointer->get()));
        return true;
      }
    auto *Step = dyn_cast<GetElementPtrInst>(V);
    if (!Step)
      return false;
    V = Step->getPointerOperand();
  }
}

void AlignmentChecker::check(const Access &A) {
  Align Demanded = std::min(A.Demanded, Align(MisalignedAddress::MaxAlignment));
  Value *Pointer = A.Pointer->get();
  // Null is null, and a constant address is nobody's.
  if (isa<Constant>(Pointer))
    return;
  // A GPU keeps such a variable in registers or puts it where it fits.
  APInt Offset(DL.getIndexTypeSizeInBits(Pointer->getType()), 0);
  if (auto *Local = dyn_cast<AllocaInst>(
          Pointer->stripAndAccumulateConstantOffsets(DL, Offset, true))) {
    if (Offset.countr_zero() >= Log2(Demanded))
      Local->setAlignment(std::max(Local->getAlign(), Demanded));
    else
      setAlignment(
          A, commonAlignment(Local->getAlign(), Offset.getLimitedValue()));
    return;
  }
  if (Demanded == Align(1) || Pointer->getPointerAlignment(DL) >= Demanded) {
    goThroughEarlier(A);
    return;
  }
  // The last pointer on the way that something was added to which is not known
  // to be a multiple.
  Value *Root = nullptr, *V = Pointer;
  for (auto *Step = dyn_cast<GetElementPtrInst>(V); Step;
       Step = dyn_cast<GetElementPtrInst>(V)) {
    if (!isMultiple(*cast<GEPOperator>(Step), Demanded)) {
      Root = Step;
      break;
    }
    V = Step->getPointerOperand();
  }
  if (Root) {
    // A part of something aligned, a constant apart, is what the type says.
    bool Constant = cast<GEPOperator>(Root)->hasAllConstantIndices();
    if (Constant && Demanded < Align(8)) {
      goThroughEarlier(A);
      return;
    }
  } else {
    // A pointer to an element is taken to be one.
    if (Demanded < Align(8) || isa<Constant>(V) ||
        V->getPointerAlignment(DL) >= Demanded) {
      goThroughEarlier(A);
      return;
    }
    Root = V;
  }
  if (goThroughEarlier(A))
    return;
  if (!pointAfter(Root, F))
    return;
  Guard &G = guardOf(Root, Demanded);
  G.Accesses.push_back(A.At);
  A.Pointer->set(clone(G, Root, Pointer));
}

std::vector<Access> findAccesses(Function &F) {
  std::vector<Access> List;
  const DataLayout &DL = F.getDataLayout();
  auto Size = [&](Type *T) { return DL.getTypeStoreSize(T).getFixedValue(); };
  ReversePostOrderTraversal<Function *> Order(&F);
  for (BasicBlock *B : Order)
    for (Instruction &I : *B) {
      auto Add = [&](unsigned Operand, Align Demanded, uint64_t Bytes,
                     bool Writes) {
        List.push_back(
            {&I, &I.getOperandUse(Operand), Demanded, Bytes, Writes});
      };
      if (auto *L = dyn_cast<LoadInst>(&I)) {
        if (!L->hasMetadata(LLVMContext::MD_invariant_load))
          Add(L->getPointerOperandIndex(), L->getAlign(), Size(L->getType()),
              false);
      } else if (auto *S = dyn_cast<StoreInst>(&I)) {
        Add(S->getPointerOperandIndex(), S->getAlign(),
            Size(S->getValueOperand()->getType()), true);
      } else if (auto *A = dyn_cast<AtomicRMWInst>(&I)) {
        Add(A->getPointerOperandIndex(), A->getAlign(), Size(A->getType()),
            true);
      } else if (auto *A = dyn_cast<AtomicCmpXchgInst>(&I)) {
        Add(A->getPointerOperandIndex(), A->getAlign(),
            Size(A->getNewValOperand()->getType()), true);
      } else if (auto *M = dyn_cast<MemIntrinsic>(&I)) {
        auto *Length = dyn_cast<ConstantInt>(M->getLength());
        uint64_t Bytes = Length ? Length->getZExtValue() : 0;
        if (auto *T = dyn_cast<MemTransferInst>(M))
          Add(1, T->getSourceAlign().valueOrOne(), Bytes, false);
        Add(0, M->getDestAlign().valueOrOne(), Bytes, true);
      }
    }
  return List;
}

//===----------------------------------------------------------------------===//
// Local arrays
//===----------------------------------------------------------------------===//

struct LocalCheck {
  Access A;
  uint64_t ArrayBytes;
  std::string Name;
};

/// As in the source; inlining appends to it.
std::string sourceName(const AllocaInst &Local) {
  StringRef Name = Local.getName().split('.').first;
  return Name.empty() ? "" : Name.str();
}

std::optional<LocalCheck> localCheck(const Access &A, ScalarEvolution &SE) {
  auto *Local = dyn_cast<AllocaInst>(getUnderlyingObject(A.Pointer->get(), 0));
  if (!Local || !Local->isStaticAlloca() || !A.Bytes)
    return std::nullopt;
  bool Dynamic = false;
  for (Value *V = A.Pointer->get(); V != Local;) {
    auto *Step = dyn_cast<GEPOperator>(V);
    if (!Step)
      return std::nullopt;
    Dynamic |= !Step->hasAllConstantIndices();
    V = Step->getPointerOperand();
  }
  std::optional<TypeSize> Whole =
      Local->getAllocationSize(Local->getFunction()->getDataLayout());
  if (!Dynamic || !Whole || Whole->isScalable())
    return std::nullopt;
  const uint64_t Bytes = Whole->getFixedValue();
  const SCEV *Offset =
      SE.getMinusSCEV(SE.getSCEV(A.Pointer->get()), SE.getSCEV(Local));
  if (!isa<SCEVCouldNotCompute>(Offset) && A.Bytes <= Bytes &&
      SE.getUnsignedRangeMax(Offset).ule(Bytes - A.Bytes))
    return std::nullopt;
  return LocalCheck{A, Bytes, sourceName(*Local)};
}

/// if (offset > ArrayBytes - Bytes) kmend_outside_local(...)
void insert(const LocalCheck &Check) {
  Instruction *At = Check.A.At;
  Module &M = *At->getModule();
  const DataLayout &DL = M.getDataLayout();
  IRBuilder<> B(At);
  Value *Offset = B.getInt64(0);
  for (Value *V = Check.A.Pointer->get(); auto *Step = dyn_cast<GEPOperator>(V);
       V = Step->getPointerOperand()) {
    SmallMapVector<Value *, APInt, 4> Variable;
    APInt Constant(64, 0);
    if (!Step->collectOffset(DL, 64, Variable, Constant))
      return;
    Offset = B.CreateAdd(Offset, B.getInt(Constant));
    for (auto &[Index, Scale] : Variable)
      Offset = B.CreateAdd(
          Offset, B.CreateMul(B.CreateSExtOrTrunc(Index, B.getInt64Ty()),
                              B.getInt(Scale)));
  }
  const bool Fits = Check.A.Bytes <= Check.ArrayBytes;
  Value *Outside = Fits ? B.CreateICmpUGT(Offset, B.getInt64(Check.ArrayBytes -
                                                             Check.A.Bytes))
                        : B.getTrue();
  Instruction *Then = SplitBlockAndInsertIfThen(
      Outside, At, /*Unreachable=*/true,
      MDBuilder(M.getContext()).createUnlikelyBranchWeights());
  IRBuilder<> InThen(Then);
  InThen.SetCurrentDebugLocation(At->getDebugLoc());
  auto *Ptr = InThen.getPtrTy();
  FunctionCallee End = M.getOrInsertFunction(
      "kmend_outside_local", InThen.getVoidTy(), Ptr, InThen.getInt64Ty(),
      InThen.getInt64Ty(), InThen.getInt32Ty());
  CallInst *Call = InThen.CreateCall(
      End,
      {InThen.CreateGlobalString(Check.Name, "kmend.local"), Offset,
       InThen.getInt64(Check.ArrayBytes), InThen.getInt32(Check.A.Writes)});
  Call->setDoesNotReturn();
  Call->setDoesNotThrow();
  Call->addFnAttr(Attribute::Cold);
  // Every access has a line of its own.
  Call->addFnAttr(Attribute::NoMerge);
}

} // namespace

void checkAccesses(Function &F) {
  FunctionAnalysisManager FAM;
  PassBuilder PB;
  PB.registerFunctionAnalyses(FAM);
  std::vector<Access> Accesses = findAccesses(F);
  {
    AlignmentChecker Checker(F, FAM.getResult<DominatorTreeAnalysis>(F));
    for (const Access &A : Accesses)
      Checker.check(A);
  }
  FAM.clear(F, F.getName());
  std::vector<LocalCheck> Checks;
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
  for (const Access &A : Accesses)
    if (auto Check = localCheck(A, SE))
      Checks.push_back(std::move(*Check));
  FAM.clear(F, F.getName());
  for (const LocalCheck &Check : Checks)
    insert(Check);
}

} // namespace kmend
