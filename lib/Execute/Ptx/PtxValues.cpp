//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the handlers of PTX instructions share: numbers, addresses, coordinates.
//
//===----------------------------------------------------------------------===//

#include "PtxTranslator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace kmend {

/// Of an H200, as in Simt/Runtime.h.
static constexpr unsigned Multiprocessors = 132;

//===----------------------------------------------------------------------===//
// Floating point
//===----------------------------------------------------------------------===//

Value *PtxTranslator::widen(Value *Bits16, bool IsBFloat) {
  if (!IsBFloat)
    return B.CreateFPExt(B.CreateBitCast(Bits16, B.getHalfTy()),
                         B.getFloatTy());
  return B.CreateBitCast(B.CreateShl(B.CreateZExt(Bits16, B.getInt32Ty()), 16),
                         B.getFloatTy());
}

Value *PtxTranslator::narrow(Value *Float, bool IsBFloat) {
  Value *Result;
  if (IsBFloat) {
    Value *W = B.CreateBitCast(Float, B.getInt32Ty());
    Value *Odd = B.CreateAnd(B.CreateLShr(W, 16), 1);
    W = B.CreateAdd(B.CreateAdd(W, B.getInt32(0x7fff)), Odd);
    Result = B.CreateTrunc(B.CreateLShr(W, 16), B.getInt16Ty());
  } else {
    Result =
        B.CreateBitCast(B.CreateFPTrunc(Float, B.getHalfTy()), B.getInt16Ty());
  }
  return B.CreateSelect(B.CreateFCmpUNO(Float, Float), B.getInt16(0x7fff),
                        Result);
}

Value *PtxTranslator::readFloat(const PtxOperand &O, PtxType T) {
  Value *Bits = read(O, T.Bits);
  if (T.Bits == 16)
    return widen(Bits, T.TypeClass == PtxType::Class::BFloat);
  return B.CreateBitCast(Bits, T.Bits == 64 ? B.getDoubleTy() : B.getFloatTy());
}

void PtxTranslator::writeFloat(const PtxOperand &O, Value *V, PtxType T) {
  if (T.Bits == 16)
    V = narrow(V, T.TypeClass == PtxType::Class::BFloat);
  write(O, V);
}

Value *PtxTranslator::flush(Value *F) {
  Type *T = F->getType();
  Value *Small = B.CreateFCmpOLT(
      intrinsic(Intrinsic::fabs, F),
      ConstantFP::get(T, APFloat::getSmallestNormalized(T->getFltSemantics())));
  Value *Zero =
      B.CreateBinaryIntrinsic(Intrinsic::copysign, ConstantFP::getZero(T), F);
  return B.CreateSelect(Small, Zero, F);
}

