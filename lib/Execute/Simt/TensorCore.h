//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matrix operations of a warp: mma.sync, ldmatrix, stmatrix, movmatrix. All
// lanes bring their fragments; the last to arrive computes for all.
//
// Fragments (PTX ISA, "Matrix Fragments for mma"). A register holds E elements
// (2 of 16 bits, 4 of 8, 8 of 4, 32 of one; 1 of tf32 and f64). Lane l has the
// group g = l / 4 and the place t = l % 4 in it.
//   A, rows x K: register s * (rows / 8) + h holds row g + 8h,
//                columns 4Es + Et + (0 .. E - 1)
//   B, K x 8:    register s holds column g, rows 4Es + Et + (0 .. E - 1)
//   C, D, rows x 8: registers 2h and 2h + 1 hold row g + 8h, columns 2t and
//                2t + 1; with 16-bit sums both lie in register h
// with s from 0 to steps - 1 and K = 4E * steps. Every shape of mma.sync since
// sm_80 is of this form.
//
// Arithmetic. Products are exact. With floating sums they and C are added in
// double, in the order of k, and rounded once, to nearest. Hardware adds in
// blocks and cuts off bits below the largest term: its result lies within
// (K + 1) * 2^-23 * max(|c|, |a * b|) of ours. A NaN is 0x7fffffff. Integer
// sums wrap, or saturate as `.satfinite` asks, once at the end.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_EXECUTE_SIMT_TENSORCORE_H
#define KMEND_LIB_EXECUTE_SIMT_TENSORCORE_H

#include <cstdint>

namespace kmend {

/// What a warp is to do, coded into the last argument of kmend_exchange
/// (runtime/cuda/kmend/abi.h): negative, where an exchange of bytes is not.
struct MatrixOperation {
  enum class Kind : uint8_t { Multiply, Load, Store, Transpose };
  enum class Element : uint8_t {
    F16,
    BF16,
    TF32,
    F64,
    S8,
    U8,
    S4,
    U4,
    B1,
    E4M3,
    E5M2
  };
  enum class Sum : uint8_t { F32, F16, S32, F64 };

  Kind OperationKind = Kind::Multiply;
  // Of Multiply.
  Element A = Element::F16, B = Element::F16;
  Sum Accumulator = Sum::F32;
  bool Tall = true;      ///< 16 rows, else 8
  uint8_t Steps = 2;     ///< 1, 2 or 4
  bool Saturate = false; ///< of integer sums
  bool And = false;      ///< of bits: and, else exclusive or
  // Of Load and Store.
  uint8_t Matrices = 1; ///< 1, 2 or 4, of 8 x 8 elements of 16 bits
  bool Transposed = false;

  constexpr int encode() const {
    uint32_t Code = 0x80000000u | unsigned(OperationKind) | unsigned(A) << 2 |
                    unsigned(B) << 6 | unsigned(Accumulator) << 10 |
                    unsigned(Tall) << 12 | unsigned(Steps) << 13 |
                    unsigned(Saturate) << 16 | unsigned(And) << 17 |
                    unsigned(Matrices) << 18 | unsigned(Transposed) << 21;
    return int(Code);
  }
  static constexpr MatrixOperation decode(int Encoded) {
    uint32_t Code = Encoded;
    MatrixOperation M;
    M.OperationKind = Kind(Code & 3);
    M.A = Element(Code >> 2 & 15);
    M.B = Element(Code >> 6 & 15);
    M.Accumulator = Sum(Code >> 10 & 3);
    M.Tall = Code >> 12 & 1;
    M.Steps = Code >> 13 & 7;
    M.Saturate = Code >> 16 & 1;
    M.And = Code >> 17 & 1;
    M.Matrices = Code >> 18 & 7;
    M.Transposed = Code >> 21 & 1;
    return M;
  }

  static constexpr unsigned perRegister(Element E) {
    switch (E) {
    case Element::F16:
    case Element::BF16:
      return 2;
    case Element::TF32:
    case Element::F64:
      return 1;
    case Element::S4:
    case Element::U4:
      return 8;
    case Element::B1:
      return 32;
    default:
      return 4;
    }
  }
  constexpr unsigned registerBytes() const {
    return Accumulator == Sum::F64 ? 8 : 4;
  }
  constexpr unsigned registersA() const { return Steps * (Tall ? 2 : 1); }
  constexpr unsigned registersB() const { return Steps; }
  constexpr unsigned registersC() const {
    return (Accumulator == Sum::F16 ? 1 : 2) * (Tall ? 2 : 1);
  }
};

/// What one lane brings and where its part of the result goes.
///   Multiply: registers of A, of B, of C; D
///   Load: the 64-bit address of its row; Matrices words
///   Store: the address, then Matrices words; nothing
///   Transpose: one word; one word
struct MatrixLane {
  const void *Give = nullptr;
  void *Take = nullptr;
};

/// Computes for all 32 lanes. A lane without Give counts as zeros; of rows that
/// such a lane should name nothing is loaded.
void runMatrixOperation(MatrixOperation Operation, MatrixLane *Lanes);

} // namespace kmend

#endif // KMEND_LIB_EXECUTE_SIMT_TENSORCORE_H
