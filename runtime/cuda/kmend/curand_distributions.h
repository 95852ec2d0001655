//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The distributions of cuRAND over its generators: (0, 1] and the normal one by
// Box and Muller, with the same operations in the same order.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_CURAND_DISTRIBUTIONS_H
#define KMEND_CURAND_DISTRIBUTIONS_H

#include "curand_generators.h"
#include "float_intrinsics.h"
#include "math.h"

KMEND_D float kmend_uniform(unsigned x) {
  return x * 2.3283064e-10f + 2.3283064e-10f / 2.0f;
}
KMEND_D double kmend_uniform53(unsigned x, unsigned y) {
  unsigned long long z = x ^ (unsigned long long)y << 21;
  return z * 0x1p-53 + 0x1p-54;
}
KMEND_D float2 kmend_box_muller(unsigned x, unsigned y) {
  const float turn = 2.3283064e-10f * 6.2831855f;
  float u = x * 2.3283064e-10f + 2.3283064e-10f / 2;
  float v = y * turn + turn / 2;
  float s = sqrtf(-2.0f * logf(u)), a, b;
  __sincosf(v, &a, &b);
  return float2{a * s, b * s};
}
KMEND_D double2 kmend_box_muller_double(uint4 x) {
  unsigned long long zx = x.x ^ (unsigned long long)x.y << 21;
  unsigned long long zy = x.z ^ (unsigned long long)x.w << 21;
  double u = zx * 0x1p-53 + 0x1p-54, v = zy * 0x1p-52 + 0x1p-53;
  double s = sqrt(-2.0 * log(u)), a, b;
  sincospi(v, &a, &b);
  return double2{a * s, b * s};
}

// Philox gives a double from one number.
KMEND_D double curand_uniform_double(curandStatePhilox4_32_10_t *state) {
  return curand(state) * 0x1p-32 + 0x1p-32;
}
KMEND_D double curand_uniform_double(curandStateXORWOW_t *state) {
  unsigned x = curand(state), y = curand(state);
  return kmend_uniform53(x, y);
}
#define KMEND_DISTRIBUTIONS(STATE)                                             \
  KMEND_D float curand_uniform(STATE *state) {                                 \
    return kmend_uniform(curand(state));                                       \
  }                                                                            \
  KMEND_D float2 curand_normal2(STATE *state) {                                \
    unsigned x = curand(state), y = curand(state);                             \
    return kmend_box_muller(x, y);                                             \
  }                                                                            \
  KMEND_D float curand_normal(STATE *state) {                                  \
    if (state->boxmuller_flag) {                                               \
      state->boxmuller_flag = 0;                                               \
      return state->boxmuller_extra;                                           \
    }                                                                          \
    float2 v = curand_normal2(state);                                          \
    state->boxmuller_flag = 1;                                                 \
    state->boxmuller_extra = v.y;                                              \
    return v.x;                                                                \
  }                                                                            \
  KMEND_D double2 kmend_normal_pair(STATE *state) {                            \
    uint4 x;                                                                   \
    x.x = curand(state);                                                       \
    x.y = curand(state);                                                       \
    x.z = curand(state);                                                       \
    x.w = curand(state);                                                       \
    return kmend_box_muller_double(x);                                         \
  }                                                                            \
  KMEND_D double2 curand_normal2_double(STATE *state) {                        \
    return kmend_normal_pair(state);                                           \
  }                                                                            \
  KMEND_D double curand_normal_double(STATE *state) {                          \
    if (state->boxmuller_flag_double) {                                        \
      state->boxmuller_flag_double = 0;                                        \
      return state->boxmuller_extra_double;                                    \
    }                                                                          \
    double2 v = kmend_normal_pair(state);                                      \
    state->boxmuller_flag_double = 1;                                          \
    state->boxmuller_extra_double = v.y;                                       \
    return v.x;                                                                \
  }                                                                            \
  KMEND_D float curand_log_normal(STATE *state, float mean, float stddev) {    \
    return expf(mean + stddev * curand_normal(state));                         \
  }                                                                            \
  KMEND_D float2 curand_log_normal2(STATE *state, float mean, float stddev) {  \
    float2 v = curand_normal2(state);                                          \
    return float2{expf(mean + stddev * v.x), expf(mean + stddev * v.y)};       \
  }                                                                            \
  KMEND_D double curand_log_normal_double(STATE *state, double mean,           \
                                          double stddev) {                     \
    return exp(mean + stddev * curand_normal_double(state));                   \
  }                                                                            \
  KMEND_D unsigned curand_poisson(STATE *state, double lambda)                 \
      KMEND_REFUSED("curand_poisson");
KMEND_DISTRIBUTIONS(curandStateXORWOW_t)
KMEND_DISTRIBUTIONS(curandStatePhilox4_32_10_t)
#undef KMEND_DISTRIBUTIONS

// Four at a time.
KMEND_D float4 curand_uniform4(curandStatePhilox4_32_10_t *state) {
  uint4 x = curand4(state);
  return float4{kmend_uniform(x.x), kmend_uniform(x.y), kmend_uniform(x.z),
                kmend_uniform(x.w)};
}
KMEND_D double2 curand_uniform2_double(curandStatePhilox4_32_10_t *state) {
  uint4 x = curand4(state);
  return double2{kmend_uniform53(x.x, x.y), kmend_uniform53(x.z, x.w)};
}
KMEND_D float4 curand_normal4(curandStatePhilox4_32_10_t *state) {
  uint4 x = curand4(state);
  float2 a = kmend_box_muller(x.x, x.y), b = kmend_box_muller(x.z, x.w);
  return float4{a.x, a.y, b.x, b.y};
}

#endif // KMEND_CURAND_DISTRIBUTIONS_H
