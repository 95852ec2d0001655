//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Scans over a block, warp by warp.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_CUB_SCAN_H
#define KMEND_CUB_SCAN_H

#include "cub_warp.h"

namespace cub {

enum BlockScanAlgorithm {
  BLOCK_SCAN_RAKING,
  BLOCK_SCAN_RAKING_MEMOIZE,
  BLOCK_SCAN_WARP_SCANS
};

namespace detail {
// What comes before the block: nothing, a value, or what a callback says.
template <class T> struct kmend_no_seed {
  static constexpr bool value = false;
  __device__ T operator()(T sum) { return sum; }
};
template <class T> struct kmend_initial {
  static constexpr bool value = true;
  T initial;
  __device__ T operator()(T) { return initial; }
};
template <class T, class Callback> struct kmend_running {
  static constexpr bool value = true;
  Callback &callback;
  __device__ T operator()(T sum) { return callback(sum); }
};
} // namespace detail

template <class T, int X, BlockScanAlgorithm Algorithm = BLOCK_SCAN_RAKING,
          int Y = 1, int Z = 1, int = 0>
class BlockScan {
  static constexpr int Threads = X * Y * Z, Warps = (Threads + 31) / 32;
  static constexpr bool ByWarps =
      Algorithm == BLOCK_SCAN_WARP_SCANS && Threads % 32 == 0;
  // Raking: one warp, each lane of which scans a segment.
  static constexpr int Segment = Warps;
  static constexpr int Rakers = (Threads + Segment - 1) / Segment;

  struct Storage {
    detail::kmend_storage<T> items[ByWarps ? Warps : Threads];
    detail::kmend_storage<T> last;
  };

public:
  struct TempStorage {
    Storage storage;
    __device__ TempStorage &Alias() { return *this; }
  };

private:
  Storage &storage;
  int tid, lane, warp;

  __device__ static Storage &own() {
    __shared__ Storage s;
    return s;
  }
  __device__ T &item(int i) { return storage.items[i].alias(); }

  template <class Op, class Seed>
  __device__ T byWarps(T v, Op op, bool inclusive, Seed seed, T &aggregate) {
    typename WarpScan<T>::TempStorage none;
    T sum, before;
    WarpScan<T>(none).Scan(v, sum, v, op);
    if (lane == 31)
      item(warp) = sum;
    __syncthreads();
    before = aggregate = item(0);
    for (int w = 1; w < Warps; ++w) {
      if (w == warp)
        before = aggregate;
      aggregate = op(aggregate, item(w));
    }
    if (inclusive)
      return warp ? op(before, sum) : sum;
    if (Seed::value) {
      before = warp ? op(seed(aggregate), before) : seed(aggregate);
      return lane ? op(before, v) : before;
    }
    return !warp ? v : lane ? op(before, v) : before;
  }
  template <class Op, class Seed>
  __device__ T byRaking(T v, Op op, bool inclusive, Seed seed, T &aggregate) {
    typename WarpScan<T, Rakers>::TempStorage none;
    if (Rakers < Threads) {
      item(tid) = v;
      __syncthreads();
    }
    if (tid < Rakers) {
      WarpScan<T, Rakers> scan(none);
      int first = tid * Segment;
      int n = Threads - first < Segment ? Threads - first : Segment;
      T sum = v, prefix;
      if (Rakers < Threads) {
        sum = item(first);
        for (int i = 1; i < n; ++i)
          sum = op(sum, item(first + i));
      }
      scan.Scan(sum, sum, prefix, op);
      aggregate = scan.Broadcast(sum, Rakers - 1);
      if (Seed::value) {
        T start = scan.Broadcast(seed(aggregate), 0);
        sum = op(start, sum);
        prefix = tid ? op(start, prefix) : start;
      }
      if (Rakers == Threads)
        return inclusive ? sum : prefix;
      if (tid == 0)
        storage.last.alias() = aggregate;
      bool apply = tid != 0 || Seed::value;
      sum = apply ? op(prefix, item(first)) : item(first);
      for (int i = 0; i < n; ++i) {
        T next = i + 1 < n ? op(sum, item(first + i + 1)) : sum;
        item(first + i) = inclusive ? sum : prefix;
        prefix = sum;
        sum = next;
      }
    }
    __syncthreads();
    aggregate = storage.last.alias();
    return item(tid);
  }
  template <class Op, class Seed>
  __device__ T scan(T v, Op op, bool inclusive, Seed seed, T &aggregate) {
    if constexpr (ByWarps)
      return byWarps(v, op, inclusive, seed, aggregate);
    else
      return byRaking(v, op, inclusive, seed, aggregate);
  }
  template <class Op, class Callback>
  __device__ T running(T v, Op op, bool inclusive, Callback &callback) {
    T aggregate;
    detail::kmend_running<T, Callback> seed{callback};
    if constexpr (!ByWarps) {
      return byRaking(v, op, inclusive, seed, aggregate);
    } else {
      T sum = byWarps(v, op, inclusive, detail::kmend_no_seed<T>(), aggregate);
      if (warp == 0) {
        T prefix = callback(aggregate);
        if (lane == 0)
          storage.last.alias() = prefix;
      }
      __syncthreads();
      T prefix = storage.last.alias();
      return inclusive || tid ? op(prefix, sum) : prefix;
    }
  }

public:
  __device__ BlockScan()
      : storage(own()), tid(RowMajorTid(X, Y, Z)), lane(tid % 32),
        warp(tid / 32) {}
  __device__ BlockScan(TempStorage &s)
      : storage(s.storage), tid(RowMajorTid(X, Y, Z)), lane(tid % 32),
        warp(tid / 32) {}

