//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ld, st, ldu, prefetch and what else speaks of caches. PTX ISA, "Data
// Movement and Conversion".
//
//===----------------------------------------------------------------------===//

#include "PtxTranslator.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace kmend {

namespace {

/// One load or store: what its name says.
struct Access {
  PtxType Type;
  unsigned Count = 1; ///< of a vector
  bool Shared = false, Ordered = false;

  unsigned bytes() const { return Type.total() / 8 * Count; }
};

std::optional<Access> parseAccess(const PtxInstruction &I) {
  PtxParts Parts(I);
  Access A;
  StringRef Space =
      Parts.takeOneOf({"global", "shared", "shared::cta", "local", "const"});
  A.Shared = Space.starts_with("shared");
  StringRef Vector = Parts.takeOneOf({"v2", "v4", "v8"});
  if (!Vector.empty())
    A.Count = Vector.back() - '0';
  A.Ordered = Parts.takeMemoryHints();
  auto Type = Parts.takeType(/*Wide=*/true);
  if (!Type || Type->isPredicate() || !Parts.done())
    return std::nullopt;
  A.Type = *Type;
  if (A.bytes() > 32)
    return std::nullopt;
  return A;
}

/// The registers of a vector, or the one.
ArrayRef<PtxOperand> elements(const PtxOperand &O, unsigned Count) {
  if (O.is(PtxOperand::Kind::Vector) && O.Elements.size() == Count)
    return O.Elements;
  if (Count == 1 && !O.is(PtxOperand::Kind::Vector))
    return O;
  return {};
}

bool load(PtxTranslator &T, const PtxInstruction &I) {
  auto &B = T.B;
  auto A = parseAccess(I);
  // A third operand is a cache policy.
  if (!A || I.Operands.size() < 2 || I.Operands.size() > 3)
    return false;
  ArrayRef<PtxOperand> To = elements(I.Operands[0], A->Count);
  if (To.empty())
    return false;
  Value *Address = T.pointer(I.Operands[1], A->Shared);
  T.checkAlignment(Address, A->bytes());
  Type *One = T.intType(A->Type.total());
  Type *All = A->Count == 1
                  ? One
                  : static_cast<Type *>(FixedVectorType::get(One, A->Count));
  LoadInst *L = B.CreateAlignedLoad(All, Address, Align(A->bytes()));
  L->setVolatile(A->Ordered);
  for (auto [N, O] : enumerate(To))
    T.write(O, A->Count == 1 ? L : B.CreateExtractElement(L, uint64_t(N)),
            A->Type.isSigned());
  return true;
}

bool store(PtxTranslator &T, const PtxInstruction &I) {
  auto &B = T.B;
  auto A = parseAccess(I);
  if (!A || I.Operands.size() < 2 || I.Operands.size() > 3)
    return false;
  ArrayRef<PtxOperand> From = elements(I.Operands[1], A->Count);
  if (From.empty())
    return false;
  Value *Address = T.pointer(I.Operands[0], A->Shared);
  T.checkAlignment(Address, A->bytes());
  Type *One = T.intType(A->Type.total());
  Value *V = nullptr;
  if (A->Count == 1) {
    V = T.read(From.front(), A->Type.total());
  } else {
    V = PoisonValue::get(FixedVectorType::get(One, A->Count));
    for (auto [N, O] : enumerate(From))
      V = B.CreateInsertElement(V, T.read(O, A->Type.total()), uint64_t(N));
  }
  B.CreateAlignedStore(V, Address, Align(A->bytes()))->setVolatile(A->Ordered);
  return true;
}

/// Instructions that move data between caches and nothing else.
bool nothing(PtxTranslator &, const PtxInstruction &I) {
  // The asynchronous prefetches are of other families.
  return !any_of(I.Parts, [](StringRef P) {
    return P == "bulk" || P == "tensormap" || P == "async";
  });
}

/// A cache policy is a number that nobody looks at.
bool createPolicy(PtxTranslator &T, const PtxInstruction &I) {
  if (I.Operands.empty())
    return false;
  T.write(I.Operands[0], T.B.getInt64(0));
  return true;
}

/// membar and fence; those of the asynchronous proxies order what simt has not.
bool fence(PtxTranslator &T, const PtxInstruction &I) {
  PtxParts Parts(I);
  if (I.Parts.front() == "membar")
    Parts.takeOneOf({"gl"});
  Parts.takeOneOf({"sc"});
  Parts.takeMemoryHints();
  if (!Parts.done() || !I.Operands.empty())
    return false;
  T.call("kmend_threadfence", T.B.getVoidTy(), {});
  return true;
}

} // namespace

ArrayRef<PtxEntry> ptxMemory() {
  static constexpr PtxEntry Entries[] = {
      {"ld", load},
      {"ldu", load},
      {"st", store},
      {"prefetch", nothing},
      {"prefetchu", nothing},
      {"applypriority", nothing},
      {"griddepcontrol", nothing},
      {"pmevent", nothing},
      {"createpolicy", createPolicy},
      {"membar", fence},
      {"fence", fence},
  };
  return Entries;
}

} // namespace kmend
