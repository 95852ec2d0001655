//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// setp, set, selp, slct. PTX ISA, "Comparison and Selection".
//
//===----------------------------------------------------------------------===//

#include "PtxTranslator.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace kmend {

namespace {

using Predicate = CmpInst::Predicate;

Predicate floatPredicate(StringRef Name) {
  return StringSwitch<Predicate>(Name)
      .Case("eq", Predicate::FCMP_OEQ)
      .Case("ne", Predicate::FCMP_ONE)
      .Case("lt", Predicate::FCMP_OLT)
      .Case("le", Predicate::FCMP_OLE)
      .Case("gt", Predicate::FCMP_OGT)
      .Case("ge", Predicate::FCMP_OGE)
      .Case("equ", Predicate::FCMP_UEQ)
      .Case("neu", Predicate::FCMP_UNE)
      .Case("ltu", Predicate::FCMP_ULT)
      .Case("leu", Predicate::FCMP_ULE)
      .Case("gtu", Predicate::FCMP_UGT)
      .Case("geu", Predicate::FCMP_UGE)
      .Case("num", Predicate::FCMP_ORD)
      .Case("nan", Predicate::FCMP_UNO)
      .Default(Predicate::BAD_FCMP_PREDICATE);
}

Predicate integerPredicate(StringRef Name, bool Signed) {
  auto P = StringSwitch<Predicate>(Name)
               .Case("eq", Predicate::ICMP_EQ)
               .Case("ne", Predicate::ICMP_NE)
               .Cases({"lt", "lo"}, Predicate::ICMP_ULT)
               .Cases({"le", "ls"}, Predicate::ICMP_ULE)
               .Cases({"gt", "hi"}, Predicate::ICMP_UGT)
               .Cases({"ge", "hs"}, Predicate::ICMP_UGE)
               .Default(Predicate::BAD_ICMP_PREDICATE);
  if (Signed && ICmpInst::isRelational(P))
    P = ICmpInst::getSignedPredicate(P);
  return P;
}

/// The comparison of operands 1 and 2; null where it is not supported.
Value *compare(PtxTranslator &T, const PtxInstruction &I, StringRef Name,
               PtxType Type, bool Flush) {
  auto &B = T.B;
  if (Type.Lanes != 1)
    return nullptr;
  if (!Type.isFloat()) {
    Predicate P = integerPredicate(Name, Type.isSigned());
    if (P == Predicate::BAD_ICMP_PREDICATE)
      return nullptr;
    return B.CreateICmp(P, T.read(I.Operands[1], Type.Bits),
                        T.read(I.Operands[2], Type.Bits));
  }
  Predicate P = floatPredicate(Name);
  if (P == Predicate::BAD_FCMP_PREDICATE)
    return nullptr;
  Value *X = T.readFloat(I.Operands[1], Type),
        *Y = T.readFloat(I.Operands[2], Type);
  if (Flush && Type.Bits == 32)
    X = T.flush(X), Y = T.flush(Y);
  return B.CreateFCmp(P, X, Y);
}

Value *combine(PtxTranslator &T, StringRef How, Value *A, Value *C) {
  return How == "and"  ? T.B.CreateAnd(A, C)
         : How == "or" ? T.B.CreateOr(A, C)
                       : T.B.CreateXor(A, C);
}

/// The name of a comparison, the first part.
StringRef takeComparison(PtxParts &Parts) {
  return Parts.takeOneOf({"eq", "ne", "lt", "le", "gt", "ge", "lo", "ls", "hi",
                          "hs", "equ", "neu", "ltu", "leu", "gtu", "geu", "num",
                          "nan"});
}

bool setPredicate(PtxTranslator &T, const PtxInstruction &I) {
  auto &B = T.B;
  PtxParts Parts(I);
  StringRef Name = takeComparison(Parts);
  StringRef How = Parts.takeOneOf({"and", "or", "xor"});
  bool Flush = Parts.take("ftz");
  auto Type = Parts.takeType();
  if (!Type || !Parts.done() || I.Operands.size() != (How.empty() ? 3u : 4u))
    return false;
  Value *R = compare(T, I, Name, *Type, Flush);
  if (!R)
    return false;
  Value *Not = B.CreateNot(R);
  if (!How.empty()) {
    Value *C = T.readPredicate(I.Operands[3]);
    R = combine(T, How, R, C);
    Not = combine(T, How, Not, C);
  }
  const PtxOperand &To = I.Operands[0];
  if (!To.is(PtxOperand::Kind::Pair)) {
    T.write(To, R);
    return true;
  }
  T.write(To.Elements[0], R);
  T.write(To.Elements[1], Not);
  return true;
}

bool set(PtxTranslator &T, const PtxInstruction &I) {
  auto &B = T.B;
  PtxParts Parts(I);
  StringRef Name = takeComparison(Parts);
  StringRef How = Parts.takeOneOf({"and", "or", "xor"});
  bool Flush = Parts.take("ftz");
  auto To = Parts.takeType(), From = Parts.takeType();
  if (!To || !From || !Parts.done() || To->Bits != 32 ||
      I.Operands.size() != (How.empty() ? 3u : 4u))
    return false;
  Value *R = compare(T, I, Name, *From, Flush);
  if (!R)
    return false;
  if (!How.empty())
    R = combine(T, How, R, T.readPredicate(I.Operands[3]));
  T.write(I.Operands[0],
          To->isFloat()
              ? B.CreateSelect(R, ConstantFP::get(B.getFloatTy(), 1.0),
                               ConstantFP::getZero(B.getFloatTy()))
              : B.CreateSExt(R, B.getInt32Ty()));
  return true;
}

bool select(PtxTranslator &T, const PtxInstruction &I) {
  PtxParts Parts(I);
  auto Type = Parts.takeType();
  if (!Type || !Parts.done() || Type->isPredicate() || I.Operands.size() != 4)
    return false;
  T.write(I.Operands[0],
          T.B.CreateSelect(T.readPredicate(I.Operands[3]),
                           T.read(I.Operands[1], Type->total()),
                           T.read(I.Operands[2], Type->total())));
  return true;
}

/// The first where the third is at least 0, else the second.
bool selectBySign(PtxTranslator &T, const PtxInstruction &I) {
  auto &B = T.B;
  PtxParts Parts(I);
  Parts.take("ftz"); // a denormal compares with 0 as its sign says, or equal
  auto Type = Parts.takeType(), By = Parts.takeType();
  if (!Type || !By || !Parts.done() || By->Bits != 32 ||
      !(By->isSigned() || By->isWideFloat()) || I.Operands.size() != 4)
    return false;
  Value *C = T.read(I.Operands[3], 32);
  if (By->isFloat()) {
    Value *F = B.CreateBitCast(C, B.getFloatTy());
    if (I.Parts.size() > 1 && I.has("ftz"))
      F = T.flush(F);
    C = B.CreateFCmpOGE(F, ConstantFP::getZero(B.getFloatTy()));
  } else {
    C = B.CreateICmpSGE(C, B.getInt32(0));
  }
  T.write(I.Operands[0], B.CreateSelect(C, T.read(I.Operands[1], Type->total()),
                                        T.read(I.Operands[2], Type->total())));
  return true;
}

} // namespace

ArrayRef<PtxEntry> ptxComparisons() {
  static constexpr PtxEntry Entries[] = {
      {"setp", setPredicate},
      {"set", set},
      {"selp", select},
      {"slct", selectBySign},
  };
  return Entries;
}

} // namespace kmend
