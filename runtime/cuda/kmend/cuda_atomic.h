//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// cuda::atomic, cuda::atomic_ref and their fences. One OS thread runs a block,
// so an operation is plain code in one step; scopes and orders make no
// difference.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_CUDA_ATOMIC_H
#define KMEND_CUDA_ATOMIC_H

#include "cuda_functional.h"

namespace cuda {

enum thread_scope {
  thread_scope_system = 0,
  thread_scope_device = 1,
  thread_scope_block = 2,
  thread_scope_thread = 10
};

namespace kmend_atomics {
enum memory_order {
  memory_order_relaxed,
  memory_order_consume,
  memory_order_acquire,
  memory_order_release,
  memory_order_acq_rel,
  memory_order_seq_cst
};

#define KMEND_STEP __host__ __device__ __attribute__((annotate("kmend.atomic")))
// The operations on an object at place().
template <class T, class Self> struct operations {
  KMEND_STEP T load(memory_order = memory_order_seq_cst) const {
    return read();
  }
  KMEND_STEP void store(T v, memory_order = memory_order_seq_cst) const {
    *place() = v;
  }
  KMEND_STEP T exchange(T v, memory_order = memory_order_seq_cst) const {
    T old = read();
    *place() = v;
    return old;
  }
  KMEND_STEP bool
  compare_exchange_strong(T &want, T v, memory_order = memory_order_seq_cst,
                          memory_order = memory_order_seq_cst) const {
    T old = read();
    if (__builtin_memcmp((const void *)&old, (const void *)&want, sizeof(T))) {
      want = old;
      return false;
    }
    *place() = v;
    return true;
  }
  KMEND_STEP bool
  compare_exchange_weak(T &want, T v, memory_order = memory_order_seq_cst,
                        memory_order = memory_order_seq_cst) const {
    return compare_exchange_strong(want, v);
  }
#define KMEND_FETCH(NAME, VALUE)                                               \
  template <class V>                                                           \
  KMEND_STEP T NAME(V v, memory_order = memory_order_seq_cst) const {          \
    T old = read();                                                            \
    *place() = (T)(VALUE);                                                     \
    return old;                                                                \
  }
  KMEND_FETCH(fetch_add, old + v)
  KMEND_FETCH(fetch_sub, old - v)
  KMEND_FETCH(fetch_and, old &v)
  KMEND_FETCH(fetch_or, old | v)
  KMEND_FETCH(fetch_xor, old ^ v)
  KMEND_FETCH(fetch_min, (T)v < old ? (T)v : old)
  KMEND_FETCH(fetch_max, old < (T)v ? (T)v : old)
#undef KMEND_FETCH
  __host__ __device__ T operator++() const { return fetch_add(1) + 1; }
  __host__ __device__ T operator--() const { return fetch_sub(1) - 1; }
  __host__ __device__ T operator++(int) const { return fetch_add(1); }
  __host__ __device__ T operator--(int) const { return fetch_sub(1); }
  template <class V> __host__ __device__ T operator+=(V v) const {
    return fetch_add(v) + v;
  }
  template <class V> __host__ __device__ T operator-=(V v) const {
    return fetch_sub(v) - v;
  }
  __host__ __device__ operator T() const { return load(); }
  __host__ __device__ bool is_lock_free() const { return true; }
  /// Until the value is another one.
  __device__ void wait(T old, memory_order = memory_order_seq_cst) const {
    while (read() == old)
      kmend_nanosleep(1);
  }
  __host__ __device__ void notify_one() const {}
  __host__ __device__ void notify_all() const {}

private:
  __host__ __device__ T *place() const {
    return static_cast<const Self *>(this)->kmend_place();
  }
  // Volatile: others may write it.
  __host__ __device__ T read() const {
    if constexpr (__is_scalar(T))
      return *(volatile T *)place();
    else
      return *place();
  }
};
#undef KMEND_STEP
} // namespace kmend_atomics

using kmend_atomics::memory_order;
using kmend_atomics::memory_order_acq_rel;
using kmend_atomics::memory_order_acquire;
using kmend_atomics::memory_order_consume;
using kmend_atomics::memory_order_relaxed;
using kmend_atomics::memory_order_release;
using kmend_atomics::memory_order_seq_cst;

template <class T, thread_scope Scope = thread_scope_system>
class atomic : public kmend_atomics::operations<T, atomic<T, Scope>> {
  mutable T value;

public:
  atomic() = default;
  __host__ __device__ constexpr atomic(T v) : value(v) {}
  atomic(const atomic &) = delete;
  atomic &operator=(const atomic &) = delete;
  __host__ __device__ T operator=(T v) {
    this->store(v);
    return v;
  }
  __host__ __device__ T *kmend_place() const { return &value; }
};
template <class T, thread_scope Scope = thread_scope_system>
class atomic_ref : public kmend_atomics::operations<T, atomic_ref<T, Scope>> {
  T *pointer;

public:
  __host__ __device__ explicit atomic_ref(T &v) : pointer(&v) {}
  __host__ __device__ T operator=(T v) const {
    this->store(v);
    return v;
  }
  __host__ __device__ T *kmend_place() const { return pointer; }
};
__device__ static inline void
atomic_thread_fence(memory_order, thread_scope = thread_scope_system) {
  __threadfence();
}
namespace std {
using ::cuda::memory_order;
using ::cuda::memory_order_acq_rel;
using ::cuda::memory_order_acquire;
using ::cuda::memory_order_consume;
using ::cuda::memory_order_relaxed;
using ::cuda::memory_order_release;
using ::cuda::memory_order_seq_cst;
template <class T> using atomic = ::cuda::atomic<T>;
template <class T> using atomic_ref = ::cuda::atomic_ref<T>;
} // namespace std

} // namespace cuda

#endif // KMEND_CUDA_ATOMIC_H
