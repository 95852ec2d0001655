//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceArithmetic.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/KnownBits.h"

using namespace llvm;

namespace kmend {

static void convert(IntrinsicInst &Cast) {
  Value *From = Cast.getArgOperand(0);
  Type *To = Cast.getType();
  unsigned Bits = To->getScalarSizeInBits();
  bool IsWide = Bits == 64 || From->getType()->getScalarType()->isDoubleTy();
  if (Bits == 1 || Bits > 64 || (Bits == 32 && !IsWide))
    return;
  IRBuilder<> B(&Cast);
  Type *Taken = Bits < 32 ? To->getWithNewBitWidth(32) : To;
  Value *V = B.CreateIntrinsic(Cast.getIntrinsicID(), {Taken, From->getType()},
                               {From});
  if (IsWide)
    V = B.CreateSelect(
        B.CreateFCmpUNO(From, From),
        ConstantInt::get(Taken,
                         APInt::getSignMask(Taken->getIntegerBitWidth())),
        V);
  Cast.replaceAllUsesWith(B.CreateTrunc(V, To));
  Cast.eraseFromParent();
}

static void clamp(BinaryOperator &Shift) {
  Type *T = Shift.getType();
  unsigned Bits = T->getScalarSizeInBits();
  Value *Count = Shift.getOperand(1);
  if (computeKnownBits(Count, Shift.getDataLayout()).getMaxValue().ult(Bits))
    return;
  IRBuilder<> B(&Shift);
  if (Shift.getOpcode() == Instruction::AShr) {
    Shift.setOperand(1, B.CreateBinaryIntrinsic(Intrinsic::umin, Count,
                                                ConstantInt::get(T, Bits - 1)));
    return;
  }
  Value *InRange = B.CreateICmpULT(Count, ConstantInt::get(T, Bits));
  Value *Inside = B.Insert(Shift.clone());
  Shift.replaceAllUsesWith(
      B.CreateSelect(InRange, Inside, Constant::getNullValue(T)));
  Shift.eraseFromParent();
}

void computeLikeDevice(Function &F) {
  SmallVector<Instruction *> Found;
  for (Instruction &I : instructions(F)) {
    auto *Call = dyn_cast<IntrinsicInst>(&I);
    bool IsCast = Call && (Call->getIntrinsicID() == Intrinsic::fptosi_sat ||
                           Call->getIntrinsicID() == Intrinsic::fptoui_sat);
    if (IsCast || I.isShift())
      Found.push_back(&I);
  }
  for (Instruction *I : Found)
    if (auto *Cast = dyn_cast<IntrinsicInst>(I))
      convert(*Cast);
    else
      clamp(*cast<BinaryOperator>(I));
}

} // namespace kmend
