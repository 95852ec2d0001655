//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the values of a kernel live that is split at its barriers.
//
//===----------------------------------------------------------------------===//

#include "RegionLoops.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace kmend {

//===----------------------------------------------------------------------===//
// Where values live
//===----------------------------------------------------------------------===//

bool RegionLoops::isLeaderPhi(const Value *V) const {
  auto *P = dyn_cast<PHINode>(V);
  const BarrierRegion *R = P ? Regions.regionOf(P->getParent()) : nullptr;
  return R && R->Leader == P->getParent();
}

bool RegionLoops::isLifted(const Value *V) const {
  auto *I = dyn_cast<Instruction>(V);
  if (!I)
    return true;
  return Lifted.contains(const_cast<Instruction *>(I)) ||
         I->getParent() == Start || !Regions.regionOf(I->getParent());
}

void RegionLoops::findLifted() {
  ReversePostOrderTraversal<BasicBlock *> Order(
      Regions.regions().front().Leader);
  for (BasicBlock *B : Order) {
    const BarrierRegion *R = Regions.regionOf(B);
    if (!R)
      continue;
    for (Instruction &I : *B) {
      if (I.getType()->isVoidTy() || I.isTerminator() ||
          !Uniform.isUniform(&I) || !hasNoEffect(I))
        continue;
      if (isa<PHINode>(I) ? B == R->Leader
                          : all_of(I.operands(), [&](Value *O) {
                              auto *Other = dyn_cast<Instruction>(O);
                              return !Other || isLifted(Other) ||
                                     Regions.regionOf(Other->getParent()) != R;
                            }))
        Lifted.insert(&I);
    }
  }
}

/// Whether no value of \p Local outlives one run of the region that uses it.
bool RegionLoops::staysInRegion(AllocaInst &Local) const {
  const BarrierRegion *Only = nullptr;
  bool Begins = false;
  SetVector<Value *> Pointers;
  Pointers.insert(&Local);
  for (size_t N = 0; N != Pointers.size(); ++N)
    for (Use &U : Pointers[N]->uses()) {
      auto *I = cast<Instruction>(U.getUser());
      if (I->isLifetimeStartOrEnd())
        continue;
      const BarrierRegion *R = Regions.regionOf(I->getParent());
      if (isa<GetElementPtrInst>(I)) {
        Pointers.insert(I);
        continue;
      }
      auto *S = dyn_cast<StoreInst>(I);
      if (!R || (Only && R != Only) || (S && S->getValueOperand() == U.get()) ||
          !isa<LoadInst, StoreInst, MemIntrinsic>(I))
        return false;
      Only = R;
    }
  if (!Only)
    return true;
  for (User *U : Local.users())
    if (auto *I = dyn_cast<LifetimeIntrinsic>(U))
      Begins |= I->getIntrinsicID() == Intrinsic::lifetime_start &&
                Regions.regionOf(I->getParent()) == Only;
  // A region that runs once.
  SetVector<BasicBlock *> Reached;
  Reached.insert(Only->Exit);
  for (size_t N = 0; N != Reached.size(); ++N) {
    const BarrierRegion *R = Regions.regionOf(Reached[N]);
    if (R == Only)
      return Begins;
    if (R)
      Reached.insert(R->Exit);
    else
      Reached.insert_range(successors(Reached[N]));
  }
  return true;
}

