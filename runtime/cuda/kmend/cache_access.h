//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads and stores with a cache hint.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_CACHE_ACCESS_H
#define KMEND_CACHE_ACCESS_H

#include "vector_types.h"

// Overloads, not a template: an argument of another type converts as it does
// for nvcc, or fails as it does there.
#define KMEND_LOAD(NAME, TYPE)                                                 \
  KMEND_D TYPE NAME(const TYPE *ptr) { return *ptr; }
#define KMEND_STORE(NAME, TYPE)                                                \
  KMEND_D void NAME(TYPE *ptr, TYPE value) { *ptr = value; }
#define KMEND_CACHE(TYPE)                                                      \
  KMEND_LOAD(__ldg, TYPE)                                                      \
  KMEND_LOAD(__ldcg, TYPE)                                                     \
  KMEND_LOAD(__ldca, TYPE)                                                     \
  KMEND_LOAD(__ldcs, TYPE)                                                     \
  KMEND_LOAD(__ldlu, TYPE)                                                     \
  KMEND_LOAD(__ldcv, TYPE)                                                     \
  KMEND_STORE(__stwb, TYPE)                                                    \
  KMEND_STORE(__stcg, TYPE)                                                    \
  KMEND_STORE(__stcs, TYPE)                                                    \
  KMEND_STORE(__stwt, TYPE)
KMEND_CACHE(char)
KMEND_CACHE(signed char)
KMEND_CACHE(short)
KMEND_CACHE(int)
KMEND_CACHE(long)
KMEND_CACHE(long long)
KMEND_CACHE(unsigned char)
KMEND_CACHE(unsigned short)
KMEND_CACHE(unsigned int)
KMEND_CACHE(unsigned long)
KMEND_CACHE(unsigned long long)
KMEND_CACHE(float)
KMEND_CACHE(double)
KMEND_CACHE(char2)
KMEND_CACHE(char4)
KMEND_CACHE(short2)
KMEND_CACHE(short4)
KMEND_CACHE(int2)
KMEND_CACHE(int4)
KMEND_CACHE(longlong2)
KMEND_CACHE(uchar2)
KMEND_CACHE(uchar4)
KMEND_CACHE(ushort2)
KMEND_CACHE(ushort4)
KMEND_CACHE(uint2)
KMEND_CACHE(uint4)
KMEND_CACHE(ulonglong2)
KMEND_CACHE(float2)
KMEND_CACHE(float4)
KMEND_CACHE(double2)

#endif // KMEND_CACHE_ACCESS_H
