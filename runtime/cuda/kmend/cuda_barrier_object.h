//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// cuda::barrier of a block: a counter in shared memory, whose waiters give way
// until the phase is over. Copies that are bound to it are performed when their
// thread arrives.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_CUDA_BARRIER_OBJECT_H
#define KMEND_CUDA_BARRIER_OBJECT_H

#include "async_copy.h"
#include "cuda_atomic.h"
#include "synchronization.h"

namespace cuda {

template <size_t Alignment> struct aligned_size_t {
  size_t value;
  __host__ __device__ constexpr explicit aligned_size_t(size_t n) : value(n) {}
  __host__ __device__ constexpr operator size_t() const { return value; }
};

/// What a barrier calls when a phase is over; nothing.
struct kmend_empty_completion {
  __host__ __device__ void operator()() const {}
};

template <thread_scope Scope, class Completion = kmend_empty_completion>
class barrier {
public:
  typedef unsigned long long arrival_token;

  barrier() = default;
  __device__ explicit barrier(ptrdiff_t count) { init(count); }
  barrier(const barrier &) = delete;
  barrier &operator=(const barrier &) = delete;

  static __host__ __device__ constexpr ptrdiff_t max() { return (1 << 20) - 1; }

  __device__ __attribute__((annotate("kmend.atomic"))) void
  init(ptrdiff_t count) {
    expected = pending = (int)count;
    phase = 0;
  }
  __device__ arrival_token arrive(ptrdiff_t count = 1) {
    kmend_async_wait(-1);
    return count_down((int)count);
  }
  __device__ void wait(arrival_token token) const {
    while (phase == (unsigned)token)
      kmend_nanosleep(20);
  }
  __device__ void wait_parity(bool parity) const {
    while ((phase & 1) == (unsigned)parity)
      kmend_nanosleep(20);
  }
  __device__ void arrive_and_wait() { wait(arrive()); }
  __device__ void arrive_and_drop() {
    kmend_async_wait(-1);
    drop();
  }
  __device__ bool try_wait(arrival_token token) const {
    return phase != (unsigned)token;
  }

private:
  __device__ __attribute__((annotate("kmend.atomic"))) arrival_token
  count_down(int count) {
    unsigned now = phase;
    pending = pending - count;
    if (pending == 0) {
      pending = expected;
      phase = now + 1;
    }
    return now;
  }
  __device__ __attribute__((annotate("kmend.atomic"))) void drop() {
    expected = expected - 1;
    pending = pending - 1;
    if (pending == 0) {
      pending = expected;
      phase = phase + 1;
    }
  }

  volatile int expected, pending;
  volatile unsigned phase;
};

template <thread_scope Scope>
__device__ void init(barrier<Scope> *b, ptrdiff_t count) {
  b->init(count);
}

template <class T, class Size, thread_scope Scope>
__device__ void memcpy_async(T *to, const T *from, Size size,
                             barrier<Scope> &) {
  kmend_async_object(to, from, (size_t)size);
}
template <class Group, class T, class Size, thread_scope Scope>
__device__ void memcpy_async(const Group &group, T *to, const T *from,
                             Size size, barrier<Scope> &) {
  kmend_async_by(group, to, from, (size_t)size);
}

} // namespace cuda

#endif // KMEND_CUDA_BARRIER_OBJECT_H
