//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reductions over a block, in the order of each of CUB's algorithms.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_CUB_REDUCE_H
#define KMEND_CUB_REDUCE_H

#include "cub_warp.h"

namespace cub {

enum BlockReduceAlgorithm {
  BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY,
  BLOCK_REDUCE_RAKING,
  BLOCK_REDUCE_WARP_REDUCTIONS,
  BLOCK_REDUCE_WARP_REDUCTIONS_NONDETERMINISTIC
};

template <class T, int X,
          BlockReduceAlgorithm Algorithm = BLOCK_REDUCE_WARP_REDUCTIONS,
          int Y = 1, int Z = 1, int = 0>
class BlockReduce {
  static constexpr int Threads = X * Y * Z;
  static constexpr int Warp = Threads < 32 ? Threads : 32;
  static constexpr int Warps = (Threads + 31) / 32;
  // Raking: one warp, each lane of which sums a segment.
  static constexpr int Segment = (Threads + Warp - 1) / Warp;
  static constexpr int Rakers = (Threads + Segment - 1) / Segment;

  struct Storage {
    detail::kmend_storage<T> items[Threads];
  };

public:
  struct TempStorage {
    Storage storage;
    __device__ TempStorage &Alias() { return *this; }
  };

private:
  Storage &storage;
  int tid;

  __device__ static Storage &own() {
    __shared__ Storage s;
    return s;
  }
  __device__ T &item(int i) { return storage.items[i].alias(); }

  template <class Op> __device__ T byWarps(T v, Op op, int valid) {
    typename WarpReduce<T, Warp>::TempStorage none;
    int first = tid / 32 * 32, here = valid - first;
    v = WarpReduce<T, Warp>(none).Reduce(v, op, here < Warp ? here : Warp);
    if (tid % 32 == 0)
      item(tid / 32) = v;
    __syncthreads();
    if (tid == 0)
      for (int w = 1; w < Warps && w * Warp < valid; ++w)
        v = op(v, item(w));
    return v;
  }
  template <class Op> __device__ T byRaking(T v, Op op, int valid) {
    typename WarpReduce<T, Rakers>::TempStorage none;
    if (Rakers == Threads)
      return WarpReduce<T, Rakers>(none).Reduce(v, op, valid);
    item(tid) = v;
    __syncthreads();
    if (tid < Rakers) {
      v = item(tid * Segment);
      for (int i = 1; i < Segment && tid * Segment + i < valid; ++i)
        v = op(v, item(tid * Segment + i));
      v = WarpReduce<T, Rakers>(none).Reduce(v, op,
                                             (valid + Segment - 1) / Segment);
    }
    return v;
  }
  // The first warp adds what the others gave to its own values.
  template <class Op> __device__ T byCommutativeRaking(T v, Op op, int valid) {
    if (Threads % 32 != 0 || Threads <= 32 || valid < Threads)
      return byRaking(v, op, valid);
    constexpr int Length = Threads > 32 ? (Threads - 32) / 32 : 1;
    typename WarpReduce<T>::TempStorage none;
    if (tid >= 32)
      item(tid - 32) = v;
    __syncthreads();
    if (tid < 32) {
      T items[Length + 1];
      items[0] = v;
      for (int i = 0; i < Length; ++i)
        items[i + 1] = item(tid * Length + i);
      v = WarpReduce<T>(none).Reduce(
          detail::kmend_reduce_items(items, Length + 1, op), op);
    }
    return v;
  }

public:
  __device__ BlockReduce() : storage(own()), tid(RowMajorTid(X, Y, Z)) {}
  __device__ BlockReduce(TempStorage &s)
      : storage(s.storage), tid(RowMajorTid(X, Y, Z)) {}

  /// Only thread 0 has the result.
  template <class Op> __device__ T Reduce(T v, Op op, int valid) {
    if (valid > Threads)
      valid = Threads;
    return Algorithm == BLOCK_REDUCE_RAKING ? byRaking(v, op, valid)
           : Algorithm == BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY
               ? byCommutativeRaking(v, op, valid)
               : byWarps(v, op, valid);
  }
  template <class Op> __device__ T Reduce(T v, Op op) {
    return Reduce(v, op, Threads);
  }
  template <int N, class Op> __device__ T Reduce(T (&v)[N], Op op) {
    return Reduce(ThreadReduce(v, op), op);
  }
  __device__ T Sum(T v) { return Reduce(v, cub::Sum()); }
  __device__ T Sum(T v, int valid) { return Reduce(v, cub::Sum(), valid); }
  template <int N> __device__ T Sum(T (&v)[N]) { return Reduce(v, cub::Sum()); }
};

} // namespace cub

#endif // KMEND_CUB_REDUCE_H