Value *PtxTranslator::saturate(Value *F) {
  Value *Zero = ConstantFP::getZero(F->getType()),
        *One = ConstantFP::get(F->getType(), 1.0);
  Value *Low = B.CreateSelect(B.CreateFCmpOGT(F, Zero), F, Zero);
  return B.CreateSelect(B.CreateFCmpOLT(Low, One), Low, One);
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

CallInst *PtxTranslator::call(StringRef Function, Type *Result,
                              ArrayRef<Value *> Arguments) {
  SmallVector<Type *> Types;
  for (Value *A : Arguments)
    Types.push_back(A->getType());
  return B.CreateCall(
      M.getOrInsertFunction(Function, FunctionType::get(Result, Types, false)),
      Arguments);
}

CallInst *PtxTranslator::intrinsic(Intrinsic::ID Id, Value *V,
                                   ArrayRef<Value *> More) {
  SmallVector<Value *> All = {V};
  All.append(More.begin(), More.end());
  return B.CreateIntrinsic(Id, {V->getType()}, All);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

Value *PtxTranslator::pointer(const PtxOperand &O, bool Shared) {
  Type *I64 = B.getInt64Ty();
  if (!O.is(PtxOperand::Kind::Address)) {
    refuse("an address without its brackets");
    return PoisonValue::get(ptrType());
  }
  Value *Address = ConstantInt::get(I64, O.Bits);
  for (const PtxOperand &E : O.Elements) {
    unsigned Bits = width(E);
    // Shared memory lies below 4 GiB, so that its 32-bit addresses are its
    // addresses (Simt/Runtime).
    if (Bits != 64 && !(Bits == 32 && (Shared || &E != &O.Elements.front()))) {
      refuse("an address in a register of " + Twine(Bits) + " bits");
      return PoisonValue::get(ptrType());
    }
    Value *V = read(E, Bits);
    // The first is the base, a second an offset.
    Address =
        B.CreateAdd(Address, &E == &O.Elements.front() ? B.CreateZExt(V, I64)
                                                       : B.CreateSExt(V, I64));
  }
  return B.CreateIntToPtr(Address, ptrType());
}

void PtxTranslator::checkAlignment(Value *Pointer, unsigned Bytes) {
  if (Bytes < 2)
    return;
  Value *Low = B.CreateAnd(B.CreatePtrToInt(Pointer, B.getInt64Ty()),
                           B.getInt64(Bytes - 1));
  Instruction *Here = &*B.GetInsertPoint();
  Instruction *Cold = SplitBlockAndInsertIfThen(
      B.CreateIsNotNull(Low), Here, /*Unreachable=*/false,
      MDBuilder(B.getContext()).createUnlikelyBranchWeights());
  B.SetInsertPoint(Cold);
  call("kmend_misaligned", B.getVoidTy(), {Pointer, B.getInt32(Bytes)});
  B.SetInsertPoint(Here);
}

//===----------------------------------------------------------------------===//
// Special registers
//===----------------------------------------------------------------------===//

Value *PtxTranslator::linearThread() {
  auto Get = [&](StringRef Name) { return call(Name, B.getInt32Ty(), {}); };
  Value *Row = B.CreateAdd(B.CreateMul(Get("kmend_tid_z"), Get("kmend_ntid_y")),
                           Get("kmend_tid_y"));
  return B.CreateAdd(B.CreateMul(Row, Get("kmend_ntid_x")), Get("kmend_tid_x"));
}

Value *PtxTranslator::lane() { return B.CreateAnd(linearThread(), 31); }

Value *PtxTranslator::special(StringRef Name) {
  Name.consume_front("%");
  Type *I32 = B.getInt32Ty();
  StringRef Base = Name;
  if (Base.consume_back(".x") || Base.consume_back(".y") ||
      Base.consume_back(".z")) {
    StringRef Axis = Name.take_back(1);
    if (is_contained({"tid", "ntid", "ctaid", "nctaid"}, Base))
      return call(("kmend_" + Base + "_" + Axis).str(), I32, {});
    // Without clusters every block is one.
    if (Base == "clusterid")
      return call(("kmend_ctaid_" + Axis).str(), I32, {});
    if (Base == "nclusterid")
      return call(("kmend_nctaid_" + Axis).str(), I32, {});
    if (Base == "cluster_ctaid")
      return B.getInt32(0);
    if (Base == "cluster_nctaid")
      return B.getInt32(1);
    return nullptr;
  }
  if (Name == "laneid")
    return lane();
  if (Name == "warpid")
    return B.CreateLShr(linearThread(), 5);
  if (Name == "nwarpid")
    return B.getInt32(2048 / 32);
  if (Name == "smid")
    return B.CreateURem(call("kmend_ctaid_x", I32, {}),
                        B.getInt32(Multiprocessors));
  if (Name == "nsmid")
    return B.getInt32(Multiprocessors);
  if (Name == "cluster_ctarank")
    return B.getInt32(0);
  if (Name == "cluster_nctarank")
    return B.getInt32(1);
  if (Name == "clock" || Name == "clock64" || Name == "globaltimer")
    return call("kmend_clock64", B.getInt64Ty(), {});
  if (Name == "dynamic_smem_size")
    return call("kmend_dynamic_shared_bytes", I32, {});
  if (Name.consume_front("lanemask_")) {
    Value *Bit = B.CreateShl(B.getInt32(1), lane());
    Value *Below = B.CreateSub(Bit, B.getInt32(1));
    if (Name == "eq")
      return Bit;
    if (Name == "lt")
      return Below;
    if (Name == "le")
      return B.CreateOr(Below, Bit);
    if (Name == "gt")
      return B.CreateNot(B.CreateOr(Below, Bit));
    if (Name == "ge")
      return B.CreateNot(Below);
  }
  refuse("PTX register '%" + Name + "'");
  return nullptr;
}

} // namespace kmend
