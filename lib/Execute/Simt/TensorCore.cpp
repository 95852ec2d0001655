//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorCore.h"
#include "SmallFloats.h"
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>

namespace kmend {

namespace {

using Element = MatrixOperation::Element;
using Sum = MatrixOperation::Sum;

constexpr unsigned MaxK = 64; ///< of numbers; bits are counted by words

/// Both factors as their lanes hold them, row by row; B by columns.
template <typename T> struct Raw {
  T A[16][MaxK], B[8][MaxK];
};

/// Spreads the registers of all lanes over \p Into: 4 (or 8) bytes a register
/// are elements that lie side by side, whatever their size.
void gather(const MatrixOperation &M, const MatrixLane *Lanes, char *A,
            size_t RowBytesA, char *B, size_t RowBytesB) {
  const unsigned Bytes = M.registerBytes(), Halves = M.Tall ? 2 : 1;
  for (unsigned L = 0; L != 32; ++L) {
    auto *From = static_cast<const char *>(Lanes[L].Give);
    static const char Zeros[8 * 16] = {};
    if (!From)
      From = Zeros;
    unsigned G = L / 4, T = L % 4;
    for (unsigned S = 0; S != M.Steps; ++S) {
      size_t Column = (4 * S + T) * Bytes;
      for (unsigned H = 0; H != Halves; ++H)
        std::memcpy(A + (G + 8 * H) * RowBytesA + Column,
                    From + (S * Halves + H) * Bytes, Bytes);
      std::memcpy(B + G * RowBytesB + Column,
                  From + (M.registersA() + S) * Bytes, Bytes);
    }
  }
}

/// Elements of \p E as they lie in registers, widened.
template <typename To>
[[gnu::always_inline]] inline void widen(Element E, const void *From, To *Into,
                                         unsigned Count) {
  auto Each = [&](auto Word, auto Convert) {
    using W = decltype(Word);
    W Words[16 * MaxK];
    std::memcpy(Words, From, Count * sizeof(W));
    for (unsigned I = 0; I != Count; ++I)
      Into[I] = To(Convert(Words[I]));
  };
  switch (E) {
  case Element::F16:
    return Each(uint16_t(), halfToFloat);
  case Element::BF16:
    return Each(uint16_t(), bfloatToFloat);
  case Element::TF32: // the low 13 bits are not looked at
    return Each(uint32_t(),
                [](uint32_t W) { return std::bit_cast<float>(W & ~0x1fffu); });
  case Element::F64:
    return Each(double(), [](double D) { return D; });
  case Element::S8:
    return Each(int8_t(), [](int8_t V) { return V; });
  case Element::U8:
    return Each(uint8_t(), [](uint8_t V) { return V; });
  case Element::E4M3:
  case Element::E5M2: {
    static const auto Tables = [] {
      std::array<std::array<float, 256>, 2> Made;
      for (unsigned Wide = 0; Wide != 2; ++Wide)
        for (unsigned V = 0; V != 256; ++V)
          Made[Wide][V] = fp8ToFloat(V, Wide);
      return Made;
    }();
    const auto &Table = Tables[E == Element::E5M2];
    return Each(uint8_t(), [&](uint8_t V) { return Table[V]; });
  }
  default: {
    auto *Bytes = static_cast<const uint8_t *>(From);
    for (unsigned I = 0; I != Count; ++I) {
      int V = Bytes[I / 2] >> (I % 2 * 4) & 15;
      Into[I] = To(E == Element::S4 && V > 7 ? V - 16 : V);
    }
  }
  }
}

/// Acc[i][n] += sum over k of A[i][k] * B[k][n]; the eight columns go abreast.
template <typename T>
[[gnu::always_inline]] inline void
multiplyRows(const T *A, const T *B, T (*Acc)[8], unsigned Rows, unsigned K) {
  typedef T Eight __attribute__((vector_size(8 * sizeof(T))));
  for (unsigned I = 0; I != Rows; ++I) {
    Eight Row, Other;
    std::memcpy(&Row, Acc[I], sizeof(Row));
    for (unsigned X = 0; X != K; ++X) {
      std::memcpy(&Other, B + X * 8, sizeof(Other));
      Row += Other * A[I * K + X];
    }
    std::memcpy(Acc[I], &Row, sizeof(Row));
  }
}

void multiplyFused(const double *A, const double *B, double (*Acc)[8],
                   unsigned Rows, unsigned K) {
  for (unsigned I = 0; I != Rows; ++I)
    for (unsigned X = 0; X != K; ++X)
      for (unsigned N = 0; N != 8; ++N)
        Acc[I][N] = std::fma(A[I * K + X], B[X * 8 + N], Acc[I][N]);
}

float toFloat(double Value) {
  return std::isnan(Value) ? std::bit_cast<float>(0x7fffffffu) : float(Value);
}

/// Calls \p Do(row, column, register bytes of C, register bytes of D).
template <typename F>
void eachSum(const MatrixOperation &M, const MatrixLane *Lanes, F Do) {
  const unsigned Bytes = M.registerBytes();
  const unsigned Skip = (M.registersA() + M.registersB()) * Bytes;
  const unsigned Each = M.Accumulator == Sum::F16 ? 2 : Bytes;
  for (unsigned L = 0; L != 32; ++L) {
    auto *C = static_cast<const char *>(Lanes[L].Give);
    auto *D = static_cast<char *>(Lanes[L].Take);
    for (unsigned H = 0; H != (M.Tall ? 2u : 1u); ++H)
      for (unsigned N = 0; N != 2; ++N)
        Do(L / 4 + 8 * H, L % 4 * 2 + N,
           C ? C + Skip + (2 * H + N) * Each : nullptr,
           D ? D + (2 * H + N) * Each : nullptr);
  }
}

template <typename T> T get(const char *From) {
  T V{};
  if (From)
    std::memcpy(&V, From, sizeof(T));
  return V;
}
template <typename T> void put(char *To, T V) {
  if (To)
    std::memcpy(To, &V, sizeof(T));
}

[[gnu::always_inline]] inline void multiplyAny(const MatrixOperation &M,
                                               MatrixLane *Lanes) {
  const unsigned Rows = M.Tall ? 16 : 8;
  const unsigned E = MatrixOperation::perRegister(M.A), K = 4 * E * M.Steps;
  alignas(32) char RawA[16 * MaxK * 4], RawB[8 * MaxK * 4];
  const size_t RowBytes = 4 * M.Steps * M.registerBytes();
  gather(M, Lanes, RawA, RowBytes, RawB, RowBytes);

  alignas(32) double A[16 * MaxK], BT[8 * MaxK], B[MaxK * 8], Acc[16][8];
  widen(M.A, RawA, A, Rows * K);
  widen(M.B, RawB, BT, 8 * K);
  for (unsigned X = 0; X != K; ++X)
    for (unsigned N = 0; N != 8; ++N)
      B[X * 8 + N] = BT[N * K + X];

  eachSum(M, Lanes, [&](unsigned R, unsigned C, const char *From, char *) {
    Acc[R][C] = M.Accumulator == Sum::F64   ? get<double>(From)
                : M.Accumulator == Sum::F16 ? halfToFloat(get<uint16_t>(From))
                                            : get<float>(From);
  });
  if (M.Accumulator == Sum::F64)
    multiplyFused(A, B, Acc, Rows, K);
  else
    multiplyRows(A, B, Acc, Rows, K);
  eachSum(M, Lanes, [&](unsigned R, unsigned C, const char *, char *To) {
    if (M.Accumulator == Sum::F64)
      put(To, Acc[R][C]);
    else if (M.Accumulator == Sum::F16)
      put(To, doubleToHalf(Acc[R][C]));
    else
      put(To, toFloat(Acc[R][C]));
  });
}

// The same bits either way: products are exact in double, so that a fused
// multiply and add rounds as the two do. f64, where they are not, is written
// with std::fma.
[[gnu::target("avx2,fma,f16c")]] void multiplyWide(const MatrixOperation &M,
                                                   MatrixLane *Lanes) {
  multiplyAny(M, Lanes);
}
void multiplyNarrow(const MatrixOperation &M, MatrixLane *Lanes) {
  multiplyAny(M, Lanes);
}

void multiplyFloats(const MatrixOperation &M, MatrixLane *Lanes) {
  static const bool Wide = __builtin_cpu_supports("avx2") &&
                           __builtin_cpu_supports("fma") &&
                           __builtin_cpu_supports("f16c");
  (Wide ? multiplyWide : multiplyNarrow)(M, Lanes);
}

void multiplyIntegers(const MatrixOperation &M, MatrixLane *Lanes) {
  const unsigned Rows = M.Tall ? 16 : 8;
  const unsigned E = MatrixOperation::perRegister(M.A), K = 4 * E * M.Steps;
  const size_t RowBytes = 4 * M.Steps * 4;
  alignas(32) char RawA[16 * MaxK], RawB[8 * MaxK];
  gather(M, Lanes, RawA, RowBytes, RawB, RowBytes);
  int Acc[16][8] = {};
  if (M.A == Element::B1) {
    for (unsigned R = 0; R != Rows; ++R)
      for (unsigned N = 0; N != 8; ++N)
        for (unsigned W = 0; W != RowBytes; W += 4) {
          uint32_t X = get<uint32_t>(RawA + R * RowBytes + W),
                   Y = get<uint32_t>(RawB + N * RowBytes + W);
          Acc[R][N] += std::popcount(M.And ? X & Y : X ^ Y);
        }
  } else {
    // At most 64 products below 2^16 each: no sum of them overflows.
    int A[16 * MaxK], BT[8 * MaxK], B[MaxK * 8];
    widen(M.A, RawA, A, Rows * K);
    widen(M.B, RawB, BT, 8 * K);
    for (unsigned X = 0; X != K; ++X)
      for (unsigned N = 0; N != 8; ++N)
        B[X * 8 + N] = BT[N * K + X];
    multiplyRows(A, B, Acc, Rows, K);
  }
  eachSum(M, Lanes, [&](unsigned R, unsigned C, const char *From, char *To) {
    int64_t Total = int64_t(get<int32_t>(From)) + Acc[R][C];
    if (M.Saturate)
      Total = std::clamp<int64_t>(Total, INT32_MIN, INT32_MAX);
    put(To, int32_t(uint32_t(Total)));
  });
}

/// Row r of matrix j is the 16 bytes that lane 8j + r names. Lane l gets of
/// each matrix the elements 2(l % 4) and 2(l % 4) + 1 of row l / 4; transposed,
/// those of column l / 4.
void loadMatrices(const MatrixOperation &M, MatrixLane *Lanes) {
  for (unsigned J = 0; J != M.Matrices; ++J) {
    uint16_t Tile[8][8] = {};
    for (unsigned R = 0; R != 8; ++R)
      if (const void *Give = Lanes[8 * J + R].Give) {
        const void *Row;
        std::memcpy(&Row, Give, sizeof(Row));
        std::memcpy(Tile[R], Row, sizeof(Tile[R]));
      }
    for (unsigned L = 0; L != 32; ++L) {
      if (!Lanes[L].Take)
        continue;
      unsigned G = L / 4, C = L % 4 * 2;
      uint16_t Two[2] = {M.Transposed ? Tile[C][G] : Tile[G][C],
                         M.Transposed ? Tile[C + 1][G] : Tile[G][C + 1]};
      std::memcpy(static_cast<char *>(Lanes[L].Take) + 4 * J, Two, 4);
    }
  }
}

void storeMatrices(const MatrixOperation &M, MatrixLane *Lanes) {
  for (unsigned J = 0; J != M.Matrices; ++J) {
    uint16_t Tile[8][8] = {};
    for (unsigned L = 0; L != 32; ++L) {
      uint16_t Two[2] = {};
      if (auto *Give = static_cast<const char *>(Lanes[L].Give))
        std::memcpy(Two, Give + 8 + 4 * J, 4);
      for (unsigned N = 0; N != 2; ++N)
        (M.Transposed ? Tile[L % 4 * 2 + N][L / 4]
                      : Tile[L / 4][L % 4 * 2 + N]) = Two[N];
    }
    for (unsigned R = 0; R != 8; ++R)
      if (const void *Give = Lanes[8 * J + R].Give) {
        void *Row;
        std::memcpy(&Row, Give, sizeof(Row));
        std::memcpy(Row, Tile[R], sizeof(Tile[R]));
      }
  }
}

void transposeMatrix(MatrixLane *Lanes) {
  uint16_t Tile[8][8] = {};
  for (unsigned L = 0; L != 32; ++L)
    if (Lanes[L].Give)
      std::memcpy(&Tile[L / 4][L % 4 * 2], Lanes[L].Give, 4);
  for (unsigned L = 0; L != 32; ++L) {
    uint16_t Two[2] = {Tile[L % 4 * 2][L / 4], Tile[L % 4 * 2 + 1][L / 4]};
    if (Lanes[L].Take)
      std::memcpy(Lanes[L].Take, Two, 4);
  }
}

} // namespace

void runMatrixOperation(MatrixOperation M, MatrixLane *Lanes) {
  switch (M.OperationKind) {
  case MatrixOperation::Kind::Multiply:
    return M.Accumulator == Sum::S32 ? multiplyIntegers(M, Lanes)
                                     : multiplyFloats(M, Lanes);
  case MatrixOperation::Kind::Load:
    return loadMatrices(M, Lanes);
  case MatrixOperation::Kind::Store:
    return storeMatrices(M, Lanes);
  case MatrixOperation::Kind::Transpose:
    return transposeMatrix(Lanes);
  }
}

} // namespace kmend