void RegionLoops::placeLocals() {
  SmallVector<AllocaInst *> All;
  for (Instruction &I : instructions(F))
    if (auto *Local = dyn_cast<AllocaInst>(&I))
      All.push_back(Local);
  const DataLayout &DL = F.getDataLayout();
  Align Most;
  for (AllocaInst *Local : All) {
    const bool Stays = staysInRegion(*Local);
    // They speak of one thread.
    for (User *U : make_early_inc_range(Local->users()))
      if (auto *I = cast<Instruction>(U); I->isLifetimeStartOrEnd())
        I->eraseFromParent();
    if (Stays) {
      Local->moveBefore(*Start, Start->begin());
      continue;
    }
    LocalBytes = alignTo(LocalBytes, Local->getAlign());
    Locals[Local] = LocalBytes;
    LocalBytes += Local->getAllocationSize(DL)->getFixedValue();
    Most = std::max(Most, Local->getAlign());
  }
  if (Locals.empty())
    return;
  LocalBytes = alignTo(LocalBytes, Most);
  IRBuilder<> B(Start);
  B.SetCurrentDebugLocation(Where);
  Memory = B.CreateCall(F.getParent()->getOrInsertFunction(
                            "kmend_frame", B.getPtrTy(), B.getInt64Ty()),
                        {B.CreateMul(Threads, B.getInt64(LocalBytes))});
  Memory->addRetAttr(Attribute::NoAlias);
  Memory->addRetAttr(Attribute::NonNull);
  Memory->addRetAttr(Attribute::getWithAlignment(C, Align(64)));
}

//===----------------------------------------------------------------------===//
// Slots
//===----------------------------------------------------------------------===//

/// As a value lies in memory.
static Type *inMemory(Type *T) {
  return T->isIntegerTy(1) ? Type::getInt8Ty(T->getContext()) : T;
}

AllocaInst *RegionLoops::slotOf(Value *V) {
  AllocaInst *&Slot = Slots[V];
  if (!Slot) {
    Type *T = inMemory(V->getType());
    if (!Uniform.isUniform(V))
      T = ArrayType::get(T, MaxThreads);
    IRBuilder<> B(Start, Start->begin());
    Slot = B.CreateAlloca(T, nullptr, V->getName() + ".slot");
    if (!Uniform.isUniform(V)) {
      Slot->setAlignment(Align(64));
      Arrays.insert(Slot);
    }
  }
  return Slot;
}

Value *RegionLoops::placeIn(AllocaInst *Slot, IRBuilder<> &B) {
  if (!Arrays.contains(Slot))
    return Slot;
  return B.CreateInBoundsGEP(Slot->getAllocatedType()->getArrayElementType(),
                             Slot, Linear);
}

Value *RegionLoops::load(Value *V, IRBuilder<> &B) {
  LoadInst *L = B.CreateLoad(inMemory(V->getType()), placeIn(slotOf(V), B));
  // It may be executed although nobody asks for it.
  L->setMetadata(SlotMark, MDNode::get(C, {}));
  return L->getType() == V->getType() ? static_cast<Value *>(L)
                                      : B.CreateTrunc(L, V->getType());
}

void RegionLoops::store(Value *V, AllocaInst *Slot, Instruction *At) {
  IRBuilder<> B(At);
  B.SetCurrentDebugLocation(At->getDebugLoc());
  Value *P = placeIn(Slot, B);
  Type *T = inMemory(V->getType());
  B.CreateStore(T == V->getType() ? V : B.CreateZExt(V, T), P);
}

/// Whether a region on a way from the exit of \p From to \p P needs \p P.
bool RegionLoops::isUsedOnTheWay(PHINode &P, const BarrierRegion &From) const {
  SmallPtrSet<const BarrierRegion *, 8> Using;
  for (Use &U : P.uses()) {
    auto *I = cast<Instruction>(U.getUser());
    BasicBlock *B = isa<PHINode>(I) ? cast<PHINode>(I)->getIncomingBlock(U)
                                    : I->getParent();
    if (const BarrierRegion *R = Regions.regionOf(B))
      Using.insert(R);
    else
      return true;
  }
  SetVector<BasicBlock *> Reached;
  Reached.insert(From.Exit);
  for (size_t N = 0; N != Reached.size(); ++N) {
    if (Reached[N] == P.getParent())
      continue;
    const BarrierRegion *R = Regions.regionOf(Reached[N]);
    if (R && Using.contains(R))
      return true;
    if (R)
      Reached.insert(R->Exit);
    else
      Reached.insert_range(successors(Reached[N]));
  }
  return false;
}

