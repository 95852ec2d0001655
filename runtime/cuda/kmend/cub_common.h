//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the collective operations of CUB share: operators, pairs, coordinates,
// shuffles of any type, reductions and scans inside one thread.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_CUB_COMMON_H
#define KMEND_CUB_COMMON_H

#include "cuda_functional.h"

#define CUB_VERSION 200500
#define CUB_MAX(a, b) (((b) > (a)) ? (b) : (a))
#define CUB_MIN(a, b) (((b) < (a)) ? (b) : (a))
#define CUB_QUOTIENT_CEILING(x, y) (((x) + (y) - 1) / (y))
#define CUB_ROUND_UP_NEAREST(x, y) ((((x) + (y) - 1) / (y)) * (y))
#define CUB_IS_INTEGER(x) (((x) & ((x) - 1)) == 0)
#define CUB_RUNTIME_FUNCTION __host__ __device__
#define CUB_PTX_WARP_THREADS 32
#define CUB_WARP_THREADS(unused) 32
#define CUB_NAMESPACE_BEGIN namespace cub {
#define CUB_NAMESPACE_END }
#define CUB_NS_PREFIX
#define CUB_NS_POSTFIX

namespace cub {

struct NullType {};
template <int A> struct Int2Type {
  enum { VALUE = A };
};

#define KMEND_CUB_OPERATOR(NAME, VALUE)                                        \
  struct NAME {                                                                \
    template <class T, class U>                                                \
    __host__ __device__ constexpr auto operator()(const T &a,                  \
                                                  const U &b) const {          \
      return VALUE;                                                            \
    }                                                                          \
  };
KMEND_CUB_OPERATOR(Sum, a + b)
KMEND_CUB_OPERATOR(Difference, a - b)
KMEND_CUB_OPERATOR(Division, a / b)
KMEND_CUB_OPERATOR(Max, b > a ? b : a)
KMEND_CUB_OPERATOR(Min, a > b ? b : a)
KMEND_CUB_OPERATOR(Equality, a == b)
KMEND_CUB_OPERATOR(Inequality, a != b)
#undef KMEND_CUB_OPERATOR
template <class Op> struct InequalityWrapper {
  Op op;
  __host__ __device__ InequalityWrapper(Op op) : op(op) {}
  template <class T, class U>
  __host__ __device__ bool operator()(T &&a, U &&b) {
    return !op(static_cast<T &&>(a), static_cast<U &&>(b));
  }
};

template <class K, class V> struct KeyValuePair {
  typedef K Key;
  typedef V Value;
  Key key;
  Value value;
  KeyValuePair() = default;
  __host__ __device__ KeyValuePair(const Key &key, const Value &value)
      : key(key), value(value) {}
  __host__ __device__ bool operator!=(const KeyValuePair &b) const {
    return value != b.value || key != b.key;
  }
};
// Of equal values, the one with the smaller key.
struct ArgMax {
  template <class T, class O>
  __host__ __device__ KeyValuePair<O, T>
  operator()(const KeyValuePair<O, T> &a, const KeyValuePair<O, T> &b) const {
    return b.value > a.value || (a.value == b.value && b.key < a.key) ? b : a;
  }
};
struct ArgMin {
  template <class T, class O>
  __host__ __device__ KeyValuePair<O, T>
  operator()(const KeyValuePair<O, T> &a, const KeyValuePair<O, T> &b) const {
    return b.value < a.value || (a.value == b.value && b.key < a.key) ? b : a;
  }
};
template <class B> struct CastOp {
  template <class A> __host__ __device__ B operator()(A &&a) const {
    return (B)a;
  }
};
template <class Op> struct SwizzleScanOp {
  Op op;
  template <class T> __host__ __device__ T operator()(const T &a, const T &b) {
    T x(a), y(b);
    return op(y, x);
  }
};
template <class Op> struct ReduceBySegmentOp {
  Op op;
  template <class P> __host__ __device__ P operator()(const P &a, const P &b) {
    P r = b;
    r.key = a.key + b.key;
    if (!b.key)
      r.value = op(a.value, b.value);
    return r;
  }
};
template <class Op> struct ReduceByKeyOp {
  Op op;
  template <class P> __host__ __device__ P operator()(const P &a, const P &b) {
    P r(b);
    if (a.key == b.key)
      r.value = op(a.value, b.value);
    return r;
  }
};

// Coordinates.
KMEND_D int RowMajorTid(int x, int y, int) {
  return (int)((threadIdx.z * y + threadIdx.y) * x + threadIdx.x);
}
KMEND_D unsigned LaneId() { return kmend_lane(); }
KMEND_D unsigned WarpId() {
  return ((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x) /
         32;
}
KMEND_D unsigned LaneMaskLt() { return kmend_lanemask_lt(); }
KMEND_D unsigned LaneMaskLe() { return kmend_lanemask_lt() * 2 + 1; }
KMEND_D unsigned LaneMaskGt() { return ~LaneMaskLe(); }
KMEND_D unsigned LaneMaskGe() { return ~kmend_lanemask_lt(); }
template <int Threads> KMEND_D unsigned WarpMask(unsigned warp) {
  unsigned mask = Threads == 32 ? 0xffffffffu : (1u << (Threads & 31)) - 1;
  return Threads != 32 && !(Threads & (Threads - 1)) ? mask << warp * Threads
                                                     : mask;
}
KMEND_D void CTA_SYNC() { __syncthreads(); }
KMEND_D int CTA_SYNC_AND(int p) { return __syncthreads_and(p); }
KMEND_D int CTA_SYNC_OR(int p) { return __syncthreads_or(p); }
KMEND_D void WARP_SYNC(unsigned mask) { __syncwarp(mask); }
KMEND_D int WARP_ANY(int p, unsigned mask) { return __any_sync(mask, p); }
KMEND_D int WARP_ALL(int p, unsigned mask) { return __all_sync(mask, p); }
KMEND_D int WARP_BALLOT(int p, unsigned mask) {
  return (int)__ballot_sync(mask, p);
}
KMEND_D unsigned BFE(unsigned x, unsigned start, unsigned bits) {
  return x >> start & (bits >= 32 ? ~0u : (1u << bits) - 1);
}
KMEND_D unsigned PRMT(unsigned a, unsigned b, unsigned s) {
  return __byte_perm(a, b, s);
}

namespace detail {
// The lanes of the caller's logical warp that exist: the last warp of a block
// may be short.
KMEND_D unsigned kmend_members(unsigned size) {
  unsigned tid = WarpId() * 32 + LaneId(), lane = tid & 31;
  unsigned first = lane / size * size;
  unsigned mask = (size >= 32 ? 0xffffffffu : (1u << size) - 1) << first;
  unsigned threads = blockDim.x * blockDim.y * blockDim.z - (tid & ~31u);
  return threads >= 32 ? mask : mask & ((1u << threads) - 1);
}
// A value of any type from \p lane of the warp.
template <class T> KMEND_D T kmend_fetch(T v, int lane, unsigned mask) {
  unsigned long long words[(sizeof(T) + 7) / 8] = {};
  __builtin_memcpy(words, (const void *)&v, sizeof(T));
  for (unsigned i = 0; i < sizeof words / 8; ++i)
    words[i] = kmend_shfl(mask, words[i], lane, 32, 0);
  __builtin_memcpy((void *)&v, words, sizeof(T));
  return v;
}
// Storage for what has constructors, in shared memory.
template <class T> struct kmend_storage {
  alignas(T) char bytes[sizeof(T)];
  __device__ T &alias() { return *(T *)bytes; }
};
} // namespace detail

template <class T> struct Uninitialized {
  alignas(T) char bytes[sizeof(T)];
  __host__ __device__ T &Alias() { return *(T *)bytes; }
};

template <int Threads, class T>
KMEND_D T ShuffleUp(T v, int offset, int first, unsigned mask) {
  int lane = LaneId(), base = lane / Threads * Threads;
  return detail::kmend_fetch(
      v, lane - base - offset >= first ? lane - offset : lane, mask);
}
template <int Threads, class T>
KMEND_D T ShuffleDown(T v, int offset, int last, unsigned mask) {
  int lane = LaneId(), base = lane / Threads * Threads;
  return detail::kmend_fetch(
      v, lane - base + offset <= last ? lane + offset : lane, mask);
}
template <int Threads, class T>
KMEND_D T ShuffleIndex(T v, int source, unsigned mask) {
  int lane = LaneId();
  return detail::kmend_fetch(v, lane / Threads * Threads + source % Threads,
                             mask);
}

// Inside one thread. What CUB knows to be associative goes by a tree.
namespace detail {
template <class Op> struct kmend_tree {
  static constexpr bool value = false;
};
#define KMEND_TREE(...)                                                        \
  struct kmend_tree<__VA_ARGS__> {                                             \
    static constexpr bool value = true;                                        \
  }
template <> KMEND_TREE(Sum);
template <> KMEND_TREE(Max);
template <> KMEND_TREE(Min);
template <class T> KMEND_TREE(::std::plus<T>);
template <class T> KMEND_TREE(::std::multiplies<T>);
template <class T> KMEND_TREE(::cuda::maximum<T>);
template <class T> KMEND_TREE(::cuda::minimum<T>);
#undef KMEND_TREE
template <class T, class Op>
KMEND_D T kmend_reduce_items(T *items, int n, Op op) {
  if (kmend_tree<Op>::value && sizeof(T) < 8) {
    for (int i = 1; i < n; i *= 2)
      for (int j = 0; j + i < n; j += 2 * i)
        items[j] = op(items[j], items[j + i]);
    return items[0];
  }
  T sum = items[0];
  for (int i = 1; i < n; ++i)
    sum = op(sum, items[i]);
  return sum;
}
} // namespace detail
template <class T, int N, class Op>
KMEND_D T ThreadReduce(const T (&input)[N], Op op) {
  T items[N];
  for (int i = 0; i < N; ++i)
    items[i] = input[i];
  return detail::kmend_reduce_items(items, N, op);
}
template <class T, int N, class Op, class P>
KMEND_D T ThreadReduce(const T (&input)[N], Op op, P prefix) {
  T items[N + 1] = {(T)prefix};
  for (int i = 0; i < N; ++i)
    items[i + 1] = input[i];
  return detail::kmend_reduce_items(items, N + 1, op);
}
namespace internal {
template <class T, int N, class Op>
KMEND_D T ThreadScanInclusive(T (&input)[N], T (&output)[N], Op op, T prefix,
                              bool apply = true) {
  T sum = input[0];
  if (apply)
    sum = op(prefix, sum);
  output[0] = sum;
  for (int i = 1; i < N; ++i)
    output[i] = sum = op(sum, input[i]);
  return sum;
}
template <class T, int N, class Op>
KMEND_D T ThreadScanExclusive(T (&input)[N], T (&output)[N], Op op, T prefix,
                              bool apply = true) {
  T sum = input[0];
  if (apply)
    sum = op(prefix, sum);
  output[0] = prefix;
  for (int i = 1; i < N; ++i) {
    T next = op(sum, input[i]);
    output[i] = sum;
    sum = next;
  }
  return sum;
}
} // namespace internal

// Loads and stores with a cache hint.
enum CacheLoadModifier {
  LOAD_DEFAULT,
  LOAD_CA,
  LOAD_CG,
  LOAD_CS,
  LOAD_CV,
  LOAD_LDG,
  LOAD_VOLATILE
};
enum CacheStoreModifier {
  STORE_DEFAULT,
  STORE_WB,
  STORE_CG,
  STORE_CS,
  STORE_WT,
  STORE_VOLATILE
};
template <CacheLoadModifier M = LOAD_DEFAULT, class I>
KMEND_D auto ThreadLoad(I p) {
  return *p;
}
template <CacheStoreModifier M = STORE_DEFAULT, class I, class T>
KMEND_D void ThreadStore(I p, T v) {
  *p = v;
}

} // namespace cub

#endif // KMEND_CUB_COMMON_H
