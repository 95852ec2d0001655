//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Barriers, shuffles, votes and what else lanes do together; nanosleep, trap.
// PTX ISA, "Parallel Synchronization and Communication".
//
//===----------------------------------------------------------------------===//

#include "PtxTranslator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Intrinsics.h"

using namespace llvm;

namespace kmend {

namespace {

/// The block's threads, in whole warps, as a barrier counts them.
Value *blockThreads(PtxTranslator &T) {
  auto &B = T.B;
  Type *I32 = B.getInt32Ty();
  Value *N = B.CreateMul(B.CreateMul(T.call("kmend_ntid_x", I32, {}),
                                     T.call("kmend_ntid_y", I32, {})),
                         T.call("kmend_ntid_z", I32, {}));
  return B.CreateAnd(B.CreateAdd(N, B.getInt32(31)), ~31u);
}

bool blockReduction(PtxTranslator &T, const PtxInstruction &I,
                    PtxParts &Parts) {
  auto &B = T.B;
  StringRef Name = Parts.takeOneOf({"popc", "and", "or"});
  auto Type = Parts.takeType();
  // bar.red d, 0, {!}p: the barrier of all threads.
  if (Name.empty() || !Type || !Parts.done() || I.Operands.size() != 3 ||
      !I.Operands[1].is(PtxOperand::Kind::Integer) || I.Operands[1].Bits != 0)
    return false;
  unsigned Kind = Name == "popc" ? 1 : Name == "and" ? 2 : 3;
  Value *P = B.CreateZExt(T.readPredicate(I.Operands[2]), B.getInt32Ty());
  Value *R = T.call("kmend_barrier", B.getInt32Ty(), {B.getInt32(Kind), P});
  T.write(I.Operands[0], Type->isPredicate() ? B.CreateIsNotNull(R) : R);
  return true;
}

bool barrier(PtxTranslator &T, const PtxInstruction &I) {
  auto &B = T.B;
  PtxParts Parts(I);
  Parts.take("cta");
  Parts.take("aligned");
  if (Parts.take("warp")) {
    if (!Parts.take("sync") || !Parts.done() || I.Operands.size() != 1)
      return false;
    T.call("kmend_syncwarp", B.getVoidTy(), {T.read(I.Operands[0], 32)});
    return true;
  }
  if (Parts.take("red"))
    return blockReduction(T, I, Parts);
  bool Arrive = Parts.take("arrive");
  if (!Arrive && !Parts.take("sync"))
    return false;
  if (!Parts.done() || I.Operands.empty() || I.Operands.size() > 2 ||
      (Arrive && I.Operands.size() != 2))
    return false;
  const PtxOperand &Id = I.Operands[0];
  if (I.Operands.size() == 1 && Id.is(PtxOperand::Kind::Integer) &&
      Id.Bits == 0) {
    T.call("kmend_barrier", B.getInt32Ty(), {B.getInt32(0), B.getInt32(0)});
    return true;
  }
  Value *Threads =
      I.Operands.size() == 2 ? T.read(I.Operands[1], 32) : blockThreads(T);
  T.call("kmend_named_barrier", B.getVoidTy(),
         {T.read(Id, 32), Threads, B.getInt32(Arrive)});
  return true;
}

/// The two results of `d|p`; \p Second is null where there is one.
std::pair<const PtxOperand *, const PtxOperand *> results(const PtxOperand &O) {
  if (O.is(PtxOperand::Kind::Pair))
    return {&O.Elements[0], &O.Elements[1]};
  return {&O, nullptr};
}

Value *asFlag(PtxTranslator &T, const PtxOperand &O) {
  return T.B.CreateZExt(T.readPredicate(O), T.B.getInt32Ty());
}

/// The lane to read from as the PTX ISA computes it, for every segment mask and
/// clamp that the third operand may hold.
bool shuffle(PtxTranslator &T, const PtxInstruction &I) {
  auto &B = T.B;
  PtxParts Parts(I);
  StringRef Mode = Parts.takeOneOf({"up", "down", "bfly", "idx"});
  if (!Parts.take("sync") || Mode.empty() || !Parts.take("b32") ||
      !Parts.done() || I.Operands.size() != 5)
    return false;
  auto [To, Valid] = results(I.Operands[0]);
  Value *V = T.read(I.Operands[1], 32);
  Value *By = B.CreateAnd(T.read(I.Operands[2], 32), 31),
        *C = T.read(I.Operands[3], 32), *Mask = T.read(I.Operands[4], 32);
  Value *Segment = B.CreateAnd(B.CreateLShr(C, 8), 31),
        *Clamp = B.CreateAnd(C, 31), *Lane = T.lane();
  Value *First = B.CreateAnd(Lane, Segment);
  Value *Last = B.CreateOr(First, B.CreateAnd(Clamp, B.CreateNot(Segment)));
  Value *From, *Inside;
  if (Mode == "up") {
    From = B.CreateSub(Lane, By);
    Inside = B.CreateICmpSGE(From, Last);
  } else {
    From = Mode == "down" ? B.CreateAdd(Lane, By)
           : Mode == "bfly"
               ? B.CreateXor(Lane, By)
               : B.CreateOr(First, B.CreateAnd(By, B.CreateNot(Segment)));
    Inside = B.CreateICmpSLE(From, Last);
  }
  From = B.CreateSelect(Inside, From, Lane);
  Value *R = T.call("kmend_shfl", B.getInt64Ty(),
                    {Mask, B.CreateZExt(V, B.getInt64Ty()), From,
                     B.getInt32(32), B.getInt32(0)});
  T.write(*To, B.CreateTrunc(R, B.getInt32Ty()));
  if (Valid)
    T.write(*Valid, Inside);
  return true;
}

bool vote(PtxTranslator &T, const PtxInstruction &I) {
  auto &B = T.B;
  PtxParts Parts(I);
  StringRef Mode = Parts.takeOneOf({"all", "any", "uni", "ballot"});
  auto Type = Parts.takeType();
  if (!Parts.take("sync") || Mode.empty() || !Type || !Parts.done() ||
      I.Operands.size() != 3)
    return false;
  unsigned Kind = Mode == "ballot" ? 0
                  : Mode == "any"  ? 1
                  : Mode == "all"  ? 2
                                   : 3;
  Value *R = T.call(
      "kmend_vote", B.getInt32Ty(),
      {T.read(I.Operands[2], 32), asFlag(T, I.Operands[1]), B.getInt32(Kind)});
  T.write(I.Operands[0], Kind ? B.CreateIsNotNull(R) : R);
  return true;
}

bool match(PtxTranslator &T, const PtxInstruction &I) {
  auto &B = T.B;
  PtxParts Parts(I);
  bool All = Parts.take("all");
  if (!All && !Parts.take("any"))
    return false;
  auto Type = Parts.takeType();
  if (!Parts.take("sync") || !Type || !Parts.done() || Type->Bits < 32 ||
      I.Operands.size() != 3)
    return false;
  auto [To, Same] = results(I.Operands[0]);
  Value *Predicate = T.temporary(B.getInt32Ty());
  Value *R =
      T.call("kmend_match", B.getInt32Ty(),
             {T.read(I.Operands[2], 32),
              B.CreateZExt(T.read(I.Operands[1], Type->Bits), B.getInt64Ty()),
              B.getInt32(All), Predicate});
  T.write(*To, R);
  if (Same)
    T.write(*Same, B.CreateIsNotNull(B.CreateLoad(B.getInt32Ty(), Predicate)));
  return true;
}

bool activeMask(PtxTranslator &T, const PtxInstruction &I) {
  if (I.Operands.size() != 1)
    return false;
  T.write(I.Operands[0], T.call("kmend_activemask", T.B.getInt32Ty(), {}));
  return true;
}

bool reduce(PtxTranslator &T, const PtxInstruction &I) {
  auto &B = T.B;
  PtxParts Parts(I);
  StringRef Name = Parts.takeOneOf({"add", "min", "max", "and", "or", "xor"});
  auto Type = Parts.takeType();
  if (!Parts.take("sync") || Name.empty() || !Type || Type->Bits != 32 ||
      Type->isFloat() || !Parts.done() || I.Operands.size() != 3)
    return false;
  unsigned Kind = StringSwitch<unsigned>(Name)
                      .Case("add", 0)
                      .Case("min", Type->isSigned() ? 6 : 1)
                      .Case("max", Type->isSigned() ? 7 : 2)
                      .Case("and", 3)
                      .Case("or", 4)
                      .Default(5);
  T.write(I.Operands[0], T.call("kmend_reduce", B.getInt32Ty(),
                                {T.read(I.Operands[2], 32),
                                 T.read(I.Operands[1], 32), B.getInt32(Kind)}));
  return true;
}

/// The lowest lane of the mask is the leader.
bool elect(PtxTranslator &T, const PtxInstruction &I) {
  auto &B = T.B;
  PtxParts Parts(I);
  if (!Parts.take("sync") || !Parts.done() || I.Operands.size() != 2)
    return false;
  auto [To, Leads] = results(I.Operands[0]);
  Value *Mask = T.read(I.Operands[1], 32);
  T.call("kmend_syncwarp", B.getVoidTy(), {Mask});
  Value *Leader = T.intrinsic(Intrinsic::cttz, Mask, {B.getFalse()});
  T.write(*To, Leader);
  if (Leads)
    T.write(*Leads, B.CreateICmpEQ(Leader, T.lane()));
  return true;
}

bool sleep(PtxTranslator &T, const PtxInstruction &I) {
  if (I.Operands.size() != 1)
    return false;
  T.call("kmend_nanosleep", T.B.getVoidTy(), {T.read(I.Operands[0], 32)});
  return true;
}

bool trap(PtxTranslator &T, const PtxInstruction &) {
  T.call("kmend_trap", T.B.getVoidTy(), {});
  return true;
}

} // namespace

ArrayRef<PtxEntry> ptxWarp() {
  static constexpr PtxEntry Entries[] = {
      {"bar", barrier},  {"barrier", barrier}, {"shfl", shuffle},
      {"vote", vote},    {"match", match},     {"activemask", activeMask},
      {"redux", reduce}, {"elect", elect},     {"nanosleep", sleep},
      {"trap", trap},    {"brkpt", trap},
  };
  return Entries;
}

} // namespace kmend
