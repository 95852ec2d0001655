//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// __pipeline_memcpy_async and its groups.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_CUDA_CUDA_PIPELINE_PRIMITIVES_H
#define KMEND_CUDA_CUDA_PIPELINE_PRIMITIVES_H

#include "cuda_runtime.h"
#include "kmend/async_copy.h"

KMEND_D void __pipeline_memcpy_async(void *dst_shared, const void *src_global,
                                     size_t size_and_align, size_t zfill = 0) {
  kmend_async_copy(dst_shared, src_global, (unsigned)size_and_align,
                   (unsigned)(size_and_align - zfill), 0);
}
KMEND_D void __pipeline_commit(void) { kmend_async_commit(); }
KMEND_D void __pipeline_wait_prior(size_t prior) {
  kmend_async_wait((int)prior);
}
#define __pipeline_arrive_on(...)                                              \
  _Pragma("GCC error \"kmend-unsupported: __pipeline_arrive_on; use "          \
          "--executor cuda\"")

#endif // KMEND_CUDA_CUDA_PIPELINE_PRIMITIVES_H
