//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// rcp, sqrt, rsqrt, sin, cos, lg2, ex2, tanh, copysign, testp. What PTX calls
// an approximation is computed as exactly as the type allows: its error here is
// less than the documented one.
//
//===----------------------------------------------------------------------===//

#include "PtxTranslator.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Intrinsics.h"

using namespace llvm;

namespace kmend {

namespace {

Value *compute(PtxTranslator &T, StringRef Name, Value *X) {
  auto &B = T.B;
  Value *One = ConstantFP::get(X->getType(), 1.0);
  auto Id = StringSwitch<Intrinsic::ID>(Name)
                .Cases({"sqrt", "rsqrt"}, Intrinsic::sqrt)
                .Case("sin", Intrinsic::sin)
                .Case("cos", Intrinsic::cos)
                .Case("lg2", Intrinsic::log2)
                .Case("ex2", Intrinsic::exp2)
                .Default(Intrinsic::not_intrinsic);
  if (Name == "rcp")
    return B.CreateFDiv(One, X);
  if (Name == "tanh")
    return T.call("tanhf", X->getType(), {X});
  Value *V = T.intrinsic(Id, X);
  return Name == "rsqrt" ? B.CreateFDiv(One, V) : V;
}

bool function(PtxTranslator &T, const PtxInstruction &I) {
  auto &B = T.B;
  PtxParts Parts(I);
  auto Type = Parts.takeType();
  StringRef Name = I.Parts.front();
  if (!Type || !Type->isFloat() || I.Operands.size() != 2)
    return false;
  bool Approx = Parts.take("approx");
  StringRef Mode = Parts.takeOneOf({"rn", "rz", "rm", "rp"});
  bool Flush = Parts.take("ftz") && Type->Bits == 32;
  bool Rounded = Name == "rcp" || Name == "sqrt";
  bool Small = Name == "ex2" || Name == "tanh";
  if (!Parts.done() || Approx == !Mode.empty() || (!Mode.empty() && !Rounded) ||
      (Type->Bits == 16 && !Small) ||
      (Type->Bits == 64 && Name != "rcp" && Name != "sqrt" && Name != "rsqrt"))
    return false;
  auto One = [&](Value *X) -> Value * {
    if (Flush)
      X = T.flush(X);
    Value *R;
    if (Mode.empty() || Mode == "rn") {
      R = compute(T, Name, X);
    } else {
      Value *Zero = ConstantFP::getZero(X->getType());
      bool Root = Name == "sqrt";
      R = T.call((Twine("kmend_ptx_") + (Root ? "sqrt" : "div") +
                  (Type->Bits == 64 ? "_f64" : "_f32"))
                     .str(),
                 X->getType(),
                 {Root ? X : ConstantFP::get(X->getType(), 1.0),
                  Root ? Zero : X, Zero,
                  B.getInt32(Mode == "rz"   ? 1
                             : Mode == "rm" ? 2
                                            : 3)});
    }
    return Flush ? T.flush(R) : R;
  };
  if (Type->Lanes == 1) {
    T.writeFloat(I.Operands[0], One(T.readFloat(I.Operands[1], *Type)), *Type);
    return true;
  }
  bool IsBFloat = Type->TypeClass == PtxType::Class::BFloat;
  Value *Both = T.read(I.Operands[1], 32);
  Value *Result = B.getInt32(0);
  for (unsigned L = 0; L != 2; ++L) {
    Value *X = T.widen(
        B.CreateTrunc(B.CreateLShr(Both, 16 * L), B.getInt16Ty()), IsBFloat);
    Value *R = B.CreateZExt(T.narrow(One(X), IsBFloat), B.getInt32Ty());
    Result = B.CreateOr(Result, B.CreateShl(R, 16 * L));
  }
  T.write(I.Operands[0], Result);
  return true;
}

bool copySign(PtxTranslator &T, const PtxInstruction &I) {
  PtxParts Parts(I);
  auto Type = Parts.takeType();
  if (!Type || !Type->isWideFloat() || !Parts.done() || I.Operands.size() != 3)
    return false;
  // The sign is the first operand's.
  T.write(I.Operands[0],
          T.B.CreateBinaryIntrinsic(Intrinsic::copysign,
                                    T.readFloat(I.Operands[2], *Type),
                                    T.readFloat(I.Operands[1], *Type)));
  return true;
}

bool testProperty(PtxTranslator &T, const PtxInstruction &I) {
  PtxParts Parts(I);
  auto Type = Parts.takeType();
  StringRef Which = Parts.takeOneOf(
      {"finite", "infinite", "number", "notanumber", "normal", "subnormal"});
  if (!Type || !Type->isWideFloat() || !Parts.done() || Which.empty() ||
      I.Operands.size() != 2)
    return false;
  auto Class = StringSwitch<FPClassTest>(Which)
                   .Case("finite", fcFinite)
                   .Case("infinite", fcInf)
                   .Case("number", ~fcNan & fcAllFlags)
                   .Case("notanumber", fcNan)
                   .Case("normal", fcNormal)
                   .Default(fcSubnormal);
  T.write(I.Operands[0],
          T.B.createIsFPClass(T.readFloat(I.Operands[1], *Type), Class));
  return true;
}

} // namespace

ArrayRef<PtxEntry> ptxFloatFunctions() {
  static constexpr PtxEntry Entries[] = {
      {"rcp", function},       {"sqrt", function}, {"rsqrt", function},
      {"sin", function},       {"cos", function},  {"lg2", function},
      {"ex2", function},       {"tanh", function}, {"copysign", copySign},
      {"testp", testProperty},
  };
  return Entries;
}

} // namespace kmend
