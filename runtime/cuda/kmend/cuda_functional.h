//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// cuda::std, which is std for both sides, and the functors of
// <cuda/functional>.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_CUDA_FUNCTIONAL_H
#define KMEND_CUDA_FUNCTIONAL_H

#include "../cuda_runtime.h"
#include <functional>

namespace cuda {
namespace std {
using namespace ::std;
} // namespace std

#define KMEND_EXTREME(NAME, FIRST)                                             \
  template <class T = void> struct NAME {                                      \
    __host__ __device__ constexpr T operator()(const T &a, const T &b) const { \
      return FIRST ? a : b;                                                    \
    }                                                                          \
  };                                                                           \
  template <> struct NAME<void> {                                              \
    template <class A, class B>                                                \
    __host__ __device__ constexpr auto operator()(const A &a,                  \
                                                  const B &b) const {          \
      return FIRST ? a : b;                                                    \
    }                                                                          \
  };
KMEND_EXTREME(maximum, !(a < b))
KMEND_EXTREME(minimum, !(b < a))
#undef KMEND_EXTREME

template <class R, class F> __host__ __device__ F proclaim_return_type(F f) {
  return f;
}
} // namespace cuda

#endif // KMEND_CUDA_FUNCTIONAL_H
