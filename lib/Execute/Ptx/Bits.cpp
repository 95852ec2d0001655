//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mov, and, or, xor, not, shifts, lop3, prmt, bit fields and counts.
// PTX ISA, "Logic and Shift", "Data Movement: mov, prmt", "Integer: bfe, ...".
//
//===----------------------------------------------------------------------===//

#include "PtxTranslator.h"
#include "llvm/IR/Intrinsics.h"

using namespace llvm;

namespace kmend {

namespace {

bool move(PtxTranslator &T, const PtxInstruction &I) {
  PtxParts Parts(I);
  auto Type = Parts.takeType(/*Wide=*/true);
  if (!Type || !Parts.done() || I.Operands.size() != 2)
    return false;
  if (Type->isPredicate())
    T.write(I.Operands[0], T.readPredicate(I.Operands[1]));
  else
    T.write(I.Operands[0], T.read(I.Operands[1], Type->total()));
  return true;
}

bool logic(PtxTranslator &T, const PtxInstruction &I) {
  auto &B = T.B;
  PtxParts Parts(I);
  auto Type = Parts.takeType();
  StringRef Name = I.Parts.front();
  if (!Type || !Parts.done() || I.Operands.size() != 3 ||
      (Type->TypeClass != PtxType::Class::Bits && !Type->isPredicate()))
    return false;
  auto Read = [&](const PtxOperand &O) {
    return Type->isPredicate() ? T.readPredicate(O) : T.read(O, Type->total());
  };
  Value *X = Read(I.Operands[1]), *Y = Read(I.Operands[2]);
  T.write(I.Operands[0], Name == "and"  ? B.CreateAnd(X, Y)
                         : Name == "or" ? B.CreateOr(X, Y)
                                        : B.CreateXor(X, Y));
  return true;
}

bool complement(PtxTranslator &T, const PtxInstruction &I) {
  auto &B = T.B;
  PtxParts Parts(I);
  auto Type = Parts.takeType();
  if (!Type || !Parts.done() || I.Operands.size() != 2)
    return false;
  if (Type->isPredicate()) {
    T.write(I.Operands[0], B.CreateNot(T.readPredicate(I.Operands[1])));
    return true;
  }
  Value *X = T.read(I.Operands[1], Type->total());
  T.write(I.Operands[0], I.Parts.front() == "not"
                             ? B.CreateNot(X)
                             : B.CreateZExt(B.CreateIsNull(X), X->getType()));
  return true;
}

/// Amounts of the width and more shift everything out.
bool shift(PtxTranslator &T, const PtxInstruction &I) {
  auto &B = T.B;
  PtxParts Parts(I);
  auto Type = Parts.takeType();
  if (!Type || !Parts.done() || Type->Lanes != 1 || I.Operands.size() != 3)
    return false;
  unsigned Bits = Type->Bits;
  Value *X = T.read(I.Operands[1], Bits), *N = T.read(I.Operands[2], 32);
  Value *Large = B.CreateICmpUGE(N, B.getInt32(Bits));
  Value *Small = B.CreateZExtOrTrunc(
      B.CreateSelect(Large, B.getInt32(Bits - 1), N), X->getType());
  bool Left = I.Parts.front() == "shl";
  if (!Left && Type->isSigned()) {
    T.write(I.Operands[0], B.CreateAShr(X, Small), true);
    return true;
  }
  Value *R = Left ? B.CreateShl(X, Small) : B.CreateLShr(X, Small);
  T.write(I.Operands[0],
          B.CreateSelect(Large, ConstantInt::get(X->getType(), 0), R));
  return true;
}

/// shf: 32 bits out of 64, the second operand the upper half.
bool funnelShift(PtxTranslator &T, const PtxInstruction &I) {
  auto &B = T.B;
  PtxParts Parts(I);
  bool Left = Parts.take("l");
  if (!Left && !Parts.take("r"))
    return false;
  bool Clamp = Parts.take("clamp");
  if (!Clamp && !Parts.take("wrap"))
    return false;
  auto Type = Parts.takeType();
  if (!Type || !Parts.done() || Type->Bits != 32 || I.Operands.size() != 4)
    return false;
  Value *Low = B.CreateZExt(T.read(I.Operands[1], 32), B.getInt64Ty()),
        *High = B.CreateZExt(T.read(I.Operands[2], 32), B.getInt64Ty());
  Value *N = T.read(I.Operands[3], 32);
  N = Clamp ? B.CreateBinaryIntrinsic(Intrinsic::umin, N, B.getInt32(32))
            : B.CreateAnd(N, 31);
  N = B.CreateZExt(N, B.getInt64Ty());
  Value *Both = B.CreateOr(B.CreateShl(High, 32), Low);
  Value *R =
      Left ? B.CreateLShr(B.CreateShl(Both, N), 32) : B.CreateLShr(Both, N);
  T.write(I.Operands[0], B.CreateTrunc(R, B.getInt32Ty()));
  return true;
}

/// Any function of three bits, as a table of eight.
bool lookup3(PtxTranslator &T, const PtxInstruction &I) {
  auto &B = T.B;
  PtxParts Parts(I);
  auto Type = Parts.takeType();
  if (!Type || !Parts.done() || Type->Bits != 32 || I.Operands.size() != 5)
    return false;
  Value *Each[3], *Not[3], *Table = T.read(I.Operands[4], 32);
  for (unsigned N = 0; N != 3; ++N) {
    Each[N] = T.read(I.Operands[N + 1], 32);
    Not[N] = B.CreateNot(Each[N]);
  }
  // The table is a constant as a rule, so that most of this folds.
  Value *Result = B.getInt32(0);
  for (unsigned N = 0; N != 8; ++N) {
    Value *Bit = B.CreateTrunc(B.CreateLShr(Table, N), B.getInt1Ty());
    Value *Term = B.CreateSExt(Bit, B.getInt32Ty());
    for (unsigned K = 0; K != 3; ++K)
      Term = B.CreateAnd(Term, N >> (2 - K) & 1 ? Each[K] : Not[K]);
    Result = B.CreateOr(Result, Term);
  }
  T.write(I.Operands[0], Result);
  return true;
}

/// Four bytes out of eight.
bool permute(PtxTranslator &T, const PtxInstruction &I) {
  auto &B = T.B;
  PtxParts Parts(I);
  StringRef Mode = Parts.takeOneOf({"f4e", "b4e", "rc8", "ecl", "ecr", "rc16"});
  auto Type = Parts.takeType();
  if (!Type || !Parts.done() || Type->Bits != 32 || I.Operands.size() != 4)
    return false;
  Value *Both = B.CreateOr(
      B.CreateZExt(T.read(I.Operands[1], 32), B.getInt64Ty()),
      B.CreateShl(B.CreateZExt(T.read(I.Operands[2], 32), B.getInt64Ty()), 32));
  Value *S = T.read(I.Operands[3], 32), *C = B.CreateAnd(S, 3);
  // Which of the eight bytes becomes byte N.
  auto Selector = [&](unsigned N) -> Value * {
    Value *Here = B.getInt32(N);
    if (Mode.empty())
      return B.CreateLShr(S, 4 * N);
    if (Mode == "f4e")
      return B.CreateAdd(C, Here);
    if (Mode == "b4e")
      return B.CreateAnd(B.CreateSub(C, Here), 7);
    if (Mode == "rc8")
      return C;
    if (Mode == "ecl")
      return B.CreateBinaryIntrinsic(Intrinsic::umax, C, Here);
    if (Mode == "ecr")
      return B.CreateBinaryIntrinsic(Intrinsic::umin, C, Here);
    return B.CreateAdd(B.CreateShl(B.CreateAnd(C, 1), 1), B.getInt32(N & 1));
  };
  Value *Result = B.getInt32(0);
  for (unsigned N = 0; N != 4; ++N) {
    Value *Which = Selector(N);
    Value *At =
        B.CreateZExt(B.CreateShl(B.CreateAnd(Which, 7), 3), B.getInt64Ty());
    Value *Byte = B.CreateTrunc(B.CreateLShr(Both, At), B.getInt8Ty());
    if (Mode.empty()) // bit 3: eight copies of the byte's sign
      Byte = B.CreateSelect(B.CreateIsNotNull(B.CreateAnd(Which, 8)),
                            B.CreateAShr(Byte, 7), Byte);
    Result = B.CreateOr(Result,
                        B.CreateShl(B.CreateZExt(Byte, B.getInt32Ty()), 8 * N));
  }
  T.write(I.Operands[0], Result);
  return true;
}

/// A byte of an operand, as bit positions and lengths are.
Value *lowByte(PtxTranslator &T, const PtxOperand &O, Type *As) {
  Value *V = T.B.CreateAnd(T.read(O, 32), 255);
  return T.B.CreateZExtOrTrunc(V, As);
}

bool extractField(PtxTranslator &T, const PtxInstruction &I) {
  auto &B = T.B;
  PtxParts Parts(I);
  auto Type = Parts.takeType();
  if (!Type || !Parts.done() || Type->isFloat() || Type->Bits < 32 ||
      I.Operands.size() != 4)
    return false;
  // In twice the width, positions and lengths up to 255 need a clamp only.
  unsigned Bits = Type->Bits;
  auto *Wide = T.intType(2 * Bits);
  Value *X = T.read(I.Operands[1], Bits);
  X = Type->isSigned() ? B.CreateSExt(X, Wide) : B.CreateZExt(X, Wide);
  auto Clamp = [&](Value *V) {
    return B.CreateBinaryIntrinsic(Intrinsic::umin, V,
                                   ConstantInt::get(Wide, Bits));
  };
  Value *At = Clamp(lowByte(T, I.Operands[2], Wide)),
        *Length = Clamp(lowByte(T, I.Operands[3], Wide));
  Value *Up = B.CreateSub(ConstantInt::get(Wide, 2 * Bits), Length);
  // A field that reaches beyond the top is filled with the sign there.
  Value *V = B.CreateAShr(X, At);
  Value *Last = B.CreateBinaryIntrinsic(Intrinsic::umin, Up,
                                        ConstantInt::get(Wide, 2 * Bits - 1));
  V = B.CreateShl(V, Last);
  V = Type->isSigned() ? B.CreateAShr(V, Last) : B.CreateLShr(V, Last);
  V = B.CreateSelect(B.CreateIsNull(Length), ConstantInt::get(Wide, 0), V);
  T.write(I.Operands[0], B.CreateTrunc(V, T.intType(Bits)), Type->isSigned());
  return true;
}

bool insertField(PtxTranslator &T, const PtxInstruction &I) {
  auto &B = T.B;
  PtxParts Parts(I);
  auto Type = Parts.takeType();
  if (!Type || !Parts.done() || Type->Bits < 32 || I.Operands.size() != 5)
    return false;
  unsigned Bits = Type->Bits;
  auto *Wide = T.intType(2 * Bits);
  auto Clamp = [&](Value *V) {
    return B.CreateBinaryIntrinsic(Intrinsic::umin, V,
                                   ConstantInt::get(Wide, Bits));
  };
  Value *X = B.CreateZExt(T.read(I.Operands[1], Bits), Wide),
        *Y = B.CreateZExt(T.read(I.Operands[2], Bits), Wide);
  Value *At = Clamp(lowByte(T, I.Operands[3], Wide)),
        *Length = Clamp(lowByte(T, I.Operands[4], Wide));
  Value *Mask = B.CreateSub(B.CreateShl(ConstantInt::get(Wide, 1), Length),
                            ConstantInt::get(Wide, 1));
  Mask = B.CreateShl(Mask, At);
  Value *R = B.CreateOr(B.CreateAnd(B.CreateShl(X, At), Mask),
                        B.CreateAnd(Y, B.CreateNot(Mask)));
  T.write(I.Operands[0], B.CreateTrunc(R, T.intType(Bits)));
  return true;
}

/// brev, popc, clz, bfind.
bool count(PtxTranslator &T, const PtxInstruction &I) {
  auto &B = T.B;
  PtxParts Parts(I);
  StringRef Name = I.Parts.front();
  bool Amount = Parts.take("shiftamt");
  auto Type = Parts.takeType();
  if (!Type || !Parts.done() || Type->isFloat() || Type->Bits < 32 ||
      Type->Lanes != 1 || (Amount && Name != "bfind") || I.Operands.size() != 2)
    return false;
  unsigned Bits = Type->Bits;
  Value *X = T.read(I.Operands[1], Bits);
  if (Name == "brev") {
    T.write(I.Operands[0], T.intrinsic(Intrinsic::bitreverse, X));
    return true;
  }
  if (Name == "popc") {
    T.write(I.Operands[0],
            B.CreateTrunc(T.intrinsic(Intrinsic::ctpop, X), B.getInt32Ty()));
    return true;
  }
  // bfind of a negative number looks for the highest 0.
  if (Name == "bfind" && Type->isSigned())
    X = B.CreateXor(X, B.CreateAShr(X, Bits - 1));
  Value *Zeros = B.CreateTrunc(T.intrinsic(Intrinsic::ctlz, X, {B.getFalse()}),
                               B.getInt32Ty());
  if (Name == "bfind") {
    Value *None = B.CreateIsNull(X);
    Zeros = B.CreateSelect(None, B.getInt32(~0u),
                           Amount ? Zeros
                                  : B.CreateSub(B.getInt32(Bits - 1), Zeros));
  }
  T.write(I.Operands[0], Zeros);
  return true;
}

/// The position of the n-th set bit from a base on, up or down.
bool findNthSet(PtxTranslator &T, const PtxInstruction &I) {
  PtxParts Parts(I);
  auto Type = Parts.takeType();
  if (!Type || !Parts.done() || Type->Bits != 32 || I.Operands.size() != 4)
    return false;
  T.write(I.Operands[0],
          T.call("kmend_ptx_fns", T.B.getInt32Ty(),
                 {T.read(I.Operands[1], 32), T.read(I.Operands[2], 32),
                  T.read(I.Operands[3], 32)}));
  return true;
}

} // namespace

ArrayRef<PtxEntry> ptxBits() {
  static constexpr PtxEntry Entries[] = {
      {"mov", move},        {"and", logic},      {"or", logic},
      {"xor", logic},       {"not", complement}, {"cnot", complement},
      {"shl", shift},       {"shr", shift},      {"shf", funnelShift},
      {"lop3", lookup3},    {"prmt", permute},   {"bfe", extractField},
      {"bfi", insertField}, {"brev", count},     {"popc", count},
      {"clz", count},       {"bfind", count},    {"fns", findNthSet},
  };
  return Entries;
}

} // namespace kmend
