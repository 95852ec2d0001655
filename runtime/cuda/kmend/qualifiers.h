//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The words that CUDA adds to C++.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_QUALIFIERS_H
#define KMEND_QUALIFIERS_H

#ifndef __CUDACC__
#define __CUDACC__ 1
#endif
#ifndef __NVCC__
#define __NVCC__ 1
#endif
// Clang has its own idea of it for a device that is no GPU.
#ifdef __CUDA_ARCH__
#undef __CUDA_ARCH__
#define __CUDA_ARCH__ 900
#endif
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 6
#define __CUDACC_VER_BUILD__ 20
#define __CUDACC_EXTENDED_LAMBDA__ 1
#define __CUDACC_RELAXED_CONSTEXPR__ 1
#define CUDART_VERSION 12060
#define CUDA_VERSION 12060
#define __CUDART_API_VERSION CUDART_VERSION
#define __CUDA_ARCH_LIST__ 900

#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __constant__ __attribute__((constant))
// The executor finds shared variables by the annotation: on this machine they
// are globals like any other.
#define __shared__ __attribute__((shared, annotate("kmend.shared")))
// Refused where they are used. A pragma is one literal, however long.
// clang-format off
#define __managed__ _Pragma("GCC error \"kmend-unsupported: __managed__ variables; use --executor cuda\"")
#define __cluster_dims__(...) _Pragma("GCC error \"kmend-unsupported: thread block clusters; use --executor cuda\"")
// clang-format on

#define __forceinline__ __inline__ __attribute__((always_inline))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __maxnreg__(...)
#define __grid_constant__
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __align__(n)
#define __thread__ __thread
#define __import__
#define __export__
#define __cdecl
#define __annotate__(a) __attribute__((annotate(#a)))
#define __location__(a) __annotate__(a)
#define __no_return__ __attribute__((noreturn))
#define __device_builtin__
#define __cudart_builtin__
#define __nv_pure__
#define CUDARTAPI
#define CUDART_CB
#define CUDART_DEVICE __device__

// Functions of the shim. An operation that threads do in one step is marked, so
// that no other thread runs in the middle of it.
#define KMEND_D static inline __device__
#define KMEND_HD static inline __host__ __device__
#define KMEND_ATOMIC                                                           \
  static inline __device__ __attribute__((annotate("kmend.atomic")))
// Roundings that must stay: no multiply and add become one operation here.
#define KMEND_EXACT _Pragma("clang fp contract(off)")
// Names that a source may use on a GPU and that the embedded executor lacks.
#define KMEND_REFUSED(what)                                                    \
  __attribute__((                                                              \
      unavailable("kmend-unsupported: " what "; use --executor cuda")))

#endif // KMEND_QUALIFIERS_H
