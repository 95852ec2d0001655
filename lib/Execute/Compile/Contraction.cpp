//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Contraction.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace kmend {

namespace {

/// A product that may be fused: Left * Right, or its negation.
struct Product {
  Value *Left = nullptr, *Right = nullptr;
  bool Negated = false;
};

Product productOf(Value *V) {
  Product P;
  if (auto *Negation = dyn_cast<UnaryOperator>(V);
      Negation && Negation->getOpcode() == Instruction::FNeg) {
    P.Negated = true;
    V = Negation->getOperand(0);
  }
  auto *M = dyn_cast<BinaryOperator>(V);
  if (!M || M->getOpcode() != Instruction::FMul || !M->hasAllowContract())
    return {};
  P.Left = M->getOperand(0);
  P.Right = M->getOperand(1);
  return P;
}

Value *fuse(BinaryOperator &Sum) {
  Value *A = Sum.getOperand(0), *B = Sum.getOperand(1);
  const bool Minus = Sum.getOpcode() == Instruction::FSub;
  IRBuilder<> Builder(&Sum);
  // Only the sign of what is added or of one factor changes: exact.
  if (Product P = productOf(A); P.Left) {
    Value *Left = P.Negated ? Builder.CreateFNeg(P.Left) : P.Left;
    return Builder.CreateIntrinsic(
        Intrinsic::fma, {Sum.getType()},
        {Left, P.Right, Minus ? Builder.CreateFNeg(B) : B});
  }
  if (Product P = productOf(B); P.Left) {
    Value *Left = P.Negated != Minus ? Builder.CreateFNeg(P.Left) : P.Left;
    return Builder.CreateIntrinsic(Intrinsic::fma, {Sum.getType()},
                                   {Left, P.Right, A});
  }
  return nullptr;
}

} // namespace

void contract(Function &F) {
  SmallVector<WeakTrackingVH> Replaced;
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    auto *Sum = dyn_cast<BinaryOperator>(&I);
    if (!Sum ||
        (Sum->getOpcode() != Instruction::FAdd &&
         Sum->getOpcode() != Instruction::FSub) ||
        !Sum->hasAllowContract())
      continue;
    Type *Scalar = Sum->getType()->getScalarType();
    if (!Scalar->isFloatTy() && !Scalar->isDoubleTy())
      continue;
    if (Value *Fused = fuse(*Sum)) {
      Sum->replaceAllUsesWith(Fused);
      Replaced.push_back(Sum);
    }
  }
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(Replaced);
  for (Instruction &I : instructions(F))
    if (isa<FPMathOperator>(I))
      I.setHasAllowContract(false);
}

} // namespace kmend
