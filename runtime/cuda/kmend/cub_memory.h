//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads, stores and exchanges of a block in its arrangements: blocked, striped,
// striped within each warp.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_CUB_MEMORY_H
#define KMEND_CUB_MEMORY_H

#include "cub_common.h"

namespace cub {

// The place of item i of thread tid in an arrangement.
namespace detail {
KMEND_D int kmend_blocked(int tid, int i, int n, int) { return tid * n + i; }
KMEND_D int kmend_striped(int tid, int i, int, int threads) {
  return i * threads + tid;
}
KMEND_D int kmend_warp_striped(int tid, int i, int n, int) {
  return tid / 32 * 32 * n + i * 32 + tid % 32;
}
} // namespace detail

#define KMEND_LOAD_DIRECT(NAME, PLACE, HEAD, THREADS)                          \
  template <HEAD class I, class T, int N>                                      \
  KMEND_D void NAME(int tid, I from, T(&items)[N]) {                           \
    for (int i = 0; i < N; ++i)                                                \
      items[i] = from[detail::PLACE(tid, i, N, THREADS)];                      \
  }                                                                            \
  template <HEAD class I, class T, int N>                                      \
  KMEND_D void NAME(int tid, I from, T(&items)[N], int valid) {                \
    for (int i = 0; i < N; ++i)                                                \
      if (detail::PLACE(tid, i, N, THREADS) < valid)                           \
        items[i] = from[detail::PLACE(tid, i, N, THREADS)];                    \
  }                                                                            \
  template <HEAD class I, class T, int N, class D>                             \
  KMEND_D void NAME(int tid, I from, T(&items)[N], int valid, D other) {       \
    for (int i = 0; i < N; ++i)                                                \
      items[i] = other;                                                        \
    for (int i = 0; i < N; ++i)                                                \
      if (detail::PLACE(tid, i, N, THREADS) < valid)                           \
        items[i] = from[detail::PLACE(tid, i, N, THREADS)];                    \
  }
#define KMEND_STORE_DIRECT(NAME, PLACE, HEAD, THREADS)                         \
  template <HEAD class I, class T, int N>                                      \
  KMEND_D void NAME(int tid, I to, T(&items)[N]) {                             \
    for (int i = 0; i < N; ++i)                                                \
      to[detail::PLACE(tid, i, N, THREADS)] = items[i];                        \
  }                                                                            \
  template <HEAD class I, class T, int N>                                      \
  KMEND_D void NAME(int tid, I to, T(&items)[N], int valid) {                  \
    for (int i = 0; i < N; ++i)                                                \
      if (detail::PLACE(tid, i, N, THREADS) < valid)                           \
        to[detail::PLACE(tid, i, N, THREADS)] = items[i];                      \
  }
#define KMEND_THREADS int Threads,
#define KMEND_NOTHING
KMEND_LOAD_DIRECT(LoadDirectBlocked, kmend_blocked, KMEND_NOTHING, 0)
KMEND_LOAD_DIRECT(LoadDirectStriped, kmend_striped, KMEND_THREADS, Threads)
KMEND_LOAD_DIRECT(LoadDirectWarpStriped, kmend_warp_striped, KMEND_NOTHING, 0)
KMEND_STORE_DIRECT(StoreDirectBlocked, kmend_blocked, KMEND_NOTHING, 0)
KMEND_STORE_DIRECT(StoreDirectStriped, kmend_striped, KMEND_THREADS, Threads)
KMEND_STORE_DIRECT(StoreDirectWarpStriped, kmend_warp_striped, KMEND_NOTHING, 0)
#undef KMEND_LOAD_DIRECT
#undef KMEND_STORE_DIRECT
#undef KMEND_THREADS
#undef KMEND_NOTHING
template <class T, int N>
KMEND_D void LoadDirectBlockedVectorized(int tid, T *from, T (&items)[N]) {
  LoadDirectBlocked(tid, from, items);
}
template <class T, int N>
KMEND_D void StoreDirectBlockedVectorized(int tid, T *to, T (&items)[N]) {
  StoreDirectBlocked(tid, to, items);
}

template <class T, int X, int N, bool = false, int Y = 1, int Z = 1, int = 0>
class BlockExchange {
  static constexpr int Threads = X * Y * Z;
  struct Storage {
    detail::kmend_storage<T> items[Threads * N];
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
  __device__ BlockExchange() : storage(own()), tid(RowMajorTid(X, Y, Z)) {}
  __device__ BlockExchange(TempStorage &s)
      : storage(s.storage), tid(RowMajorTid(X, Y, Z)) {}

#define KMEND_EXCHANGE(NAME, FROM, TO)                                         \
  template <class Out> __device__ void NAME(const T(&in)[N], Out(&out)[N]) {   \
    for (int i = 0; i < N; ++i)                                                \
      item(detail::FROM(tid, i, N, Threads)) = in[i];                          \
    __syncthreads();                                                           \
    for (int i = 0; i < N; ++i)                                                \
      out[i] = item(detail::TO(tid, i, N, Threads));                           \
  }                                                                            \
  __device__ void NAME(T(&items)[N]) { NAME(items, items); }
  KMEND_EXCHANGE(StripedToBlocked, kmend_striped, kmend_blocked)
  KMEND_EXCHANGE(BlockedToStriped, kmend_blocked, kmend_striped)
  KMEND_EXCHANGE(WarpStripedToBlocked, kmend_warp_striped, kmend_blocked)
  KMEND_EXCHANGE(BlockedToWarpStriped, kmend_blocked, kmend_warp_striped)
#undef KMEND_EXCHANGE

#define KMEND_SCATTER(NAME, TO)                                                \
  template <class Out, class Rank>                                             \
  __device__ void NAME(const T(&in)[N], Out(&out)[N], Rank(&ranks)[N]) {       \
    for (int i = 0; i < N; ++i)                                                \
      item((int)ranks[i]) = in[i];                                             \
    __syncthreads();                                                           \
    for (int i = 0; i < N; ++i)                                                \
      out[i] = item(detail::TO(tid, i, N, Threads));                           \
  }                                                                            \
  template <class Rank> __device__ void NAME(T(&items)[N], Rank(&ranks)[N]) {  \
    NAME(items, items, ranks);                                                 \
  }
  KMEND_SCATTER(ScatterToBlocked, kmend_blocked)
  KMEND_SCATTER(ScatterToStriped, kmend_striped)
#undef KMEND_SCATTER
  template <class Out, class Rank>
  __device__ void ScatterToStripedGuarded(const T (&in)[N], Out (&out)[N],
                                          Rank (&ranks)[N]) {
    for (int i = 0; i < N; ++i)
      if (ranks[i] >= 0)
        item((int)ranks[i]) = in[i];
    __syncthreads();
    for (int i = 0; i < N; ++i)
      out[i] = item(detail::kmend_striped(tid, i, N, Threads));
  }
};

enum BlockLoadAlgorithm {
  BLOCK_LOAD_DIRECT,
  BLOCK_LOAD_STRIPED,
  BLOCK_LOAD_VECTORIZE,
  BLOCK_LOAD_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED
};
enum BlockStoreAlgorithm {
  BLOCK_STORE_DIRECT,
  BLOCK_STORE_STRIPED,
  BLOCK_STORE_VECTORIZE,
  BLOCK_STORE_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED
};

template <class T, int X, int N, BlockLoadAlgorithm A = BLOCK_LOAD_DIRECT,
          int Y = 1, int Z = 1, int = 0>
class BlockLoad {
  static constexpr int Threads = X * Y * Z;
  typedef BlockExchange<T, X, N, false, Y, Z> Exchange;

public:
  struct TempStorage {
    typename Exchange::TempStorage exchange;
    __device__ TempStorage &Alias() { return *this; }
  };

private:
  TempStorage &storage;
  int tid;