  // One item a thread.
  template <class Op>
  __device__ void InclusiveScan(T v, T &out, Op op, T &aggregate) {
    out = scan(v, op, true, detail::kmend_no_seed<T>(), aggregate);
  }
  template <class Op> __device__ void InclusiveScan(T v, T &out, Op op) {
    T aggregate;
    InclusiveScan(v, out, op, aggregate);
  }
  /// Thread 0 gets nothing of use.
  template <class Op>
  __device__ void ExclusiveScan(T v, T &out, Op op, T &aggregate) {
    out = scan(v, op, false, detail::kmend_no_seed<T>(), aggregate);
  }
  template <class Op> __device__ void ExclusiveScan(T v, T &out, Op op) {
    T aggregate;
    ExclusiveScan(v, out, op, aggregate);
  }
  template <class Op>
  __device__ void ExclusiveScan(T v, T &out, T initial, Op op, T &aggregate) {
    out = scan(v, op, false, detail::kmend_initial<T>{initial}, aggregate);
  }
  template <class Op>
  __device__ void ExclusiveScan(T v, T &out, T initial, Op op) {
    T aggregate;
    ExclusiveScan(v, out, initial, op, aggregate);
  }

  // Several items a thread, in the blocked arrangement.
  template <int N, class Op>
  __device__ void InclusiveScan(T (&v)[N], T (&out)[N], Op op, T &aggregate) {
    if constexpr (N == 1) {
      InclusiveScan(v[0], out[0], op, aggregate);
    } else {
      T prefix = ThreadReduce(v, op);
      ExclusiveScan(prefix, prefix, op, aggregate);
      internal::ThreadScanInclusive(v, out, op, prefix, tid != 0);
    }
  }
  template <int N, class Op>
  __device__ void InclusiveScan(T (&v)[N], T (&out)[N], Op op) {
    T aggregate;
    InclusiveScan(v, out, op, aggregate);
  }
  template <int N, class Op>
  __device__ void InclusiveScan(T (&v)[N], T (&out)[N], T initial, Op op,
                                T &aggregate) {
    T prefix = ThreadReduce(v, op);
    ExclusiveScan(prefix, prefix, initial, op, aggregate);
    internal::ThreadScanInclusive(v, out, op, prefix);
  }
  template <int N, class Op>
  __device__ void InclusiveScan(T (&v)[N], T (&out)[N], T initial, Op op) {
    T aggregate;
    InclusiveScan(v, out, initial, op, aggregate);
  }
  template <int N, class Op>
  __device__ void ExclusiveScan(T (&v)[N], T (&out)[N], Op op, T &aggregate) {
    T prefix = ThreadReduce(v, op);
    ExclusiveScan(prefix, prefix, op, aggregate);
    internal::ThreadScanExclusive(v, out, op, prefix, tid != 0);
  }
  template <int N, class Op>
  __device__ void ExclusiveScan(T (&v)[N], T (&out)[N], Op op) {
    T aggregate;
    ExclusiveScan(v, out, op, aggregate);
  }
  template <int N, class Op>
  __device__ void ExclusiveScan(T (&v)[N], T (&out)[N], T initial, Op op,
                                T &aggregate) {
    T prefix = ThreadReduce(v, op);
    ExclusiveScan(prefix, prefix, initial, op, aggregate);
    internal::ThreadScanExclusive(v, out, op, prefix);
  }
  template <int N, class Op>
  __device__ void ExclusiveScan(T (&v)[N], T (&out)[N], T initial, Op op) {
    T aggregate;
    ExclusiveScan(v, out, initial, op, aggregate);
  }