/// A sum that a loop adds to has one slot for what it was and what it will be.
void RegionLoops::shareSlots() {
  for (const BarrierRegion &R : Regions.regions())
    for (PHINode &P : R.Leader->phis()) {
      if (isLifted(&P) || P.use_empty())
        continue;
      for (auto [V, From] : zip(P.incoming_values(), P.blocks())) {
        auto *I = dyn_cast<Instruction>(V);
        const BarrierRegion *Made =
            I ? Regions.regionOf(I->getParent()) : nullptr;
        if (!Made || Made == Regions.regionOf(From) || isLeaderPhi(I) ||
            Uniform.isUniform(I) || isa<AllocaInst>(I) || Slots.contains(I))
          continue;
        const bool OnlyHere = all_of(I->uses(), [&](Use &U) {
          auto *User = cast<Instruction>(U.getUser());
          return User == &P || (Regions.regionOf(User->getParent()) == Made &&
                                !isLeaderPhi(User));
        });
        if (!OnlyHere || isUsedOnTheWay(P, *Made))
          continue;
        AllocaInst *Slot = slotOf(&P);
        Slots[I] = Slot;
        Shared.insert({&P, I});
        break;
      }
    }
}

/// A store behind each value that has a slot; the values of a leader's phis at
/// the ends of the blocks before it. That may ask for further slots.
void RegionLoops::storeSlots() {
  for (size_t N = 0; N != Slots.size(); ++N) {
    auto [V, Slot] = Slots.begin()[N];
    auto *I = cast<Instruction>(V);
    if (!isLeaderPhi(I)) {
      store(I, Slot, &**I->getInsertionPointAfterDef());
      continue;
    }
    auto *P = cast<PHINode>(I);
    for (auto [In, From] : zip(P->incoming_values(), P->blocks()))
      if (In != P && !Shared.contains({P, In}) && !isa<UndefValue>(In)) {
        Value *Own = valueIn(In, *Regions.regionOf(From));
        // Slots may have moved.
        store(Own, Slots.find(P)->second, From->getTerminator());
      }
  }
}

//===----------------------------------------------------------------------===//
// From one region to another
//===----------------------------------------------------------------------===//

/// \p V made once more in \p R of what costs nothing there; null when that
/// takes more than \p Budget instructions.
Value *RegionLoops::computeAgain(Value *V, const BarrierRegion &R,
                                 unsigned &Budget) {
  if (Value *Original = Originals.lookup(V))
    V = Original;
  auto *I = dyn_cast<Instruction>(V);
  if (!I || (isLifted(I) && !Locals.contains(I)))
    return V;
  Frame &Own = frameOf(R);
  if (Value *Made = Own.Values.lookup(V))
    return Made;
  if (Locals.contains(I)) {
    IRBuilder<> B(Own.Begin->getTerminator());
    Value *Offset = B.CreateAdd(B.CreateMul(Linear, B.getInt64(LocalBytes)),
                                B.getInt64(Locals[I]));
    Value *Address = B.CreateInBoundsGEP(B.getInt8Ty(), Memory, Offset);
    Originals[Address] = V;
    return Own.Values[V] = Address;
  }
  const bool IsCheap = isa<GetElementPtrInst, ICmpInst, SelectInst>(I) ||
                       (isa<CastInst>(I) && !I->getType()->isFPOrFPVectorTy() &&
                        !I->getOperand(0)->getType()->isFPOrFPVectorTy()) ||
                       (isa<BinaryOperator>(I) && I->getType()->isIntegerTy() &&
                        isSafeToSpeculativelyExecute(I));
  if (!IsCheap || Uniform.isUniform(V) || !Budget)
    return nullptr;
  --Budget;
  SmallVector<Value *, 4> Operands;
  for (Value *O : I->operands()) {
    Value *Again = computeAgain(O, R, Budget);
    if (!Again)
      return nullptr;
    Operands.push_back(Again);
  }
  Instruction *Made = I->clone();
  for (auto [N, O] : enumerate(Operands))
    Made->setOperand(N, O);
  Made->insertBefore(Own.Begin->getTerminator()->getIterator());
  Originals[Made] = V;
  return Own.Values[V] = Made;
}

