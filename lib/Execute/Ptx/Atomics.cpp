//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// atom and red. Scopes and orders make no difference: one processor runs all
// threads, and each of these is one instruction.
//
//===----------------------------------------------------------------------===//

#include "PtxTranslator.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace kmend {

namespace {

constexpr AtomicRMWInst::BinOp None = AtomicRMWInst::BAD_BINOP;

AtomicRMWInst::BinOp integerOperation(StringRef Name, PtxType Type) {
  bool Signed = Type.isSigned();
  return StringSwitch<AtomicRMWInst::BinOp>(Name)
      .Case("add", AtomicRMWInst::Add)
      .Case("min", Signed ? AtomicRMWInst::Min : AtomicRMWInst::UMin)
      .Case("max", Signed ? AtomicRMWInst::Max : AtomicRMWInst::UMax)
      .Case("and", AtomicRMWInst::And)
      .Case("or", AtomicRMWInst::Or)
      .Case("xor", AtomicRMWInst::Xor)
      .Case("exch", AtomicRMWInst::Xchg)
      .Case("inc", AtomicRMWInst::UIncWrap)
      .Case("dec", AtomicRMWInst::UDecWrap)
      .Default(None);
}

/// The old value as bits; null where the operation is not supported.
Value *apply(PtxTranslator &T, StringRef Name, PtxType Type, Value *Address,
             Value *V) {
  auto &B = T.B;
  MaybeAlign Natural(Type.total() / 8);
  constexpr auto Order = AtomicOrdering::Monotonic;
  if (!Type.isFloat()) {
    auto Op = integerOperation(Name, Type);
    if (Op == None || (Type.Bits != 32 && Type.Bits != 64) ||
        ((Name == "inc" || Name == "dec") && Type.Bits != 32))
      return nullptr;
    return B.CreateAtomicRMW(Op, Address, V, Natural, Order);
  }
  if (Type.isWideFloat()) {
    if (Name != "add")
      return nullptr;
    Value *F =
        B.CreateBitCast(V, Type.Bits == 64 ? B.getDoubleTy() : B.getFloatTy());
    Value *Old =
        B.CreateAtomicRMW(AtomicRMWInst::FAdd, Address, F, Natural, Order);
    return B.CreateBitCast(Old, V->getType());
  }
  unsigned Op = StringSwitch<unsigned>(Name)
                    .Case("add", 0)
                    .Case("min", 1)
                    .Case("max", 2)
                    .Default(3);
  if (Op == 3)
    return nullptr;
  // By the runtime: a lane after the other, each rounded to 16 bits.
  Value *Old = T.call(
      "kmend_atomic_half", B.getInt32Ty(),
      {Address, B.CreateZExt(V, B.getInt32Ty()), B.getInt32(Type.Lanes),
       B.getInt32(Type.TypeClass == PtxType::Class::BFloat), B.getInt32(Op)});
  return B.CreateTrunc(Old, V->getType());
}

bool atomic(PtxTranslator &T, const PtxInstruction &I) {
  auto &B = T.B;
  PtxParts Parts(I);
  bool Returns = I.Parts.front() == "atom";
  bool Shared = Parts.takeOneOf({"shared", "shared::cta"}) != "";
  Parts.take("global");
  StringRef Name = Parts.takeOneOf(
      {"add", "min", "max", "and", "or", "xor", "exch", "inc", "dec", "cas"});
  Parts.take("noftz");
  StringRef Vector = Parts.takeOneOf({"v2", "v4", "v8"});
  Parts.takeMemoryHints();
  auto Type = Parts.takeType();
  unsigned First = Returns ? 1 : 0;
  size_t Operands = First + (Name == "cas" ? 3 : 2);
  // One more may be a cache policy.
  if (!Type || !Parts.done() || Name.empty() || I.Operands.size() < Operands ||
      I.Operands.size() > Operands + 1 ||
      (!Returns && (Name == "exch" || Name == "cas")))
    return false;
  unsigned Bits = Type->total();
  Value *Address = T.pointer(I.Operands[First], Shared);
  if (!Vector.empty()) {
    // Each element for itself, behind one check of the whole.
    unsigned Count = Vector.back() - '0';
    const PtxOperand &From = I.Operands[First + 1];
    if (!From.is(PtxOperand::Kind::Vector) || From.Elements.size() != Count ||
        !Type->isFloat() || Name == "cas" ||
        (Returns && (!I.Operands[0].is(PtxOperand::Kind::Vector) ||
                     I.Operands[0].Elements.size() != Count)))
      return false;
    T.checkAlignment(Address, Bits / 8 * Count);
    for (unsigned N = 0; N != Count; ++N) {
      Value *Old =
          apply(T, Name, *Type,
                B.CreateConstGEP1_32(B.getInt8Ty(), Address, N * (Bits / 8)),
                T.read(From.Elements[N], Bits));
      if (!Old)
        return false;
      if (Returns)
        T.write(I.Operands[0].Elements[N], Old);
    }
    return true;
  }
  T.checkAlignment(Address, Bits / 8);
  Value *V = T.read(I.Operands[First + 1], Bits), *Old;
  if (Name == "cas") {
    if (Type->TypeClass != PtxType::Class::Bits || Bits > 64 || Bits < 16)
      return false;
    Value *Both = B.CreateAtomicCmpXchg(
        Address, V, T.read(I.Operands[3], Bits), MaybeAlign(Bits / 8),
        AtomicOrdering::Monotonic, AtomicOrdering::Monotonic);
    Old = B.CreateExtractValue(Both, 0);
  } else {
    Old = apply(T, Name, *Type, Address, V);
  }
  if (!Old)
    return false;
  if (Returns)
    T.write(I.Operands[0], Old, Type->isSigned());
  return true;
}

} // namespace

ArrayRef<PtxEntry> ptxAtomics() {
  static constexpr PtxEntry Entries[] = {{"atom", atomic}, {"red", atomic}};
  return Entries;
}

} // namespace kmend
