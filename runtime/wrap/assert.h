//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// <assert.h> for both sides. May be included again with another NDEBUG.
//
//===----------------------------------------------------------------------===//

#undef assert
#ifdef NDEBUG
#define assert(E) ((void)0)
#elif defined(__CUDA_ARCH__)
#define assert(E)                                                              \
  (__builtin_expect(!!(E), 1)                                                  \
       ? (void)0                                                               \
       : kmend_assert_fail(#E, __FILE__, __LINE__, __PRETTY_FUNCTION__))
#else
#define assert(E)                                                              \
  (__builtin_expect(!!(E), 1)                                                  \
       ? (void)0                                                               \
       : __assert_fail(#E, __FILE__, __LINE__, __PRETTY_FUNCTION__))
#endif

#ifndef KMEND_STD_ASSERT_H
#define KMEND_STD_ASSERT_H
extern "C" {
#ifdef __CUDACC__
__attribute__((device)) void kmend_assert_fail(const char *, const char *,
                                               unsigned, const char *);
#endif
[[noreturn]] __attribute__((host, device)) void __assert_fail(const char *, const char *,
                                             unsigned,
                                             const char *) noexcept(true);
}
#endif // KMEND_STD_ASSERT_H
