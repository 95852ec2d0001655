//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// cvt and cvta. PTX ISA, "Data Movement and Conversion".
//
//===----------------------------------------------------------------------===//

#include "PtxTranslator.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Intrinsics.h"

using namespace llvm;

namespace kmend {

namespace {

/// What a cvt says besides its types.
struct Conversion {
  StringRef Rounding; ///< rn, rz, rm, rp, rna, rni, rzi, rmi, rpi
  bool Flush = false, Saturate = false, Relu = false;

  unsigned mode() const {
    return Rounding == "rz"   ? 1
           : Rounding == "rm" ? 2
           : Rounding == "rp" ? 3
                              : 0;
  }
};

Value *relu(PtxTranslator &T, Value *F) {
  Value *Zero = ConstantFP::getZero(F->getType());
  return T.B.CreateSelect(T.B.CreateFCmpOLT(F, Zero), Zero, F);
}

/// A float, with 16 bits to come, as \p To says.
Value *toSixteen(PtxTranslator &T, Value *F, bool IsBFloat,
                 const Conversion &C) {
  auto &B = T.B;
  if (C.Relu)
    F = relu(T, F);
  if (C.mode() == 0)
    return T.narrow(F, IsBFloat);
  return T.call("kmend_ptx_narrow16", B.getInt16Ty(),
                {F, B.getInt32(IsBFloat), B.getInt32(C.mode())});
}

/// d = {a, b}: the first operand goes to the upper half.
bool packTwo(PtxTranslator &T, const PtxInstruction &I, PtxType To,
             const Conversion &C) {
  auto &B = T.B;
  bool IsBFloat = To.TypeClass == PtxType::Class::BFloat;
  Value *Half[2];
  for (unsigned N = 0; N != 2; ++N) {
    Value *F = B.CreateBitCast(T.read(I.Operands[2 - N], 32), B.getFloatTy());
    if (C.Saturate) { // satfinite
      double Most = IsBFloat ? 0x1.fep127 : 65504.0;
      Value *Clamped =
          T.intrinsic(Intrinsic::minnum,
                      T.intrinsic(Intrinsic::maxnum, F,
                                  {ConstantFP::get(B.getFloatTy(), -Most)}),
                      {ConstantFP::get(B.getFloatTy(), Most)});
      F = B.CreateSelect(B.CreateFCmpUNO(F, F), F, Clamped);
    }
    Half[N] = B.CreateZExt(toSixteen(T, F, IsBFloat, C), B.getInt32Ty());
  }
  T.write(I.Operands[0], B.CreateOr(Half[0], B.CreateShl(Half[1], 16)));
  return true;
}

/// To and from the 8-bit types, always in pairs.
bool convertSmall(PtxTranslator &T, const PtxInstruction &I, StringRef To,
                  StringRef From, const Conversion &C) {
  auto &B = T.B;
  auto IsSmall = [](StringRef S) { return S == "e4m3x2" || S == "e5m2x2"; };
  if (IsSmall(To)) {
    Value *Wide = B.getInt32(To == "e5m2x2"), *Relu = B.getInt32(C.Relu);
    Value *High, *Low;
    if (From == "f32" && I.Operands.size() == 3) {
      High = B.CreateBitCast(T.read(I.Operands[1], 32), B.getFloatTy());
      Low = B.CreateBitCast(T.read(I.Operands[2], 32), B.getFloatTy());
    } else if (From == "f16x2" && I.Operands.size() == 2) {
      Value *Both = T.read(I.Operands[1], 32);
      Low = T.widen(B.CreateTrunc(Both, B.getInt16Ty()), false);
      High =
          T.widen(B.CreateTrunc(B.CreateLShr(Both, 16), B.getInt16Ty()), false);
    } else {
      return false;
    }
    auto One = [&](Value *F) {
      return T.call("kmend_ptx_to_fp8", B.getInt32Ty(), {F, Wide, Relu});
    };
    T.write(I.Operands[0],
            B.CreateTrunc(B.CreateOr(One(Low), B.CreateShl(One(High), 8)),
                          B.getInt16Ty()));
    return true;
  }
  if (!IsSmall(From) || To != "f16x2" || I.Operands.size() != 2)
    return false;
  Value *Both = B.CreateZExt(T.read(I.Operands[1], 16), B.getInt32Ty());
  Value *Result = B.getInt32(0);
  for (unsigned L = 0; L != 2; ++L) {
    Value *F = T.call("kmend_ptx_from_fp8", B.getFloatTy(),
                      {B.CreateAnd(B.CreateLShr(Both, 8 * L), 255),
                       B.getInt32(From == "e5m2x2")});
    if (C.Relu)
      F = relu(T, F);
    Result = B.CreateOr(
        Result,
        B.CreateShl(B.CreateZExt(T.narrow(F, false), B.getInt32Ty()), 16 * L));
  }
  T.write(I.Operands[0], Result);
  return true;
}

bool toTensorFloat(PtxTranslator &T, const PtxInstruction &I,
                   const Conversion &C) {
  auto &B = T.B;
  if (I.Operands.size() != 2)
    return false;
  Value *F = B.CreateBitCast(T.read(I.Operands[1], 32), B.getFloatTy());
  if (C.Relu)
    F = relu(T, F);
  Value *W = B.CreateBitCast(F, B.getInt32Ty());
  // 10 bits of fraction: ties away from 0, to even, or cut off.
  Value *R = W;
  if (C.Rounding == "rna")
    R = B.CreateAdd(W, B.getInt32(0x1000));
  else if (C.Rounding == "rn")
    R = B.CreateAdd(B.CreateAdd(W, B.getInt32(0xfff)),
                    B.CreateAnd(B.CreateLShr(W, 13), 1));
  else if (C.Rounding != "rz")
    return false;
  R = B.CreateAnd(R, B.getInt32(~0x1fffu));
  Value *Number = B.CreateFCmpOLT(T.intrinsic(Intrinsic::fabs, F),
                                  ConstantFP::getInfinity(B.getFloatTy()));
  T.write(I.Operands[0], B.CreateSelect(Number, R, W));
  return true;
}

Value *roundToIntegral(PtxTranslator &T, Value *F, StringRef Mode) {
  auto Id = StringSwitch<Intrinsic::ID>(Mode)
                .Case("rni", Intrinsic::roundeven)
                .Case("rzi", Intrinsic::trunc)
                .Case("rmi", Intrinsic::floor)
                .Default(Intrinsic::ceil);
  return T.intrinsic(Id, F);
}

bool isIntegralMode(StringRef S) {
  return S == "rni" || S == "rzi" || S == "rmi" || S == "rpi";
}

bool floatToInteger(PtxTranslator &T, const PtxInstruction &I, PtxType To,
                    PtxType From, const Conversion &C) {
  auto &B = T.B;
  if (!isIntegralMode(C.Rounding))
    return false;
  Value *F = T.readFloat(I.Operands[1], From);
  if (C.Flush)
    F = T.flush(F);
  F = roundToIntegral(T, F, C.Rounding);
  auto *Type = T.intType(To.Bits);
  Value *R = B.CreateIntrinsic(To.isSigned() ? Intrinsic::fptosi_sat
                                             : Intrinsic::fptoui_sat,
                               {Type, F->getType()}, {F});
  // A NaN is 0 in 32 bits, and the top bit alone in 64.
  if (To.Bits == 64)
    R = B.CreateSelect(B.CreateFCmpUNO(F, F), B.getInt64(1ull << 63), R);
  T.write(I.Operands[0], R, To.isSigned());
  return true;
}

bool integerToFloat(PtxTranslator &T, const PtxInstruction &I, PtxType To,
                    PtxType From, const Conversion &C) {
  auto &B = T.B;
  if (C.Rounding.empty() || isIntegralMode(C.Rounding))
    return false;
  Value *V = T.read(I.Operands[1], From.Bits);
  auto Make = [&](Type *F) {
    return From.isSigned() ? B.CreateSIToFP(V, F) : B.CreateUIToFP(V, F);
  };
  Value *R;
  if (To.Bits == 64 && (C.mode() == 0 || From.Bits <= 32)) {
    R = Make(B.getDoubleTy());
  } else if (To.Bits == 32 && C.mode() == 0) {
    R = Make(B.getFloatTy());
  } else if (To.Bits == 32 && From.Bits <= 32) {
    R = T.call("kmend_ptx_narrow32", B.getFloatTy(),
               {Make(B.getDoubleTy()), B.getInt32(C.mode())});
  } else if (To.Bits == 16 && From.Bits <= 16) {
    R = Make(B.getFloatTy()); // exact
    if (C.Saturate)
      R = T.saturate(R);
    T.write(I.Operands[0],
            toSixteen(T, R, To.TypeClass == PtxType::Class::BFloat, C));
    return true;
  } else if (To.Bits == 16 && C.mode() == 0 &&
             (From.Bits <= 32 || To.TypeClass == PtxType::Class::Float)) {
    // What a double does not hold of 64 bits is infinite as a half.
    T.write(I.Operands[0],
            T.call("kmend_ptx_narrow16_f64", B.getInt16Ty(),
                   {Make(B.getDoubleTy()),
                    B.getInt32(To.TypeClass == PtxType::Class::BFloat)}));
    return true;
  } else {
    return false;
  }
  if (C.Saturate)
    R = T.saturate(R);
  T.write(I.Operands[0], R);
  return true;
}

bool floatToFloat(PtxTranslator &T, const PtxInstruction &I, PtxType To,
                  PtxType From, const Conversion &C) {
  auto &B = T.B;
  if (To.Lanes != 1 || From.Lanes != 1)
    return false;
  bool Narrows = To.Bits < From.Bits ||
                 (To.Bits == From.Bits && To.TypeClass != From.TypeClass);
  if (Narrows != (!C.Rounding.empty() && !isIntegralMode(C.Rounding)) ||
      C.Rounding == "rna")
    return false;
  Value *F = T.readFloat(I.Operands[1], From);
  if (C.Flush && From.Bits == 32)
    F = T.flush(F);
  if (isIntegralMode(C.Rounding)) {
    if (To.Bits != From.Bits)
      return false;
    F = roundToIntegral(T, F, C.Rounding);
  }
  if (C.Saturate)
    F = T.saturate(F);
  bool IsBFloat = To.TypeClass == PtxType::Class::BFloat;
  if (To.Bits == 16) {
    if (From.Bits != 64) {
      T.write(I.Operands[0], toSixteen(T, F, IsBFloat, C));
      return true;
    }
    if (C.mode() || C.Relu)
      return false;
    T.write(I.Operands[0], T.call("kmend_ptx_narrow16_f64", B.getInt16Ty(),
                                  {F, B.getInt32(IsBFloat)}));
    return true;
  }
  if (C.Relu)
    return false;
  if (To.Bits == 64 && !F->getType()->isDoubleTy())
    F = B.CreateFPExt(F, B.getDoubleTy());
  if (To.Bits == 32 && F->getType()->isDoubleTy())
    F = C.mode() ? T.call("kmend_ptx_narrow32", B.getFloatTy(),
                          {F, B.getInt32(C.mode())})
                 : B.CreateFPTrunc(F, B.getFloatTy());
  if (C.Flush && To.Bits == 32)
    F = T.flush(F);
  T.write(I.Operands[0], F);
  return true;
}

bool integerToInteger(PtxTranslator &T, const PtxInstruction &I, PtxType To,
                      PtxType From, const Conversion &C) {
  auto &B = T.B;
  if (!C.Rounding.empty() || C.Flush || C.Relu)
    return false;
  Value *V = T.read(I.Operands[1], From.Bits);
  auto *Wide = T.intType(128), *Type = T.intType(To.Bits);
  if (C.Saturate) {
    V = From.isSigned() ? B.CreateSExt(V, Wide) : B.CreateZExt(V, Wide);
    APInt Low = To.isSigned() ? APInt::getSignedMinValue(To.Bits).sext(128)
                              : APInt(128, 0),
          High = To.isSigned() ? APInt::getSignedMaxValue(To.Bits).zext(128)
                               : APInt::getMaxValue(To.Bits).zext(128);
    V = B.CreateBinaryIntrinsic(Intrinsic::smax, V,
                                ConstantInt::get(Wide, Low));
    V = B.CreateBinaryIntrinsic(Intrinsic::smin, V,
                                ConstantInt::get(Wide, High));
  }
  V = From.isSigned() ? B.CreateSExtOrTrunc(V, Type)
                      : B.CreateZExtOrTrunc(V, Type);
  T.write(I.Operands[0], V, To.isSigned());
  return true;
}

bool convert(PtxTranslator &T, const PtxInstruction &I) {
  PtxParts Parts(I);
  Conversion C;
  C.Rounding = Parts.takeOneOf(
      {"rn", "rz", "rm", "rp", "rna", "rni", "rzi", "rmi", "rpi"});
  C.Flush = Parts.take("ftz");
  C.Saturate = Parts.take("sat");
  bool Finite = Parts.take("satfinite");
  C.Relu = Parts.take("relu");
  if (I.Parts.size() < 3 || I.Operands.size() < 2)
    return false;
  StringRef To = I.Parts[I.Parts.size() - 2], From = I.Parts.back();
  auto Small = [](StringRef S) { return S == "e4m3x2" || S == "e5m2x2"; };
  if (Small(To) || Small(From)) {
    Parts.take(To);
    Parts.take(From);
    return Parts.done() && C.Rounding == "rn" && !C.Flush && !C.Saturate &&
           Finite == Small(To) && convertSmall(T, I, To, From, C);
  }
  if (To == "tf32" && From == "f32") {
    Parts.take(To);
    Parts.take(From);
    return Parts.done() && !C.Saturate && !Finite && toTensorFloat(T, I, C);
  }
  auto ToType = Parts.takeType(), FromType = Parts.takeType();
  if (!ToType || !FromType || !Parts.done() || ToType->isPredicate() ||
      FromType->isPredicate() || ToType->Bits == 128 || FromType->Bits == 128)
    return false;
  if (ToType->Lanes == 2 && ToType->isFloat() && FromType->isWideFloat() &&
      FromType->Bits == 32 && I.Operands.size() == 3) {
    if (C.Saturate || (C.Rounding != "rn" && C.Rounding != "rz"))
      return false;
    C.Saturate = Finite;
    return packTwo(T, I, *ToType, C);
  }
  if (Finite || I.Operands.size() != 2 || ToType->Lanes != 1 ||
      FromType->Lanes != 1 || ToType->TypeClass == PtxType::Class::Bits ||
      FromType->TypeClass == PtxType::Class::Bits)
    return false;
  if (ToType->isFloat())
    return FromType->isFloat() ? floatToFloat(T, I, *ToType, *FromType, C)
                               : integerToFloat(T, I, *ToType, *FromType, C);
  return FromType->isFloat() ? floatToInteger(T, I, *ToType, *FromType, C)
                             : integerToInteger(T, I, *ToType, *FromType, C);
}

/// All state spaces are parts of one; shared memory lies below 4 GiB.
bool convertAddress(PtxTranslator &T, const PtxInstruction &I) {
  PtxParts Parts(I);
  Parts.take("to");
  StringRef Space =
      Parts.takeOneOf({"shared", "shared::cta", "global", "local", "const"});
  auto Type = Parts.takeType();
  if (Space.empty() || !Type || !Parts.done() || Type->Bits < 32 ||
      I.Operands.size() != 2)
    return false;
  T.write(I.Operands[0], T.read(I.Operands[1], Type->Bits));
  return true;
}

/// Whether a generic address lies in a state space.
bool isSpace(PtxTranslator &T, const PtxInstruction &I) {
  auto &B = T.B;
  PtxParts Parts(I);
  StringRef Space = Parts.takeOneOf({"shared", "shared::cta", "global"});
  if (Space.empty() || !Parts.done() || I.Operands.size() != 2)
    return false;
  Value *Address = T.read(I.Operands[1], 64);
  Value *IsShared =
      T.B.CreateIsNotNull(T.call("kmend_is_shared", B.getInt32Ty(),
                                 {B.CreateIntToPtr(Address, T.ptrType())}));
  T.write(I.Operands[0], Space == "global" ? B.CreateNot(IsShared) : IsShared);
  return true;
}

} // namespace

ArrayRef<PtxEntry> ptxConversions() {
  static constexpr PtxEntry Entries[] = {
      {"cvt", convert},
      {"cvta", convertAddress},
      {"isspacep", isSpace},
  };
  return Entries;
}

} // namespace kmend
