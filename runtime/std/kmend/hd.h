//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What every small standard header starts with: in CUDA, functions are for both
// sides.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_STD_HD_H
#define KMEND_STD_HD_H

#ifdef __CUDACC__
#define KMEND_STD_HD __attribute__((host, device))
#elif defined(__CUDA__)
#define KMEND_STD_HD __attribute__((host, device))
#else
#define KMEND_STD_HD
#endif
// Functions of a standard header.
#define KMEND_STD static inline KMEND_STD_HD

#endif // KMEND_STD_HD_H