  // With a running prefix: the callback gets the aggregate, in the first warp,
  // and gives what comes before the block.
  template <class Op, class Callback,
            class = decltype(std::declval<Callback &>()(std::declval<T>()))>
  __device__ void InclusiveScan(T v, T &out, Op op, Callback &callback) {
    out = running(v, op, true, callback);
  }
  template <class Op, class Callback,
            class = decltype(std::declval<Callback &>()(std::declval<T>()))>
  __device__ void ExclusiveScan(T v, T &out, Op op, Callback &callback) {
    out = running(v, op, false, callback);
  }
  template <int N, class Op, class Callback,
            class = decltype(std::declval<Callback &>()(std::declval<T>()))>
  __device__ void InclusiveScan(T (&v)[N], T (&out)[N], Op op,
                                Callback &callback) {
    T prefix = ThreadReduce(v, op);
    ExclusiveScan(prefix, prefix, op, callback);
    internal::ThreadScanInclusive(v, out, op, prefix);
  }
  template <int N, class Op, class Callback,
            class = decltype(std::declval<Callback &>()(std::declval<T>()))>
  __device__ void ExclusiveScan(T (&v)[N], T (&out)[N], Op op,
                                Callback &callback) {
    T prefix = ThreadReduce(v, op);
    ExclusiveScan(prefix, prefix, op, callback);
    internal::ThreadScanExclusive(v, out, op, prefix);
  }

  // Sums.
  __device__ void InclusiveSum(T v, T &out) {
    InclusiveScan(v, out, cub::Sum());
  }
  template <class A> __device__ void InclusiveSum(T v, T &out, A &aggregate) {
    InclusiveScan(v, out, cub::Sum(), aggregate);
  }
  template <int N> __device__ void InclusiveSum(T (&v)[N], T (&out)[N]) {
    InclusiveScan(v, out, cub::Sum());
  }
  template <int N, class A>
  __device__ void InclusiveSum(T (&v)[N], T (&out)[N], A &aggregate) {
    InclusiveScan(v, out, cub::Sum(), aggregate);
  }
  __device__ void ExclusiveSum(T v, T &out) {
    ExclusiveScan(v, out, T{}, cub::Sum());
  }
  __device__ void ExclusiveSum(T v, T &out, T &aggregate) {
    ExclusiveScan(v, out, T{}, cub::Sum(), aggregate);
  }
  template <class Callback>
  __device__ void ExclusiveSum(T v, T &out, Callback &callback) {
    ExclusiveScan(v, out, cub::Sum(), callback);
  }
  template <int N> __device__ void ExclusiveSum(T (&v)[N], T (&out)[N]) {
    ExclusiveScan(v, out, T{}, cub::Sum());
  }
  template <int N>
  __device__ void ExclusiveSum(T (&v)[N], T (&out)[N], T &aggregate) {
    ExclusiveScan(v, out, T{}, cub::Sum(), aggregate);
  }
  template <int N, class Callback>
  __device__ void ExclusiveSum(T (&v)[N], T (&out)[N], Callback &callback) {
    ExclusiveScan(v, out, cub::Sum(), callback);
  }
};

} // namespace cub

#endif // KMEND_CUB_SCAN_H
