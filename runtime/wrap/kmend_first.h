//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What must be read before any header of the machine's C++ library. All of that
// library is declared for both sides, wherever a part of it is declared first;
// only what the compiler or the shim declares for one side stays outside.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_FIRST_H
#define KMEND_FIRST_H

#pragma clang force_cuda_host_device begin
#include_next <type_traits>
#if __has_include_next(<bits/exception.h>)
#include_next <bits/exception.h>
#endif
#pragma clang force_cuda_host_device end
#include_next <new>
#include_next <time.h>

__attribute__((device)) inline void *operator new(decltype(sizeof(0)),
                                                  void *p) noexcept {
  return p;
}
__attribute__((device)) inline void *operator new[](decltype(sizeof(0)),
                                                    void *p) noexcept {
  return p;
}
__attribute__((device)) inline void operator delete(void *, void *) noexcept {}
__attribute__((device)) inline void operator delete[](void *, void *) noexcept {
}

#endif // KMEND_FIRST_H
