//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nvcuda::wmma on the matrix operations of the executor.
//
// Every shape is made of tiles m16n8 (m8n8 of double). The elements of a
// fragment lie as mma.sync wants them (PTX ISA, "Matrix Fragments for mma"):
// of lane l = 4g + t,
//   the long side (A; B where n is 32): tile by tile of 16 rows, row g + 8h,
//   the short side: tile by tile of 8 columns,
//   accumulators: tile by tile, row g + 8h, columns 2t and 2t + 1.
// Where the toolkit keeps more elements than that (16 of __half), the rest
// repeats the first.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_WMMA_H
#define KMEND_WMMA_H

#include "../cuda_bf16.h"
#include "../cuda_fp16.h"
#include "abi.h"

namespace nvcuda {
namespace wmma {

struct row_major;
struct col_major;
struct matrix_a;
struct matrix_b;
struct accumulator;
enum layout_t { mem_row_major, mem_col_major };
namespace precision {
struct tf32;
}
namespace experimental {
namespace precision {
#define KMEND_REFUSED_PRECISION                                                \
  __attribute__((unavailable(                                                  \
      "kmend-unsupported: wmma of 4 bits and of one; use --executor cuda")))
struct KMEND_REFUSED_PRECISION u4;
struct KMEND_REFUSED_PRECISION s4;
struct KMEND_REFUSED_PRECISION b1;
#undef KMEND_REFUSED_PRECISION
} // namespace precision
} // namespace experimental

KMEND_D float __float_to_tf32(float in) {
  unsigned bits = __float_as_uint(in);
  // Ties away from zero; infinities and NaNs stay.
  if ((bits & 0x7f800000u) != 0x7f800000u)
    bits = (bits + 0x1000u) & ~0x1fffu;
  return __uint_as_float(bits);
}

// The element codes of lib/Execute/Simt/TensorCore.h.
template <class T> struct kmend_element;
#define KMEND_ELEMENT(T, STORED, CODE)                                         \
  template <> struct kmend_element<T> {                                        \
    typedef STORED stored;                                                     \
    static constexpr unsigned code = CODE;                                     \
  };
KMEND_ELEMENT(__half, __half, 0)
KMEND_ELEMENT(__nv_bfloat16, __nv_bfloat16, 1)
KMEND_ELEMENT(precision::tf32, float, 2)
KMEND_ELEMENT(double, double, 3)
KMEND_ELEMENT(signed char, signed char, 4)
KMEND_ELEMENT(unsigned char, unsigned char, 5)
KMEND_ELEMENT(float, float, 15)
KMEND_ELEMENT(int, int, 15)
#undef KMEND_ELEMENT
template <class T> struct kmend_sum;
template <> struct kmend_sum<float> {
  static constexpr unsigned code = 0;
};
template <> struct kmend_sum<__half> {
  static constexpr unsigned code = 1;
};
template <> struct kmend_sum<int> {
  static constexpr unsigned code = 2;
};
template <> struct kmend_sum<double> {
  static constexpr unsigned code = 3;
};

template <class T, int Size> struct __frag_base {
  typedef T element_type;
  typedef T storage_element_type;
  T x[Size];
  enum { num_elements = Size, num_storage_elements = Size };
};

template <class Use, int m, int n, int k, class T, class Layout = void>
class fragment;

// A shape for one type: how many elements of a lane the factors have in the
// toolkit's headers, and in tiles.
#define KMEND_FRAGMENT(M, N, K, T, SIZE_A, SIZE_B)                             \
  template <class Layout>                                                      \
  class fragment<matrix_a, M, N, K, T, Layout>                                 \
      : public __frag_base<kmend_element<T>::stored, SIZE_A> {};               \
  template <class Layout>                                                      \
  class fragment<matrix_b, M, N, K, T, Layout>                                 \
      : public __frag_base<kmend_element<T>::stored, SIZE_B> {};
#define KMEND_SUMS(M, N, K, T, SIZE)                                           \
  template <>                                                                  \
  class fragment<accumulator, M, N, K, T, void>                                \
      : public __frag_base<T, SIZE> {};
#define KMEND_SHAPE(M, N, K, A, B)                                             \
  KMEND_FRAGMENT(M, N, K, __half, 16, 16)                                      \
  KMEND_FRAGMENT(M, N, K, __nv_bfloat16, A, B)                                 \
  KMEND_FRAGMENT(M, N, K, signed char, A, B)                                   \
  KMEND_FRAGMENT(M, N, K, unsigned char, A, B)                                 \
  KMEND_SUMS(M, N, K, float, 8)                                                \
  KMEND_SUMS(M, N, K, __half, 8)                                               \
  KMEND_SUMS(M, N, K, int, 8)
KMEND_SHAPE(16, 16, 16, 8, 8)
KMEND_SHAPE(32, 8, 16, 16, 4)
KMEND_SHAPE(8, 32, 16, 4, 16)
KMEND_FRAGMENT(16, 16, 8, precision::tf32, 4, 4)
KMEND_SUMS(16, 16, 8, float, 8)
KMEND_FRAGMENT(8, 8, 4, double, 1, 1)
KMEND_SUMS(8, 8, 4, double, 2)
#undef KMEND_SHAPE
#undef KMEND_SUMS
#undef KMEND_FRAGMENT

// Where element i of a factor lies: which line of the long side (row of A or
// column of B) and which step along k. TALL: tiles of 16 lines, else of 8.
struct kmend_place {
  int line, along;
};
template <bool TALL, int K, class T>
KMEND_D kmend_place kmend_factor_place(int i) {
  constexpr int E = sizeof(T) >= 4 ? 1 : 4 / sizeof(T); // of a register
  constexpr int Steps = K / (4 * E), Halves = TALL ? 2 : 1;
  constexpr int Tile = E * Steps * Halves;
  int lane = kmend_lane(), tile = i / Tile, reg = i % Tile / E;
  return {tile * 8 * Halves + reg % Halves * 8 + lane / 4,
          reg / Halves * 4 * E + lane % 4 * E + i % E};
}
template <int M, int K> struct kmend_counts {
  // Elements of one lane: both sides of 32 lanes together hold the matrix.
  static constexpr int value = M * K / 32;
};
// Row and column of element i of an accumulator. Of 8 x 32 the transposed
// matrix is what the tiles hold.
template <int M> KMEND_D void kmend_sum_place(int i, int &row, int &col) {
  int lane = kmend_lane(), tile = i / 4, in = i % 4;
  int tall = (M == 8    ? 16 * tile
              : M == 32 ? 16 * tile
                        : 0) +
             in / 2 * 8 + lane / 4;
  int flat = (M == 16 ? 8 * tile : 0) + lane % 4 * 2 + in % 2;
  row = M == 8 ? flat : tall;
  col = M == 8 ? tall : flat;
}

template <class T> struct kmend_is_row {
  static constexpr bool value = false;
};
template <> struct kmend_is_row<row_major> {
  static constexpr bool value = true;
};

template <bool TALL, int LINES, int K, class F, class T>
KMEND_D void kmend_load_factor(F &f, const T *p, unsigned ldm, bool alongK) {
  constexpr int Real = kmend_counts<LINES, K>::value;
  kmend_syncwarp(0xffffffffu);
#pragma unroll
  for (int i = 0; i < Real; ++i) {
    kmend_place at = kmend_factor_place<TALL, K, T>(i);
    f.x[i] = alongK ? p[(size_t)at.line * ldm + at.along]
                    : p[(size_t)at.along * ldm + at.line];
  }
  for (int i = Real; i < F::num_elements; ++i)
    f.x[i] = f.x[i % Real];
}

template <int m, int n, int k, class T, class Layout>
KMEND_D void load_matrix_sync(fragment<matrix_a, m, n, k, T, Layout> &a,
                              const typename kmend_element<T>::stored *p,
                              unsigned ldm) {
  kmend_load_factor<(m >= 16), m, k>(a, p, ldm, kmend_is_row<Layout>::value);
}
template <int m, int n, int k, class T, class Layout>
KMEND_D void load_matrix_sync(fragment<matrix_b, m, n, k, T, Layout> &b,
                              const typename kmend_element<T>::stored *p,
                              unsigned ldm) {
  kmend_load_factor<(m == 8 && n == 32), n, k>(b, p, ldm,
                                               !kmend_is_row<Layout>::value);
}
template <int m, int n, int k, class T>
KMEND_D void load_matrix_sync(fragment<accumulator, m, n, k, T> &a, const T *p,
                              unsigned ldm, layout_t layout) {
  kmend_syncwarp(0xffffffffu);
#pragma unroll
  for (int i = 0; i < (int)a.num_elements; ++i) {
    int row, col;
    kmend_sum_place<(n == 8 && m == 8 ? 0 : m)>(i, row, col);
    a.x[i] = layout == mem_row_major ? p[(size_t)row * ldm + col]
                                     : p[(size_t)col * ldm + row];
  }
}
template <int m, int n, int k, class T>
KMEND_D void store_matrix_sync(T *p, const fragment<accumulator, m, n, k, T> &a,
                               unsigned ldm, layout_t layout) {
  kmend_syncwarp(0xffffffffu);
#pragma unroll
  for (int i = 0; i < (int)a.num_elements; ++i) {
    int row, col;
    kmend_sum_place<(n == 8 && m == 8 ? 0 : m)>(i, row, col);
    p[layout == mem_row_major ? (size_t)row * ldm + col
                              : (size_t)col * ldm + row] = a.x[i];
  }
}

template <class Use, int m, int n, int k, class T, class Layout>
KMEND_D void fill_fragment(fragment<Use, m, n, k, T, Layout> &f,
                           typename kmend_element<T>::stored value) {
  for (int i = 0; i < (int)f.num_elements; ++i)
    f.x[i] = value;
}

// One tile: registers of A, of B, of C; D.
template <unsigned CODE, int A, int B, int C>
KMEND_D void kmend_multiply_tile(void *d, const void *a, const void *b,
                                 const void *c) {
  char give[A + B + C];
  __builtin_memcpy(give, a, A);
  __builtin_memcpy(give + A, b, B);
  __builtin_memcpy(give + A + B, c, C);
  char take[C];
  kmend_exchange(0xffffffffu, give, take, (int)CODE);
  __builtin_memcpy(d, take, C);
}

template <int m, int n, int k, class TA, class TB, class LA, class LB, class T>
KMEND_D void mma_sync(fragment<accumulator, m, n, k, T> &d,
                      const fragment<matrix_a, m, n, k, TA, LA> &a,
                      const fragment<matrix_b, m, n, k, TB, LB> &b,
                      const fragment<accumulator, m, n, k, T> &c,
                      bool satf = false) {
  typedef typename kmend_element<TA>::stored S;
  constexpr int Size = sizeof(S), E = Size >= 4 ? 1 : 4 / Size;
  constexpr bool Square = m == 8 && n == 8, Flat = m == 8 && n == 32;
  constexpr int Steps = k / (4 * E);
  constexpr int Tall = Steps * E * (Square ? 1 : 2), Short = Steps * E;
  constexpr int Sums = Square ? 2 : 4, Tiles = Square ? 1 : 2;
  // Of 8 x 32 the tiles are those of the transposed product.
  constexpr unsigned First = Flat ? kmend_element<TB>::code
                                  : kmend_element<TA>::code,
                     Second = Flat ? kmend_element<TA>::code
                                   : kmend_element<TB>::code;
  constexpr unsigned Code = 0x80000000u | First << 2 | Second << 6 |
                            kmend_sum<T>::code << 10 | (unsigned)!Square << 12 |
                            (unsigned)Steps << 13 | 1u << 18;
  fragment<accumulator, m, n, k, T> r;
#pragma unroll
  for (int tile = 0; tile < Tiles; ++tile) {
    // The long side moves from tile to tile: of A, or of B where n is longer.
    const S *tall =
        Flat ? (const S *)b.x + tile * Tall : a.x + (m == 32 ? tile * Tall : 0);
    const S *flat = Flat ? a.x : (const S *)b.x + (m == 16 ? tile * Short : 0);
    if (satf && kmend_sum<T>::code == 2)
      kmend_multiply_tile<Code | 1u << 16, Tall * Size, Short * Size,
                          Sums * (int)sizeof(T)>(r.x + tile * Sums, tall, flat,
                                                 c.x + tile * Sums);
    else
      kmend_multiply_tile<Code, Tall * Size, Short * Size,
                          Sums *(int)sizeof(T)>(r.x + tile * Sums, tall, flat,
                                                c.x + tile * Sums);
  }
  d = r;
}
// Sums of another type than what is added to them.
template <int m, int n, int k, class LA, class LB>
KMEND_D void mma_sync(fragment<accumulator, m, n, k, float> &d,
                      const fragment<matrix_a, m, n, k, __half, LA> &a,
                      const fragment<matrix_b, m, n, k, __half, LB> &b,
                      const fragment<accumulator, m, n, k, __half> &c) {
  fragment<accumulator, m, n, k, float> wide;
  for (int i = 0; i < 8; ++i)
    wide.x[i] = __half2float(c.x[i]);
  mma_sync(d, a, b, wide);
}

} // namespace wmma
} // namespace nvcuda

#endif // KMEND_WMMA_H
