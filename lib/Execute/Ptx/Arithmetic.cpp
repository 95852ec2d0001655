//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// add, sub, mul, mad, fma, div, rem, min, max, abs, neg, sad, dp4a, dp2a.
// PTX ISA, "Integer Arithmetic", "Floating Point", "Half Precision".
//
//===----------------------------------------------------------------------===//

#include "PtxTranslator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Intrinsics.h"

using namespace llvm;

namespace kmend {

namespace {

/// How a floating-point result is rounded and what becomes of it.
struct Finish {
  bool Flush = false, Saturate = false, Relu = false, Nan = false;
  StringRef Rounding; ///< rz, rm, rp; empty for to nearest
};

bool takeFinish(PtxParts &Parts, Finish &F) {
  F.Rounding = Parts.takeOneOf({"rn", "rz", "rm", "rp"});
  if (F.Rounding == "rn")
    F.Rounding = {};
  F.Flush = Parts.take("ftz");
  F.Saturate = Parts.take("sat");
  F.Relu = Parts.take("relu");
  F.Nan = Parts.take("NaN");
  Parts.take("noftz");
  return true;
}

/// The same operation for each lane of a packed type.
using LaneOperation =
    function_ref<Value *(ArrayRef<Value *> Inputs, unsigned Lane)>;

/// Reads \p Count operands behind the first as floats, lane by lane, and
/// writes what \p Do makes of them.
void eachLane(PtxTranslator &T, const PtxInstruction &I, PtxType Type,
              unsigned Count, const Finish &F, LaneOperation Do) {
  auto &B = T.B;
  bool IsBFloat = Type.TypeClass == PtxType::Class::BFloat;
  Value *Packed = nullptr;
  for (unsigned L = 0; L != Type.Lanes; ++L) {
    SmallVector<Value *> Inputs;
    for (unsigned N = 1; N <= Count; ++N) {
      Value *V;
      if (Type.Lanes == 1) {
        V = T.readFloat(I.Operands[N], Type);
      } else {
        Value *Both = T.read(I.Operands[N], 32);
        V = T.widen(B.CreateTrunc(B.CreateLShr(Both, 16 * L), B.getInt16Ty()),
                    IsBFloat);
      }
      if (F.Flush && Type.Bits == 32)
        V = T.flush(V);
      Inputs.push_back(V);
    }
    Value *R = Do(Inputs, L);
    // 16-bit results may come rounded already.
    bool IsBits = R->getType()->isIntegerTy(16);
    if (!IsBits) {
      if (F.Saturate)
        R = T.saturate(R);
      if (F.Flush && Type.Bits == 32)
        R = T.flush(R);
      if (Type.Bits == 16) {
        R = T.narrow(R, IsBFloat);
        IsBits = true;
      }
    } else if (F.Saturate) {
      R = T.narrow(T.saturate(T.widen(R, IsBFloat)), IsBFloat);
    }
    if (F.Relu) {
      // A negative result becomes 0, a NaN stays one.
      Value *Wide = IsBits ? T.widen(R, IsBFloat) : R;
      R = B.CreateSelect(
          B.CreateFCmpOLT(Wide, ConstantFP::getZero(Wide->getType())),
          Constant::getNullValue(R->getType()), R);
    }
    if (Type.Lanes == 1) {
      T.write(I.Operands[0], R);
      return;
    }
    Value *Wide = B.CreateShl(B.CreateZExt(R, B.getInt32Ty()), 16 * L);
    Packed = Packed ? B.CreateOr(Packed, Wide) : Wide;
  }
  T.write(I.Operands[0], Packed);
}

/// A directed rounding, by the runtime. \p Name is add, mul, fma, div, ...
Value *directed(PtxTranslator &T, StringRef Name, PtxType Type,
                ArrayRef<Value *> Inputs, StringRef Rounding) {
  auto &B = T.B;
  llvm::Type *F = Inputs.front()->getType();
  SmallVector<Value *> All(Inputs);
  while (All.size() < 3)
    All.push_back(ConstantFP::getZero(F));
  unsigned Mode = Rounding == "rz" ? 1 : Rounding == "rm" ? 2 : 3;
  All.push_back(B.getInt32(Mode));
  return T.call(
      ("kmend_ptx_" + Name + (Type.Bits == 64 ? "_f64" : "_f32")).str(), F,
      All);
}

bool floatBinary(PtxTranslator &T, const PtxInstruction &I, PtxType Type,
                 PtxParts &Parts) {
  StringRef Name = I.Parts.front();
  Finish F;
  takeFinish(Parts, F);
  bool Xor = Parts.take("xorsign");
  if (!Parts.done() || Xor || I.Operands.size() != 3 ||
      (!F.Rounding.empty() && Type.Bits == 16))
    return false;
  auto &B = T.B;
  eachLane(T, I, Type, 2, F, [&](ArrayRef<Value *> In, unsigned) -> Value * {
    if (!F.Rounding.empty()) {
      if (Name == "sub")
        return directed(T, "add", Type, {In[0], B.CreateFNeg(In[1])},
                        F.Rounding);
      return directed(T, Name, Type, In, F.Rounding);
    }
    if (Name == "add")
      return B.CreateFAdd(In[0], In[1]);
    if (Name == "sub")
      return B.CreateFSub(In[0], In[1]);
    if (Name == "mul")
      return B.CreateFMul(In[0], In[1]);
    if (Name == "div")
      return B.CreateFDiv(In[0], In[1]);
    // A NaN gives way to a number, or, with .NaN, decides; -0 is less than 0.
    bool Max = Name == "max";
    Intrinsic::ID Id =
        F.Nan ? (Max ? Intrinsic::maximum : Intrinsic::minimum)
              : (Max ? Intrinsic::maximumnum : Intrinsic::minimumnum);
    return T.intrinsic(Id, In[0], {In[1]});
  });
  return true;
}

/// The operands as integers of \p Bits, extended to twice that as \p Signed.
Value *wide(PtxTranslator &T, const PtxOperand &O, unsigned Bits, bool Signed) {
  Value *V = T.read(O, Bits);
  Type *W = T.intType(2 * Bits);
  return Signed ? T.B.CreateSExt(V, W) : T.B.CreateZExt(V, W);
}

Value *clampToSigned32(PtxTranslator &T, Value *Wide) {
  auto &B = T.B;
  Type *W = Wide->getType();
  Wide = B.CreateBinaryIntrinsic(Intrinsic::smin, Wide,
                                 ConstantInt::get(W, 0x7fffffffll));
  Wide = B.CreateBinaryIntrinsic(Intrinsic::smax, Wide,
                                 ConstantInt::getSigned(W, -0x80000000ll));
  return B.CreateTrunc(Wide, B.getInt32Ty());
}

bool integerBinary(PtxTranslator &T, const PtxInstruction &I, PtxType Type,
                   PtxParts &Parts) {
  auto &B = T.B;
  StringRef Name = I.Parts.front();
  bool Sat = Parts.take("sat");
  bool Relu = Parts.take("relu");
  StringRef Half = Parts.takeOneOf({"lo", "hi", "wide"});
  if (!Parts.done() || I.Operands.size() != 3 ||
      Type.TypeClass == PtxType::Class::Bits ||
      (Sat && !(Type.isSigned() && Type.Bits == 32)) ||
      (!Half.empty() && Name != "mul") || (Type.Lanes != 1 && Name == "mul"))
    return false;
  bool Signed = Type.isSigned();
  if (Name == "mul") {
    Value *P = B.CreateMul(wide(T, I.Operands[1], Type.Bits, Signed),
                           wide(T, I.Operands[2], Type.Bits, Signed));
    if (Half.empty() || (Half == "wide" && Type.Bits > 32))
      return false;
    if (Half == "hi")
      P = B.CreateLShr(P, Type.Bits);
    T.write(I.Operands[0],
            Half == "wide" ? P : B.CreateTrunc(P, T.intType(Type.Bits)),
            Signed);
    return true;
  }
  if (Sat) {
    Value *X = wide(T, I.Operands[1], 32, true),
          *Y = wide(T, I.Operands[2], 32, true);
    T.write(I.Operands[0],
            clampToSigned32(T, Name == "add" ? B.CreateAdd(X, Y)
                                             : B.CreateSub(X, Y)));
    return true;
  }
  auto Compute = [&](Value *X, Value *Y) -> Value * {
    Value *R;
    if (Name == "add")
      R = B.CreateAdd(X, Y);
    else if (Name == "sub")
      R = B.CreateSub(X, Y);
    else if (Name == "div")
      R = Signed ? B.CreateSDiv(X, Y) : B.CreateUDiv(X, Y);
    else if (Name == "rem")
      R = Signed ? B.CreateSRem(X, Y) : B.CreateURem(X, Y);
    else if (Name == "min")
      R = B.CreateBinaryIntrinsic(Signed ? Intrinsic::smin : Intrinsic::umin, X,
                                  Y);
    else
      R = B.CreateBinaryIntrinsic(Signed ? Intrinsic::smax : Intrinsic::umax, X,
                                  Y);
    if (Relu)
      R = B.CreateBinaryIntrinsic(Intrinsic::smax, R,
                                  ConstantInt::get(R->getType(), 0));
    return R;
  };
  if (Type.Lanes == 1) {
    T.write(I.Operands[0],
            Compute(T.read(I.Operands[1], Type.Bits),
                    T.read(I.Operands[2], Type.Bits)),
            Signed);
    return true;
  }
  if (Name == "div" || Name == "rem")
    return false;
  auto *Pair = FixedVectorType::get(B.getInt16Ty(), 2);
  T.write(I.Operands[0],
          Compute(B.CreateBitCast(T.read(I.Operands[1], 32), Pair),
                  B.CreateBitCast(T.read(I.Operands[2], 32), Pair)));
  return true;
}

bool binary(PtxTranslator &T, const PtxInstruction &I) {
  PtxParts Parts(I);
  auto Type = Parts.takeType();
  if (!Type || Type->isPredicate())
    return false;
  StringRef Name = I.Parts.front();
  if (!Type->isFloat())
    return integerBinary(T, I, *Type, Parts);
  if (Name == "rem")
    return false;
  if (Name == "div") {
    // The approximations are as exact as they may be.
    Parts.takeOneOf({"approx", "full"});
    if (Type->Bits == 16)
      return false;
  }
  return floatBinary(T, I, *Type, Parts);
}

bool multiplyAdd(PtxTranslator &T, const PtxInstruction &I) {
  auto &B = T.B;
  PtxParts Parts(I);
  auto Type = Parts.takeType();
  if (!Type || I.Operands.size() != 4)
    return false;
  if (Type->isFloat()) {
    Finish F;
    takeFinish(Parts, F);
    if (!Parts.done() || (!F.Rounding.empty() && Type->Bits == 16))
      return false;
    bool IsBFloat = Type->TypeClass == PtxType::Class::BFloat;
    eachLane(T, I, *Type, 3, F, [&](ArrayRef<Value *> In, unsigned) -> Value * {
      if (!F.Rounding.empty())
        return directed(T, "fma", *Type, In, F.Rounding);
      if (Type->Bits == 16) // rounded once, by the runtime
        return T.call(IsBFloat ? "kmend_ptx_fma_bf16" : "kmend_ptx_fma_f16",
                      B.getInt16Ty(), In);
      return T.intrinsic(Intrinsic::fma, In[0], {In[1], In[2]});
    });
    return true;
  }
  bool Sat = Parts.take("sat");
  StringRef Half = Parts.takeOneOf({"lo", "hi", "wide"});
  if (!Parts.done() || I.Parts.front() != "mad" || Half.empty() ||
      Type->TypeClass == PtxType::Class::Bits || Type->Lanes != 1 ||
      (Sat && !(Half == "hi" && Type->Bits == 32 && Type->isSigned())) ||
      (Half == "wide" && Type->Bits > 32))
    return false;
  bool Signed = Type->isSigned();
  Value *P = B.CreateMul(wide(T, I.Operands[1], Type->Bits, Signed),
                         wide(T, I.Operands[2], Type->Bits, Signed));
  if (Half == "wide") {
    T.write(I.Operands[0],
            B.CreateAdd(P, T.read(I.Operands[3], 2 * Type->Bits)));
    return true;
  }
  if (Half == "hi")
    P = Signed ? B.CreateAShr(P, Type->Bits) : B.CreateLShr(P, Type->Bits);
  if (Sat) {
    T.write(
        I.Operands[0],
        clampToSigned32(T, B.CreateAdd(P, wide(T, I.Operands[3], 32, true))));
    return true;
  }
  T.write(I.Operands[0],
          B.CreateAdd(B.CreateTrunc(P, T.intType(Type->Bits)),
                      T.read(I.Operands[3], Type->Bits)),
          Signed);
  return true;
}

bool unary(PtxTranslator &T, const PtxInstruction &I) {
  auto &B = T.B;
  PtxParts Parts(I);
  auto Type = Parts.takeType();
  if (!Type || I.Operands.size() != 2)
    return false;
  bool Negate = I.Parts.front() == "neg";
  Finish F;
  F.Flush = Parts.take("ftz");
  if (!Parts.done())
    return false;
  if (Type->isFloat()) {
    // On the bits, so that a NaN keeps its own.
    unsigned Bits = Type->total();
    APInt Sign(Bits, Type->Bits == 16 ? 0x8000 : 0);
    if (Type->Lanes == 2)
      Sign = APInt(32, 0x80008000u);
    else if (Type->Bits != 16)
      Sign = APInt::getSignMask(Bits);
    Value *V = T.read(I.Operands[1], Bits);
    if (F.Flush && Type->Bits == 32)
      V = B.CreateBitCast(T.flush(B.CreateBitCast(V, B.getFloatTy())),
                          B.getInt32Ty());
    T.write(I.Operands[0],
            Negate ? B.CreateXor(V, Sign) : B.CreateAnd(V, ~Sign));
    return true;
  }
  if (!Type->isSigned() || Type->Lanes != 1)
    return false;
  Value *V = T.read(I.Operands[1], Type->Bits);
  T.write(I.Operands[0],
          Negate ? B.CreateNeg(V)
                 : B.CreateBinaryIntrinsic(Intrinsic::abs, V, B.getFalse()),
          true);
  return true;
}

bool sumOfDifferences(PtxTranslator &T, const PtxInstruction &I) {
  auto &B = T.B;
  PtxParts Parts(I);
  auto Type = Parts.takeType();
  if (!Type || !Parts.done() || Type->isFloat() || Type->Lanes != 1 ||
      Type->TypeClass == PtxType::Class::Bits || I.Operands.size() != 4)
    return false;
  Value *X = T.read(I.Operands[1], Type->Bits),
        *Y = T.read(I.Operands[2], Type->Bits);
  Value *Less =
      Type->isSigned() ? B.CreateICmpSLT(X, Y) : B.CreateICmpULT(X, Y);
  Value *D = B.CreateSelect(Less, B.CreateSub(Y, X), B.CreateSub(X, Y));
  T.write(I.Operands[0], B.CreateAdd(D, T.read(I.Operands[3], Type->Bits)),
          Type->isSigned());
  return true;
}

/// dp4a: four products of bytes; dp2a: two of 16 bits by the low or high bytes.
bool dotProduct(PtxTranslator &T, const PtxInstruction &I) {
  auto &B = T.B;
  PtxParts Parts(I);
  bool Four = I.Parts.front() == "dp4a";
  StringRef Half = Four ? "lo" : Parts.takeOneOf({"lo", "hi"});
  auto TypeA = Parts.takeType(), TypeB = Parts.takeType();
  if (!TypeA || !TypeB || !Parts.done() || Half.empty() ||
      TypeA->total() != 32 || TypeB->total() != 32 || TypeA->isFloat() ||
      TypeB->isFloat() || I.Operands.size() != 4)
    return false;
  Type *I32 = B.getInt32Ty();
  auto Element = [&](Value *V, unsigned At, unsigned Bits, bool Signed) {
    Value *E = B.CreateTrunc(B.CreateLShr(V, At), T.intType(Bits));
    return Signed ? B.CreateSExt(E, I32) : B.CreateZExt(E, I32);
  };
  Value *X = T.read(I.Operands[1], 32), *Y = T.read(I.Operands[2], 32),
        *Sum = T.read(I.Operands[3], 32);
  unsigned Count = Four ? 4 : 2, BitsA = Four ? 8 : 16;
  for (unsigned N = 0; N != Count; ++N)
    Sum = B.CreateAdd(
        Sum, B.CreateMul(Element(X, N * BitsA, BitsA, TypeA->isSigned()),
                         Element(Y, 8 * N + (Half == "hi" ? 16 : 0), 8,
                                 TypeB->isSigned())));
  T.write(I.Operands[0], Sum);
  return true;
}

/// The low 24 bits of two numbers.
bool multiply24(PtxTranslator &T, const PtxInstruction &I) {
  auto &B = T.B;
  PtxParts Parts(I);
  bool Add = I.Parts.front() == "mad24";
  StringRef Half = Parts.takeOneOf({"lo", "hi"});
  auto Type = Parts.takeType();
  if (!Type || !Parts.done() || Half.empty() || Type->Bits != 32 ||
      Type->isFloat() || I.Operands.size() != (Add ? 4u : 3u))
    return false;
  auto Low = [&](const PtxOperand &O) {
    Value *V = B.CreateTrunc(T.read(O, 32), T.intType(24));
    return Type->isSigned() ? B.CreateSExt(V, B.getInt64Ty())
                            : B.CreateZExt(V, B.getInt64Ty());
  };
  Value *P = B.CreateMul(Low(I.Operands[1]), Low(I.Operands[2]));
  Value *R =
      B.CreateTrunc(Half == "hi" ? B.CreateLShr(P, 16) : P, B.getInt32Ty());
  T.write(I.Operands[0], Add ? B.CreateAdd(R, T.read(I.Operands[3], 32)) : R);
  return true;
}

} // namespace

ArrayRef<PtxEntry> ptxArithmetic() {
  static constexpr PtxEntry Entries[] = {
      {"add", binary},       {"sub", binary},      {"mul", binary},
      {"div", binary},       {"rem", binary},      {"min", binary},
      {"max", binary},       {"mad", multiplyAdd}, {"fma", multiplyAdd},
      {"abs", unary},        {"neg", unary},       {"sad", sumOfDifferences},
      {"dp4a", dotProduct},  {"dp2a", dotProduct}, {"mul24", multiply24},
      {"mad24", multiply24},
  };
  return Entries;
}

} // namespace kmend
