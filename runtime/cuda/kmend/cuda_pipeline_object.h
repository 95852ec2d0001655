//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// cuda::pipeline of one thread, and of a block all of whose threads produce and
// consume. Stages are groups of asynchronous copies.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_CUDA_PIPELINE_OBJECT_H
#define KMEND_CUDA_PIPELINE_OBJECT_H

#include "async_copy.h"
#include "cooperative_groups.h"
#include "cuda_barrier_object.h"

namespace cuda {

enum class pipeline_role { producer, consumer };

template <thread_scope Scope, unsigned char Stages>
class pipeline_shared_state {
public:
  pipeline_shared_state() = default;
  pipeline_shared_state(const pipeline_shared_state &) = delete;
};

template <thread_scope Scope> class pipeline {
public:
  // Of a thread, 0; of a block, as many as its state has.
  __device__ explicit pipeline(unsigned stages) : stages(stages) {}
  pipeline(pipeline &&) = default;
  pipeline(const pipeline &) = delete;
  pipeline &operator=(const pipeline &) = delete;

  __device__ void producer_acquire() {
    // A stage is filled again when all have released it.
    if (stages && committed >= stages)
      kmend_barrier(0, 0);
  }
  __device__ void producer_commit() {
    kmend_async_commit();
    ++committed;
  }
  __device__ void consumer_wait() {
    kmend_async_wait((int)(committed - released - 1));
    if (stages)
      kmend_barrier(0, 0);
  }
  __device__ void consumer_release() { ++released; }
  __device__ bool quit() { return true; }

private:
  unsigned stages, committed = 0, released = 0;
};

KMEND_D pipeline<thread_scope_thread> make_pipeline() {
  return pipeline<thread_scope_thread>(0);
}
template <unsigned char Stages>
KMEND_D pipeline<thread_scope_block>
make_pipeline(const cooperative_groups::thread_block &,
              pipeline_shared_state<thread_scope_block, Stages> *) {
  return pipeline<thread_scope_block>(Stages);
}
template <class Group, thread_scope Scope, unsigned char Stages, class Role>
__device__ __attribute__((unavailable(
    "kmend-unsupported: a cuda::pipeline whose threads have roles; use "
    "--executor cuda"))) pipeline<Scope>
make_pipeline(const Group &, pipeline_shared_state<Scope, Stages> *, Role);

template <unsigned char Prior>
KMEND_D void pipeline_consumer_wait_prior(pipeline<thread_scope_thread> &) {
  kmend_async_wait(Prior);
}

template <class T, class Size, thread_scope Scope>
__device__ void memcpy_async(T *to, const T *from, Size size,
                             pipeline<Scope> &) {
  kmend_async_object(to, from, (size_t)size);
}
template <class Group, class T, class Size, thread_scope Scope>
__device__ void memcpy_async(const Group &group, T *to, const T *from,
                             Size size, pipeline<Scope> &) {
  kmend_async_by(group, to, from, (size_t)size);
}

} // namespace cuda

#endif // KMEND_CUDA_PIPELINE_OBJECT_H
