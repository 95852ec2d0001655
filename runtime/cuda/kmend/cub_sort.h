//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sorting, shifting, counting over a block.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_CUB_SORT_H
#define KMEND_CUB_SORT_H

#include "cub_memory.h"
#include "cub_scan.h"

namespace cub {

namespace detail {
// Bits in the order of the values; both zeros are one key, as in CUB.
template <class K> KMEND_D unsigned long long kmend_key_bits(K key) {
  unsigned long long bits = 0;
  __builtin_memcpy(&bits, (const void *)&key, sizeof(K));
  unsigned long long sign = 1ull << (8 * sizeof(K) - 1),
                     all = sign | (sign - 1);
  if (std::is_integral<K>::value)
    return (K)-1 < (K)1 ? bits ^ sign : bits;
  if (bits == sign)
    bits = 0;
  return bits & sign ? ~bits & all : bits ^ sign;
}
} // namespace detail

template <class K, int X, int N, class V = NullType, int = 4, bool = true,
          BlockScanAlgorithm = BLOCK_SCAN_WARP_SCANS, int = 0, int Y = 1,
          int Z = 1, int = 0>
class BlockRadixSort {
  static constexpr int Threads = X * Y * Z;
  static constexpr bool HasValues = !std::is_same<V, NullType>::value;
  struct Storage {
    detail::kmend_storage<K> keys[Threads * N];
    detail::kmend_storage<V> values[HasValues ? Threads * N : 1];
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
  // Stable: the place of a key is the number of keys before it.
  __device__ void sort(K (&keys)[N], V *values, bool descending, int begin,
                       int end, bool striped) {
    unsigned long long mask =
        (end - begin >= 64 ? ~0ull : (1ull << (end - begin)) - 1);
    auto bitsOf = [&](const K &key) {
      return detail::kmend_key_bits(key) >> begin & mask;
    };
    for (int i = 0; i < N; ++i)
      storage.keys[tid * N + i].alias() = keys[i];
    __syncthreads();
    int places[N];
    for (int i = 0; i < N; ++i) {
      unsigned long long mine = bitsOf(keys[i]);
      int place = 0;
      for (int j = 0; j < Threads * N; ++j) {
        unsigned long long other = bitsOf(storage.keys[j].alias());
        bool before = descending ? other > mine : other < mine;
        place += before || (other == mine && j < tid * N + i);
      }
      places[i] = place;
    }
    __syncthreads();
    for (int i = 0; i < N; ++i) {
      storage.keys[places[i]].alias() = keys[i];
      if (HasValues)
        storage.values[places[i]].alias() = values[i];
    }
    __syncthreads();
    for (int i = 0; i < N; ++i) {
      int at = striped ? i * Threads + tid : tid * N + i;
      keys[i] = storage.keys[at].alias();
      if (HasValues)
        values[i] = storage.values[at].alias();
    }
  }

public:
  __device__ BlockRadixSort() : storage(own()), tid(RowMajorTid(X, Y, Z)) {}
  __device__ BlockRadixSort(TempStorage &s)
      : storage(s.storage), tid(RowMajorTid(X, Y, Z)) {}
#define KMEND_SORT(NAME, DESCENDING, STRIPED)                                  \
  __device__ void NAME(K(&keys)[N], int begin = 0, int end = sizeof(K) * 8) {  \
    V none[N];                                                                 \
    sort(keys, none, DESCENDING, begin, end, STRIPED);                         \
  }                                                                            \
  __device__ void NAME(K(&keys)[N], V(&values)[N], int begin = 0,              \
                       int end = sizeof(K) * 8) {                              \
    sort(keys, values, DESCENDING, begin, end, STRIPED);                       \
  }
  KMEND_SORT(Sort, false, false)
  KMEND_SORT(SortDescending, true, false)
  KMEND_SORT(SortBlockedToStriped, false, true)
  KMEND_SORT(SortDescendingBlockedToStriped, true, true)
#undef KMEND_SORT
};

enum BlockHistogramAlgorithm { BLOCK_HISTO_SORT, BLOCK_HISTO_ATOMIC };
template <class T, int X, int N, int Bins,
          BlockHistogramAlgorithm = BLOCK_HISTO_SORT, int Y = 1, int Z = 1,
          int = 0>
class BlockHistogram {
  int tid;

public:
  struct TempStorage {
    char unused;
  };
  __device__ BlockHistogram() : tid(RowMajorTid(X, Y, Z)) {}
  __device__ BlockHistogram(TempStorage &) : tid(RowMajorTid(X, Y, Z)) {}
  template <class Count>
  __device__ void InitHistogram(Count (&histogram)[Bins]) {
    for (int i = tid; i < Bins; i += X * Y * Z)
      histogram[i] = 0;
  }
  template <class Count>
  __device__ void Composite(T (&items)[N], Count (&histogram)[Bins]) {
    for (int i = 0; i < N; ++i)
      atomicAdd(&histogram[items[i]], (Count)1);
  }
  template <class Count>
  __device__ void Histogram(T (&items)[N], Count (&histogram)[Bins]) {
    InitHistogram(histogram);
    __syncthreads();
    Composite(items, histogram);
  }
};

template <class T, int X, int Y = 1, int Z = 1, int = 0> class BlockShuffle {
  static constexpr int Threads = X * Y * Z;
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

public:
  __device__ BlockShuffle() : storage(own()), tid(RowMajorTid(X, Y, Z)) {}
  __device__ BlockShuffle(TempStorage &s)
      : storage(s.storage), tid(RowMajorTid(X, Y, Z)) {}
  __device__ void Offset(T in, T &out, int distance = 1) {
    item(tid) = in;
    __syncthreads();
    int from = tid + distance;
    if (from >= 0 && from < Threads)
      out = item(from);
  }
  __device__ void Rotate(T in, T &out, unsigned distance = 1) {
    item(tid) = in;
    __syncthreads();
    out = item((int)((tid + distance) % Threads));
  }
  template <int N> __device__ void Up(T (&in)[N], T (&previous)[N]) {
    item(tid) = in[N - 1];
    __syncthreads();
    for (int i = N - 1; i > 0; --i)
      previous[i] = in[i - 1];
    if (tid > 0)
      previous[0] = item(tid - 1);
  }
  template <int N> __device__ void Down(T (&in)[N], T (&next)[N]) {
    item(tid) = in[0];
    __syncthreads();
    for (int i = 0; i < N - 1; ++i)
      next[i] = in[i + 1];
    if (tid < Threads - 1)
      next[N - 1] = item(tid + 1);
  }
};

} // namespace cub

#endif // KMEND_CUB_SORT_H
