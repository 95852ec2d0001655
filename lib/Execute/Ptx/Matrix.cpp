//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mma.sync, ldmatrix, stmatrix, movmatrix: fragments go to memory and through
// kmend_exchange to Simt/TensorCore.
//
//===----------------------------------------------------------------------===//

#include "../Simt/TensorCore.h"
#include "PtxTranslator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace kmend {

namespace {

using Element = MatrixOperation::Element;
using Sum = MatrixOperation::Sum;

std::optional<Element> elementOf(StringRef Name) {
  return StringSwitch<std::optional<Element>>(Name)
      .Case("f16", Element::F16)
      .Case("bf16", Element::BF16)
      .Case("tf32", Element::TF32)
      .Case("f64", Element::F64)
      .Case("s8", Element::S8)
      .Case("u8", Element::U8)
      .Case("s4", Element::S4)
      .Case("u4", Element::U4)
      .Case("b1", Element::B1)
      .Case("e4m3", Element::E4M3)
      .Case("e5m2", Element::E5M2)
      .Default(std::nullopt);
}

std::optional<Sum> sumOf(StringRef Name) {
  return StringSwitch<std::optional<Sum>>(Name)
      .Case("f32", Sum::F32)
      .Case("f16", Sum::F16)
      .Case("s32", Sum::S32)
      .Case("f64", Sum::F64)
      .Default(std::nullopt);
}

/// Which factors go together, with which sums, in how many steps.
bool isKnown(const MatrixOperation &M) {
  auto Pair = [&](Element X, Element Y) {
    return (M.A == X || M.A == Y) && (M.B == X || M.B == Y);
  };
  switch (M.A) {
  case Element::F16:
    return M.Tall && M.B == Element::F16 && M.Steps <= 2 &&
           (M.Accumulator == Sum::F32 || M.Accumulator == Sum::F16);
  case Element::BF16:
  case Element::TF32:
    return M.Tall && M.B == M.A && M.Steps <= 2 && M.Accumulator == Sum::F32;
  case Element::F64:
    return M.B == Element::F64 && M.Accumulator == Sum::F64 &&
           (M.Tall || M.Steps == 1);
  case Element::S8:
  case Element::U8:
    return Pair(Element::S8, Element::U8) && M.Accumulator == Sum::S32 &&
           (M.Tall ? M.Steps <= 2 : M.Steps == 1);
  case Element::S4:
  case Element::U4:
    return Pair(Element::S4, Element::U4) && M.Accumulator == Sum::S32 &&
           (M.Tall ? M.Steps <= 2 : M.Steps == 1);
  case Element::B1:
    return M.B == Element::B1 && M.Accumulator == Sum::S32 && !M.Saturate &&
           (M.Tall ? M.Steps <= 2 : M.Steps == 1);
  case Element::E4M3:
  case Element::E5M2:
    return M.Tall && Pair(Element::E4M3, Element::E5M2) && M.Steps <= 2 &&
           (M.Accumulator == Sum::F32 || M.Accumulator == Sum::F16);
  }
  return false;
}

/// mma.sync.aligned.SHAPE.row.col{.satfinite}.D.A.B.C, and for bits
/// `.OPERATION.popc` at the end.
std::optional<MatrixOperation> parseMultiply(const PtxInstruction &I) {
  SmallVector<StringRef> Parts(I.Parts.begin() + 1, I.Parts.end());
  auto Take = [&](StringRef Part) {
    auto *It = find(Parts, Part);
    if (It == Parts.end())
      return false;
    Parts.erase(It);
    return true;
  };
  MatrixOperation M;
  if (!Take("sync") || !Take("row") || !Take("col"))
    return std::nullopt;
  Take("aligned");
  M.Saturate = Take("satfinite");
  if (Take("popc")) {
    M.And = Take("and");
    if (!M.And && !Take("xor"))
      return std::nullopt;
  }
  if (Parts.size() != 5)
    return std::nullopt;
  StringRef Shape = Parts[0];
  unsigned Rows, Columns, K;
  if (!Shape.consume_front("m") || Shape.consumeInteger(10, Rows) ||
      !Shape.consume_front("n") || Shape.consumeInteger(10, Columns) ||
      !Shape.consume_front("k") || Shape.consumeInteger(10, K) ||
      !Shape.empty() || (Rows != 8 && Rows != 16) || Columns != 8)
    return std::nullopt;
  auto D = sumOf(Parts[1]), C = sumOf(Parts[4]);
  auto A = elementOf(Parts[2]), B = elementOf(Parts[3]);
  if (!D || !C || !A || !B || *C != *D)
    return std::nullopt;
  M.A = *A;
  M.B = *B;
  M.Accumulator = *D;
  M.Tall = Rows == 16;
  unsigned Step = 4 * MatrixOperation::perRegister(M.A);
  // m8n8k4 of f16 is another operation, of quarters of a warp.
  if (K % Step || !is_contained({1u, 2u, 4u}, K / Step))
    return std::nullopt;
  M.Steps = K / Step;
  if (M.Saturate && M.Accumulator != Sum::S32)
    return std::nullopt;
  if (!isKnown(M))
    return std::nullopt;
  return M;
}

/// The registers of an operand of \p Count; a single one may go without braces.
ArrayRef<PtxOperand> registers(const PtxOperand &O, unsigned Count) {
  if (O.is(PtxOperand::Kind::Vector))
    return O.Elements.size() == Count ? ArrayRef(O.Elements)
                                      : ArrayRef<PtxOperand>();
  return Count == 1 ? ArrayRef(O) : ArrayRef<PtxOperand>();
}

void exchange(PtxTranslator &T, Value *Give, Value *Take,
              const MatrixOperation &M) {
  auto &B = T.B;
  T.call("kmend_exchange", B.getVoidTy(),
         {B.getInt32(~0u), Give, Take, B.getInt32(M.encode())});
}

bool multiply(PtxTranslator &T, const PtxInstruction &I) {
  auto &B = T.B;
  auto M = parseMultiply(I);
  if (!M || I.Operands.size() != 4)
    return false;
  auto D = registers(I.Operands[0], M->registersC()),
       RA = registers(I.Operands[1], M->registersA()),
       RB = registers(I.Operands[2], M->registersB()),
       RC = registers(I.Operands[3], M->registersC());
  if (D.empty() || RA.empty() || RB.empty() || RC.empty())
    return false;
  unsigned Bits = 8 * M->registerBytes();
  Type *Word = T.intType(Bits);
  Value *Give =
      T.temporary(ArrayType::get(Word, RA.size() + RB.size() + RC.size()));
  Value *Take = T.temporary(ArrayType::get(Word, D.size()));
  unsigned At = 0;
  for (ArrayRef<PtxOperand> Each : {RA, RB, RC})
    for (const PtxOperand &O : Each)
      B.CreateStore(T.read(O, Bits), B.CreateConstGEP1_32(Word, Give, At++));
  exchange(T, Give, Take, *M);
  for (auto [N, O] : enumerate(D))
    T.write(O, B.CreateLoad(Word, B.CreateConstGEP1_32(Word, Take, N)));
  return true;
}

/// Of ldmatrix and stmatrix: everything but the direction.
std::optional<MatrixOperation> parseMove(const PtxInstruction &I) {
  PtxParts Parts(I);
  MatrixOperation M;
  bool Ok = Parts.take("sync");
  Parts.take("aligned");
  Ok &= Parts.take("m8n8");
  StringRef Count = Parts.takeOneOf({"x1", "x2", "x4"});
  M.Transposed = Parts.take("trans");
  Ok &= !Parts.takeOneOf({"shared", "shared::cta"}).empty();
  Ok &= Parts.take("b16");
  if (!Ok || Count.empty() || !Parts.done())
    return std::nullopt;
  M.Matrices = Count.back() - '0';
  return M;
}

bool load(PtxTranslator &T, const PtxInstruction &I) {
  auto &B = T.B;
  auto M = parseMove(I);
  if (!M || I.Operands.size() != 2)
    return false;
  M->OperationKind = MatrixOperation::Kind::Load;
  auto To = registers(I.Operands[0], M->Matrices);
  if (To.empty())
    return false;
  Value *Give = T.temporary(B.getInt64Ty());
  Value *Take = T.temporary(ArrayType::get(B.getInt32Ty(), To.size()));
  B.CreateStore(
      B.CreatePtrToInt(T.pointer(I.Operands[1], true), B.getInt64Ty()), Give);
  exchange(T, Give, Take, *M);
  for (auto [N, O] : enumerate(To))
    T.write(O, B.CreateLoad(B.getInt32Ty(),
                            B.CreateConstGEP1_32(B.getInt32Ty(), Take, N)));
  return true;
}

bool store(PtxTranslator &T, const PtxInstruction &I) {
  auto &B = T.B;
  auto M = parseMove(I);
  if (!M || I.Operands.size() != 2)
    return false;
  M->OperationKind = MatrixOperation::Kind::Store;
  auto From = registers(I.Operands[1], M->Matrices);
  if (From.empty())
    return false;
  Value *Give =
      T.temporary(ArrayType::get(B.getInt64Ty(), 1 + (From.size() + 1) / 2));
  B.CreateStore(
      B.CreatePtrToInt(T.pointer(I.Operands[0], true), B.getInt64Ty()), Give);
  for (auto [N, O] : enumerate(From))
    B.CreateStore(T.read(O, 32),
                  B.CreateConstGEP1_32(B.getInt32Ty(), Give, 2 + N));
  exchange(T, Give, ConstantPointerNull::get(T.ptrType()), *M);
  return true;
}

bool transpose(PtxTranslator &T, const PtxInstruction &I) {
  auto &B = T.B;
  PtxParts Parts(I);
  bool Ok = Parts.take("sync");
  Parts.take("aligned");
  Ok &= Parts.take("m8n8") && Parts.take("trans") && Parts.take("b16");
  if (!Ok || !Parts.done() || I.Operands.size() != 2)
    return false;
  MatrixOperation M;
  M.OperationKind = MatrixOperation::Kind::Transpose;
  Value *Give = T.temporary(B.getInt32Ty()),
        *Take = T.temporary(B.getInt32Ty());
  B.CreateStore(T.read(I.Operands[1], 32), Give);
  exchange(T, Give, Take, M);
  T.write(I.Operands[0], B.CreateLoad(B.getInt32Ty(), Take));
  return true;
}

} // namespace

ArrayRef<PtxEntry> ptxMatrix() {
  static constexpr PtxEntry Entries[] = {
      {"mma", multiply},
      {"ldmatrix", load},
      {"stmatrix", store},
      {"movmatrix", transpose},
  };
  return Entries;
}

} // namespace kmend
