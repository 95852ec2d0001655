// cuRAND's Philox4x32-10 (Salmon et al., SC 2011), counter and key as the cuRAND
// guide says; a sequence is 2^66 numbers.
#include <curand_kernel.h>
const int T = 16;
__global__ void kernel(unsigned *out) {
  int t = threadIdx.x;
  curandStatePhilox4_32_10_t s;
  unsigned *o = out + t * 8;
  curand_init(0, 0, 0, &s);
  for (int i = 0; i < 4; ++i)
    o[i] = curand(&s);
  curand_init(0xdeadbeefcafef00dull, t, 0, &s);
  for (int i = 4; i < 8; ++i)
    o[i] = curand(&s);
  o += T * 8;
  curand_init(1234, 1ull << (t * 2), t, &s);
  uint4 q = curand4(&s);
  o[0] = q.x, o[1] = q.y, o[2] = q.z, o[3] = q.w;
  o[4] = curand(&s);
  q = curand4(&s);
  o[5] = q.x, o[6] = q.y ^ q.z, o[7] = q.w;
  o += T * 8;
  curand_init(5, t, 0xffffffffull * 4 + t, &s);
  for (int i = 0; i < 4; ++i)
    o[i] = __float_as_uint(curand_uniform(&s));
  float4 u = curand_uniform4(&s);
  o[4] = __float_as_uint(u.x), o[5] = __float_as_uint(u.y);
  o[6] = __float_as_uint(u.z), o[7] = __float_as_uint(u.w);
  o += T * 8;
  skipahead(1000ull + t, &s);
  skipahead_sequence(3, &s);
  putDouble(o, curand_uniform_double(&s));
  double2 d = curand_uniform2_double(&s);
  putDouble(o + 2, d.x);
  putDouble(o + 4, d.y);
  o[6] = curand(&s);
  o[7] = 0;
  o += T * 8;
  curand_init(99, t, 0, &s);
  float4 n = curand_normal4(&s);
  o[0] = __float_as_uint(n.x), o[1] = __float_as_uint(n.y);
  o[2] = __float_as_uint(n.z), o[3] = __float_as_uint(n.w);
  float2 m = curand_normal2(&s);
  o[4] = __float_as_uint(m.x), o[5] = __float_as_uint(m.y);
  o[6] = __float_as_uint(curand_normal(&s));
  o[7] = __float_as_uint(curand_normal(&s));
}
extern "C" void conformance(unsigned *out, int n) { kernel<<<1, T>>>(out); }

typedef unsigned long long u64;
// Number n of a sequence, from its counter alone.
static unsigned number(u64 seed, u64 sequence, u64 n) {
  u64 block = n / 4;
  unsigned c[4] = {(unsigned)block, (unsigned)(block >> 32), (unsigned)sequence,
                   (unsigned)(sequence >> 32)};
  unsigned k0 = (unsigned)seed, k1 = (unsigned)(seed >> 32);
  for (int round = 0; round < 10; ++round) {
    u64 p = (u64)0xD2511F53u * c[0], q = (u64)0xCD9E8D57u * c[2];
    unsigned r[4] = {(unsigned)(q >> 32) ^ c[1] ^ k0, (unsigned)q,
                     (unsigned)(p >> 32) ^ c[3] ^ k1, (unsigned)p};
    for (int i = 0; i < 4; ++i)
      c[i] = r[i];
    k0 += 0x9E3779B9u;
    k1 += 0xBB67AE85u;
  }
  return c[n % 4];
}
static float uniform(unsigned x) {
  return (float)((double)(float)x * 2.3283064e-10f + 2.3283064e-10f / 2.0f);
}
static double uniform53(u64 x, u64 y) {
  return (double)(x ^ y << 21) * 1.1102230246251565e-16 +
         1.1102230246251565e-16 / 2;
}
extern "C" int expected(unsigned *want, float *ulp) {
  Expected e(want, ulp);
  // Known answer of Random123 for counter 0 and key 0, as a check of the host.
  const unsigned known[4] = {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8};
  for (int t = 0; t < T; ++t) {
    for (int i = 0; i < 4; ++i)
      e.is(known[i]);
    for (int i = 0; i < 4; ++i)
      e.is(number(0xdeadbeefcafef00dull, t, i));
  }
  for (int t = 0; t < T; ++t) {
    u64 sequence = 1ull << (t * 2);
    auto at = [&](int i) { return number(1234, sequence, t + i); };
    for (int i = 0; i < 6; ++i)
      e.is(at(i));
    e.is(at(6) ^ at(7));
    e.is(at(8));
  }
  for (int t = 0; t < T; ++t)
    for (int i = 0; i < 8; ++i)
      e.is(uniform(number(5, t, 0xffffffffull * 4 + t + i)));
  for (int t = 0; t < T; ++t) {
    u64 n = 0xffffffffull * 4 + t + 8 + 1000 + t;
    auto at = [&](int i) { return number(5, t + 3, n + i); };
    e.is(at(0) * 2.3283064365386963e-10 + 2.3283064365386963e-10);
    e.is(uniform53(at(1), at(2)));
    e.is(uniform53(at(3), at(4)));
    e.is(at(5));
    e.is(0);
  }
  // See curand_xorwow.cu for the bound.
  for (int t = 0; t < T; ++t)
    for (int i = 0; i < 4; ++i) {
      double u = uniform(number(99, t, 2 * i));
      const float turn = 2.3283064e-10f * 6.2831855f;
      double v = (float)((double)(float)number(99, t, 2 * i + 1) * turn + turn / 2);
      double r = sqrt(-2 * log(u));
      e.within((float)(r * sin(v)), 6.7 * 4.8e-7);
      e.within((float)(r * cos(v)), 6.7 * 4.8e-7);
    }
  return e.count;
}
