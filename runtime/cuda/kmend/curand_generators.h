//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The generators XORWOW and Philox4x32-10, bit for bit as cuRAND has them.
// Marsaglia, "Xorshift RNGs" (2003); Salmon et al., "Parallel Random Numbers:
// As Easy as 1, 2, 3" (2011); seeding and skipping as the cuRAND guide defines
// them.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_CURAND_GENERATORS_H
#define KMEND_CURAND_GENERATORS_H

#include "abi.h"
#include "qualifiers.h"
#include "vector_functions.h"

// What the normal distribution has left over from its last pair.
struct kmend_curand_extra {
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};

struct curandStateXORWOW : kmend_curand_extra {
  unsigned d, v[5];
};
typedef curandStateXORWOW curandStateXORWOW_t;
typedef curandStateXORWOW curandState_t;
typedef curandStateXORWOW curandState;

KMEND_D unsigned curand(curandStateXORWOW_t *state) {
  unsigned t = state->v[0] ^ state->v[0] >> 2, last = state->v[4];
  for (int i = 0; i < 4; ++i)
    state->v[i] = state->v[i + 1];
  state->v[4] = last ^ last << 4 ^ t ^ t << 1;
  state->d += 362437;
  return state->v[4] + state->d;
}
KMEND_D void skipahead(unsigned long long n, curandStateXORWOW_t *state) {
  kmend_xorwow_skip(state->v, 0, n);
  state->d += 362437 * (unsigned)n;
}
// A sequence is 2^67 numbers, a multiple of the period of d.
KMEND_D void skipahead_sequence(unsigned long long n,
                                curandStateXORWOW_t *state) {
  kmend_xorwow_skip(state->v, n, 0);
}
KMEND_D void curand_init(unsigned long long seed, unsigned long long sequence,
                         unsigned long long offset,
                         curandStateXORWOW_t *state) {
  unsigned a = 1099087573u * ((unsigned)seed ^ 0xaad26b49u);
  unsigned b = 2591861531u * ((unsigned)(seed >> 32) ^ 0xf7dcefddu);
  *state = {};
  state->d = 6615241 + a + b;
  state->v[0] = 123456789 + a;
  state->v[1] = 362436069 ^ a;
  state->v[2] = 521288629 + b;
  state->v[3] = 88675123 ^ b;
  state->v[4] = 5783321 + a;
  skipahead_sequence(sequence, state);
  skipahead(offset, state);
}

struct curandStatePhilox4_32_10 : kmend_curand_extra {
  uint4 ctr, output;
  uint2 key;
  unsigned STATE; // how many of output were given out
};
typedef curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;

KMEND_D uint4 curand_Philox4x32_10(uint4 c, uint2 k) {
  for (int round = 0; round < 10; ++round) {
    unsigned long long p = (unsigned long long)c.x * 0xd2511f53u;
    unsigned long long q = (unsigned long long)c.z * 0xcd9e8d57u;
    c = uint4{(unsigned)(q >> 32) ^ c.y ^ k.x, (unsigned)q,
              (unsigned)(p >> 32) ^ c.w ^ k.y, (unsigned)p};
    k.x += 0x9e3779b9u;
    k.y += 0xbb67ae85u;
  }
  return c;
}
KMEND_D void kmend_philox_advance(curandStatePhilox4_32_10_t *s,
                                  unsigned long long n) {
  unsigned low = (unsigned)n, high = (unsigned)(n >> 32);
  s->ctr.x += low;
  high += s->ctr.x < low;
  s->ctr.y += high;
  if (s->ctr.y < high && ++s->ctr.z == 0)
    ++s->ctr.w;
  s->output = curand_Philox4x32_10(s->ctr, s->key);
}
KMEND_D unsigned kmend_philox_word(uint4 v, unsigned i) {
  return i == 0 ? v.x : i == 1 ? v.y : i == 2 ? v.z : v.w;
}
KMEND_D unsigned curand(curandStatePhilox4_32_10_t *state) {
  unsigned word = kmend_philox_word(state->output, state->STATE);
  if (++state->STATE == 4) {
    kmend_philox_advance(state, 1);
    state->STATE = 0;
  }
  return word;
}
KMEND_D uint4 curand4(curandStatePhilox4_32_10_t *state) {
  uint4 now = state->output;
  kmend_philox_advance(state, 1);
  unsigned words[4];
  for (unsigned i = 0; i < 4; ++i) {
    unsigned at = state->STATE + i;
    words[i] = at < 4 ? kmend_philox_word(now, at)
                      : kmend_philox_word(state->output, at - 4);
  }
  return uint4{words[0], words[1], words[2], words[3]};
}
KMEND_D void skipahead(unsigned long long n,
                       curandStatePhilox4_32_10_t *state) {
  state->STATE += n & 3;
  n /= 4;
  if (state->STATE > 3) {
    ++n;
    state->STATE -= 4;
  }
  kmend_philox_advance(state, n);
}
// A sequence is 2^66 numbers.
KMEND_D void skipahead_sequence(unsigned long long n,
                                curandStatePhilox4_32_10_t *state) {
  unsigned low = (unsigned)n;
  state->ctr.z += low;
  state->ctr.w += (unsigned)(n >> 32) + (state->ctr.z < low);
  state->output = curand_Philox4x32_10(state->ctr, state->key);
}
KMEND_D void curand_init(unsigned long long seed, unsigned long long sequence,
                         unsigned long long offset,
                         curandStatePhilox4_32_10_t *state) {
  *state = {};
  state->key = uint2{(unsigned)seed, (unsigned)(seed >> 32)};
  skipahead_sequence(sequence, state);
  skipahead(offset, state);
}

#define KMEND_NO_GENERATOR(NAME)                                               \
  struct KMEND_REFUSED("cuRAND's " #NAME) NAME {};                             \
  struct KMEND_REFUSED("cuRAND's " #NAME) NAME##_t {};
KMEND_NO_GENERATOR(curandStateMRG32k3a)
KMEND_NO_GENERATOR(curandStateMtgp32)
KMEND_NO_GENERATOR(curandStateSobol32)
KMEND_NO_GENERATOR(curandStateSobol64)
KMEND_NO_GENERATOR(curandStateScrambledSobol32)
KMEND_NO_GENERATOR(curandStateScrambledSobol64)
#undef KMEND_NO_GENERATOR

#endif // KMEND_CURAND_GENERATORS_H