  __device__ static TempStorage &own() {
    __shared__ TempStorage s;
    return s;
  }
  template <class I, class... More>
  __device__ void load(I from, T (&items)[N], More... more) {
    if (A == BLOCK_LOAD_DIRECT || A == BLOCK_LOAD_VECTORIZE)
      LoadDirectBlocked(tid, from, items, more...);
    else if (A == BLOCK_LOAD_STRIPED || A == BLOCK_LOAD_TRANSPOSE)
      LoadDirectStriped<Threads>(tid, from, items, more...);
    else
      LoadDirectWarpStriped(tid, from, items, more...);
    if (A == BLOCK_LOAD_TRANSPOSE)
      Exchange(storage.exchange).StripedToBlocked(items);
    if (A == BLOCK_LOAD_WARP_TRANSPOSE ||
        A == BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED)
      Exchange(storage.exchange).WarpStripedToBlocked(items);
  }

public:
  __device__ BlockLoad() : storage(own()), tid(RowMajorTid(X, Y, Z)) {}
  __device__ BlockLoad(TempStorage &s)
      : storage(s), tid(RowMajorTid(X, Y, Z)) {}
  template <class I> __device__ void Load(I from, T (&items)[N]) {
    load(from, items);
  }
  template <class I> __device__ void Load(I from, T (&items)[N], int valid) {
    load(from, items, valid);
  }
  template <class I, class D>
  __device__ void Load(I from, T (&items)[N], int valid, D other) {
    load(from, items, valid, other);
  }
};

template <class T, int X, int N, BlockStoreAlgorithm A = BLOCK_STORE_DIRECT,
          int Y = 1, int Z = 1, int = 0>
class BlockStore {
  static constexpr int Threads = X * Y * Z;
  typedef BlockExchange<T, X, N, false, Y, Z> Exchange;

public:
  struct TempStorage {
    typename Exchange::TempStorage exchange;
    __device__ TempStorage &Alias() { return *this; }
  };

private:
  TempStorage &storage;
  int tid;

  __device__ static TempStorage &own() {
    __shared__ TempStorage s;
    return s;
  }
  template <class I, class... More>
  __device__ void store(I to, T (&items)[N], More... more) {
    if (A == BLOCK_STORE_TRANSPOSE)
      Exchange(storage.exchange).BlockedToStriped(items);
    if (A == BLOCK_STORE_WARP_TRANSPOSE ||
        A == BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED)
      Exchange(storage.exchange).BlockedToWarpStriped(items);
    if (A == BLOCK_STORE_DIRECT || A == BLOCK_STORE_VECTORIZE)
      StoreDirectBlocked(tid, to, items, more...);
    else if (A == BLOCK_STORE_STRIPED || A == BLOCK_STORE_TRANSPOSE)
      StoreDirectStriped<Threads>(tid, to, items, more...);
    else
      StoreDirectWarpStriped(tid, to, items, more...);
  }

public:
  __device__ BlockStore() : storage(own()), tid(RowMajorTid(X, Y, Z)) {}
  __device__ BlockStore(TempStorage &s)
      : storage(s), tid(RowMajorTid(X, Y, Z)) {}
  template <class I> __device__ void Store(I to, T (&items)[N]) {
    store(to, items);
  }
  template <class I> __device__ void Store(I to, T (&items)[N], int valid) {
    store(to, items, valid);
  }
};

} // namespace cub

#endif // KMEND_CUB_MEMORY_H
