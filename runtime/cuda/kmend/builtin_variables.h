//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// threadIdx, blockIdx, blockDim, gridDim, warpSize.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_BUILTIN_VARIABLES_H
#define KMEND_BUILTIN_VARIABLES_H

#include "abi.h"
#include "qualifiers.h"
#include "vector_types.h"

// The shape of Clang's own header, so that a matcher that holds for one holds
// for the other.
#define KMEND_BUILTIN(FIELD, VALUE)                                            \
  __declspec(property(get = __fetch_builtin_##FIELD)) unsigned int FIELD;      \
  static inline __attribute__((always_inline))                                 \
  __attribute__((device)) unsigned int                                         \
  __fetch_builtin_##FIELD(void) {                                              \
    return VALUE;                                                              \
  }
#define KMEND_BUILTIN_TYPE(NAME, GETTER)                                       \
  struct NAME {                                                                \
    KMEND_BUILTIN(x, GETTER##_x())                                             \
    KMEND_BUILTIN(y, GETTER##_y())                                             \
    KMEND_BUILTIN(z, GETTER##_z())                                             \
    __device__ operator dim3() const { return dim3(x, y, z); }                 \
    __device__ operator uint3() const { return uint3{x, y, z}; }               \
                                                                               \
  private:                                                                     \
    __device__ NAME() = delete;                                                \
    __device__ NAME(const NAME &) = delete;                                    \
    __device__ void operator=(const NAME &) const = delete;                    \
    __device__ NAME *operator&() const = delete;                               \
  }

KMEND_BUILTIN_TYPE(__cuda_builtin_threadIdx_t, kmend_tid);
KMEND_BUILTIN_TYPE(__cuda_builtin_blockIdx_t, kmend_ctaid);
KMEND_BUILTIN_TYPE(__cuda_builtin_blockDim_t, kmend_ntid);
KMEND_BUILTIN_TYPE(__cuda_builtin_gridDim_t, kmend_nctaid);

extern const __device__
    __attribute__((weak)) __cuda_builtin_threadIdx_t threadIdx;
extern const __device__
    __attribute__((weak)) __cuda_builtin_blockIdx_t blockIdx;
extern const __device__
    __attribute__((weak)) __cuda_builtin_blockDim_t blockDim;
extern const __device__ __attribute__((weak)) __cuda_builtin_gridDim_t gridDim;
__device__ const int warpSize = 32;

#undef KMEND_BUILTIN
#undef KMEND_BUILTIN_TYPE

#endif // KMEND_BUILTIN_VARIABLES_H
