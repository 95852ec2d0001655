//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// cp.async and its groups. The runtime keeps the copies of a thread until they
// are waited for (Simt/AsyncCopies).
//
//===----------------------------------------------------------------------===//

#include "PtxTranslator.h"

using namespace llvm;

namespace kmend {

namespace {

bool copy(PtxTranslator &T, const PtxInstruction &I) {
  auto &B = T.B;
  PtxParts Parts(I);
  if (!Parts.take("async"))
    return false;
  if (Parts.take("commit_group")) {
    if (!Parts.done() || !I.Operands.empty())
      return false;
    T.call("kmend_async_commit", B.getVoidTy(), {});
    return true;
  }
  if (Parts.take("wait_group")) {
    if (!Parts.done() || I.Operands.size() != 1)
      return false;
    T.call("kmend_async_wait", B.getVoidTy(), {T.read(I.Operands[0], 32)});
    return true;
  }
  if (Parts.take("wait_all")) {
    if (!Parts.done() || !I.Operands.empty())
      return false;
    T.call("kmend_async_wait", B.getVoidTy(), {B.getInt32(-1)});
    return true;
  }
  bool Through = Parts.take("cg"); // 16 bytes only
  if (!Through && !Parts.take("ca"))
    return false;
  if (!Parts.take("shared") && !Parts.take("shared::cta"))
    return false;
  if (!Parts.take("global"))
    return false;
  Parts.takeMemoryHints();
  if (!Parts.done() || I.Operands.size() < 3 || I.Operands.size() > 5)
    return false;
  const PtxOperand &Size = I.Operands[2];
  Value *Bytes = T.read(Size, 32);
  Value *To = T.pointer(I.Operands[0], true),
        *From = T.pointer(I.Operands[1], false);
  Value *Taken = Bytes;
  if (I.Operands.size() > 3) {
    const PtxOperand &O = I.Operands[3];
    unsigned Width = T.width(O);
    if (Width == 1) // ignore-src
      Taken = B.CreateSelect(T.readPredicate(O), B.getInt32(0), Bytes);
    else if (Width != 64) // 64 bits are a cache policy
      Taken = T.read(O, 32);
  }
  T.call("kmend_async_copy", B.getVoidTy(),
         {To, From, Bytes, Taken, B.getInt32(Through)});
  return true;
}

} // namespace

ArrayRef<PtxEntry> ptxAsyncCopies() {
  static constexpr PtxEntry Entries[] = {{"cp", copy}};
  return Entries;
}

} // namespace kmend