/// \p V where threads run \p R.
Value *RegionLoops::valueIn(Value *V, const BarrierRegion &R) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I || (isLifted(I) && !Locals.contains(I)))
    return V;
  if (Regions.regionOf(I->getParent()) == &R && !isLeaderPhi(I) &&
      !Locals.contains(I))
    return V;
  constexpr unsigned MostAgain = 12;
  unsigned Budget = MostAgain;
  if (Value *Again = computeAgain(V, R, Budget))
    return Again;
  IRBuilder<> B(frameOf(R).Begin->getTerminator());
  Value *Loaded = load(V, B);
  Originals[Loaded] = V;
  return frameOf(R).Values[V] = Loaded;
}

/// \p V, which is uniform, between two regions.
Value *RegionLoops::valueBetween(Value *V, IRBuilder<> &B) {
  return isLifted(V) ? V : load(V, B);
}

void RegionLoops::connectValues() {
  for (const BarrierRegion &R : Regions.regions())
    for (BasicBlock *B : R.Blocks)
      for (Instruction &I : *B)
        if (!Lifted.contains(&I) && !isLeaderPhi(&I))
          for (Use &U : I.operands())
            if (isa<Instruction>(U.get()))
              U.set(valueIn(U.get(), R));
  for (BasicBlock *B : Regions.between()) {
    IRBuilder<> Builder(B->getTerminator());
    for (Use &U : B->getTerminator()->operands())
      if (isa<Instruction>(U.get()))
        U.set(valueBetween(U.get(), Builder));
  }
}

void RegionLoops::connectLifted() {
  for (Instruction *I : Lifted) {
    const BarrierRegion &R = *Regions.regionOf(I->getParent());
    BasicBlock *Before = frameOf(R).Before;
    if (auto *P = dyn_cast<PHINode>(I)) {
      for (unsigned N = 0; N != P->getNumIncomingValues(); ++N) {
        BasicBlock *Behind =
            frameOf(*Regions.regionOf(P->getIncomingBlock(N))).Behind;
        IRBuilder<> B(Behind->getTerminator());
        P->setIncomingValue(N, valueBetween(P->getIncomingValue(N), B));
        P->setIncomingBlock(N, Behind);
      }
      continue;
    }
    IRBuilder<> B(Before->getTerminator());
    for (Use &U : I->operands())
      if (isa<Instruction>(U.get()))
        U.set(valueBetween(U.get(), B));
  }
}

/// Many values do not fit on the stack.
void RegionLoops::moveSlotsToFrame() {
  constexpr uint64_t MostOnStack = 1 << 20;
  const DataLayout &DL = F.getDataLayout();
  uint64_t Bytes = 0;
  for (AllocaInst *Slot : Arrays)
    Bytes += alignTo(Slot->getAllocationSize(DL)->getFixedValue(), 64);
  if (Bytes <= MostOnStack)
    return;
  IRBuilder<> B(&*Start->getFirstNonPHIOrDbgOrAlloca());
  B.SetCurrentDebugLocation(Where);
  CallInst *Slab =
      B.CreateCall(F.getParent()->getOrInsertFunction(
                       "kmend_frame", B.getPtrTy(), B.getInt64Ty()),
                   {B.getInt64(Bytes)});
  Slab->addRetAttr(Attribute::NoAlias);
  Bytes = 0;
  for (AllocaInst *Slot : Arrays) {
    Slot->replaceAllUsesWith(
        B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Slab, Bytes));
    Bytes += alignTo(Slot->getAllocationSize(DL)->getFixedValue(), 64);
    Slot->eraseFromParent();
  }
}

} // namespace kmend
