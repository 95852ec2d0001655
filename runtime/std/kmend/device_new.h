//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Placement in device code. The allocating forms are declared by the compiler.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_STD_DEVICE_NEW_H
#define KMEND_STD_DEVICE_NEW_H

#ifdef __CUDACC__
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
#endif

#endif // KMEND_STD_DEVICE_NEW_H
