//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shuffles, votes, matches and reductions of a warp.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_WARP_H
#define KMEND_WARP_H

#include "abi.h"
#include "builtin_variables.h"
#include "qualifiers.h"

// A value travels as 64 bits; of the lane or distance, five bits count (PTX
// ISA, shfl.sync). No templates: their instances would be made for every
// source, used or not.
#define KMEND_SHUFFLE(NAME, KIND, LANE, TYPE)                                  \
  KMEND_D TYPE NAME(unsigned mask, TYPE var, LANE, int width = warpSize) {     \
    unsigned long long bits = 0;                                               \
    __builtin_memcpy(&bits, &var, sizeof var);                                 \
    bits = kmend_shfl(mask, bits, (int)lane & 31, width, KIND);                \
    __builtin_memcpy(&var, &bits, sizeof var);                                 \
    return var;                                                                \
  }
#define KMEND_SHUFFLES(TYPE)                                                   \
  KMEND_SHUFFLE(__shfl_sync, 0, int lane, TYPE)                                \
  KMEND_SHUFFLE(__shfl_up_sync, 1, unsigned lane, TYPE)                        \
  KMEND_SHUFFLE(__shfl_down_sync, 2, unsigned lane, TYPE)                      \
  KMEND_SHUFFLE(__shfl_xor_sync, 3, int lane, TYPE)
KMEND_SHUFFLES(int)
KMEND_SHUFFLES(unsigned)
KMEND_SHUFFLES(long)
KMEND_SHUFFLES(unsigned long)
KMEND_SHUFFLES(long long)
KMEND_SHUFFLES(unsigned long long)
KMEND_SHUFFLES(float)
KMEND_SHUFFLES(double)

KMEND_D unsigned __ballot_sync(unsigned mask, int p) {
  return kmend_vote(mask, p != 0, 0);
}
KMEND_D int __any_sync(unsigned mask, int p) {
  return kmend_vote(mask, p != 0, 1);
}
KMEND_D int __all_sync(unsigned mask, int p) {
  return kmend_vote(mask, p != 0, 2);
}
KMEND_D int __uni_sync(unsigned mask, int p) {
  return kmend_vote(mask, p != 0, 3);
}
KMEND_D unsigned __activemask(void) { return kmend_activemask(); }

#define KMEND_MATCH(TYPE)                                                      \
  KMEND_D unsigned __match_any_sync(unsigned mask, TYPE v) {                   \
    unsigned long long bits = 0;                                               \
    __builtin_memcpy(&bits, &v, sizeof v);                                     \
    int all;                                                                   \
    return kmend_match(mask, bits, 0, &all);                                   \
  }                                                                            \
  KMEND_D unsigned __match_all_sync(unsigned mask, TYPE v, int *all) {         \
    unsigned long long bits = 0;                                               \
    __builtin_memcpy(&bits, &v, sizeof v);                                     \
    return kmend_match(mask, bits, 1, all);                                    \
  }
KMEND_MATCH(int)
KMEND_MATCH(unsigned)
KMEND_MATCH(long)
KMEND_MATCH(unsigned long)
KMEND_MATCH(long long)
KMEND_MATCH(unsigned long long)
KMEND_MATCH(float)
KMEND_MATCH(double)
#undef KMEND_MATCH

#define KMEND_REDUCE(NAME, TYPE, OPERATION)                                    \
  KMEND_D TYPE NAME(unsigned mask, TYPE v) {                                   \
    return (TYPE)kmend_reduce(mask, (unsigned)v, OPERATION);                   \
  }
KMEND_REDUCE(__reduce_add_sync, unsigned, 0)
KMEND_REDUCE(__reduce_min_sync, unsigned, 1)
KMEND_REDUCE(__reduce_max_sync, unsigned, 2)
KMEND_REDUCE(__reduce_and_sync, unsigned, 3)
KMEND_REDUCE(__reduce_or_sync, unsigned, 4)
KMEND_REDUCE(__reduce_xor_sync, unsigned, 5)
KMEND_REDUCE(__reduce_add_sync, int, 0)
KMEND_REDUCE(__reduce_min_sync, int, 6)
KMEND_REDUCE(__reduce_max_sync, int, 7)
#undef KMEND_REDUCE

#endif // KMEND_WARP_H
