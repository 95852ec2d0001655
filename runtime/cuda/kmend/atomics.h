//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Atomic operations: plain code, since one OS thread runs a block. Each
// function is marked, so that it counts as one step.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_ATOMICS_H
#define KMEND_ATOMICS_H

#include "qualifiers.h"

#define KMEND_ATOMIC_CODE(NAME, TYPE, VALUE)                                   \
  KMEND_ATOMIC TYPE NAME(TYPE *address, TYPE val) {                            \
    TYPE old = *address;                                                       \
    *address = VALUE;                                                          \
    return old;                                                                \
  }
#define KMEND_ATOMIC_INTEGERS(TYPE)                                            \
  KMEND_ATOMIC_CODE(atomicMin, TYPE, val < old ? val : old)                    \
  KMEND_ATOMIC_CODE(atomicMax, TYPE, old < val ? val : old)                    \
  KMEND_ATOMIC_CODE(atomicAnd, TYPE, old &val)                                 \
  KMEND_ATOMIC_CODE(atomicOr, TYPE, old | val)                                 \
  KMEND_ATOMIC_CODE(atomicXor, TYPE, old ^ val)
#define KMEND_ATOMIC_CAS(TYPE)                                                 \
  KMEND_ATOMIC TYPE atomicCAS(TYPE *address, TYPE compare, TYPE val) {         \
    TYPE old = *address;                                                       \
    if (old == compare)                                                        \
      *address = val;                                                          \
    return old;                                                                \
  }

KMEND_ATOMIC_INTEGERS(int)
KMEND_ATOMIC_INTEGERS(unsigned)
KMEND_ATOMIC_INTEGERS(long long)
KMEND_ATOMIC_INTEGERS(unsigned long long)
KMEND_ATOMIC_CODE(atomicAdd, int, old + val)
KMEND_ATOMIC_CODE(atomicAdd, unsigned, old + val)
KMEND_ATOMIC_CODE(atomicAdd, unsigned long long, old + val)
KMEND_ATOMIC_CODE(atomicAdd, float, old + val)
KMEND_ATOMIC_CODE(atomicAdd, double, old + val)
KMEND_ATOMIC_CODE(atomicSub, int, old - val)
KMEND_ATOMIC_CODE(atomicSub, unsigned, old - val)
KMEND_ATOMIC_CODE(atomicExch, int, val)
KMEND_ATOMIC_CODE(atomicExch, unsigned, val)
KMEND_ATOMIC_CODE(atomicExch, unsigned long long, val)
KMEND_ATOMIC_CODE(atomicExch, float, val)
KMEND_ATOMIC_CODE(atomicInc, unsigned, old >= val ? 0 : old + 1)
KMEND_ATOMIC_CODE(atomicDec, unsigned, old == 0 || old > val ? val : old - 1)
KMEND_ATOMIC_CAS(int)
KMEND_ATOMIC_CAS(unsigned)
KMEND_ATOMIC_CAS(unsigned long long)
KMEND_ATOMIC_CAS(unsigned short)
#undef KMEND_ATOMIC_INTEGERS
#undef KMEND_ATOMIC_CAS

#define KMEND_ATOMIC_VECTOR(TYPE, ...)                                         \
  KMEND_ATOMIC TYPE atomicAdd(TYPE *address, TYPE val) {                       \
    TYPE old = *address;                                                       \
    *address = {__VA_ARGS__};                                                  \
    return old;                                                                \
  }
KMEND_ATOMIC_VECTOR(float2, old.x + val.x, old.y + val.y)
KMEND_ATOMIC_VECTOR(float4, old.x + val.x, old.y + val.y, old.z + val.z,
                    old.w + val.w)
#undef KMEND_ATOMIC_VECTOR

// Scopes make no difference here.
#define KMEND_ATOMIC_SCOPES(NAME)                                              \
  template <class T, class U> KMEND_D T NAME##_block(T *address, U val) {      \
    return NAME(address, (T)val);                                              \
  }                                                                            \
  template <class T, class U> KMEND_D T NAME##_system(T *address, U val) {     \
    return NAME(address, (T)val);                                              \
  }
KMEND_ATOMIC_SCOPES(atomicAdd)
KMEND_ATOMIC_SCOPES(atomicSub)
KMEND_ATOMIC_SCOPES(atomicExch)
KMEND_ATOMIC_SCOPES(atomicMin)
KMEND_ATOMIC_SCOPES(atomicMax)
KMEND_ATOMIC_SCOPES(atomicInc)
KMEND_ATOMIC_SCOPES(atomicDec)
KMEND_ATOMIC_SCOPES(atomicAnd)
KMEND_ATOMIC_SCOPES(atomicOr)
KMEND_ATOMIC_SCOPES(atomicXor)
#undef KMEND_ATOMIC_SCOPES
template <class T, class U, class V>
KMEND_D T atomicCAS_block(T *address, U compare, V val) {
  return atomicCAS(address, (T)compare, (T)val);
}
template <class T, class U, class V>
KMEND_D T atomicCAS_system(T *address, U compare, V val) {
  return atomicCAS(address, (T)compare, (T)val);
}

#endif // KMEND_ATOMICS_H
