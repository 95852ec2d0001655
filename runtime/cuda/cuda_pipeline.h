//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nvcuda::experimental::pipeline and the primitives below it.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_CUDA_CUDA_PIPELINE_H
#define KMEND_CUDA_CUDA_PIPELINE_H

#include "cuda_pipeline_primitives.h"

namespace nvcuda {
namespace experimental {

/// The asynchronous copies of one thread.
class pipeline {
public:
  __device__ pipeline() {}
  pipeline(const pipeline &) = delete;
  pipeline &operator=(const pipeline &) = delete;

  __device__ size_t commit() {
    kmend_async_commit();
    return committed++;
  }
  __device__ void commit_and_wait() { wait(commit()); }
  __device__ void wait(size_t stage) {
    kmend_async_wait((int)(committed - stage - 1));
  }
  template <unsigned N> __device__ void wait_prior() { kmend_async_wait(N); }

private:
  size_t committed = 0;
};

template <class T>
__device__ void memcpy_async(T &dst, const T &src, pipeline &) {
  kmend_async_object(&dst, &src, sizeof(T));
}
template <class Dst, class Src>
__device__ void memcpy_async(Dst *dst, const Src *src, size_t size,
                             pipeline &) {
  kmend_async_object(dst, src, size);
}

} // namespace experimental
} // namespace nvcuda

#endif // KMEND_CUDA_CUDA_PIPELINE_H
