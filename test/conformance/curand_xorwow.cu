// cuRAND's XORWOW (curandState): Marsaglia's xorwow, seeded and skipped as the
// cuRAND guide says; a sequence is 2^67 numbers. Uniform numbers are exact,
// normal ones come from fast functions.
#include <curand_kernel.h>
const int T = 16;
__global__ void kernel(unsigned *out) {
  int t = threadIdx.x;
  curandState s;
  unsigned *o = out + t * 4;
  for (int seed = 0; seed < 2; ++seed) {
    curand_init(seed ? 0x123456789abcdefull : 1234, t * t * 37, 0, &s);
    for (int i = 0; i < 4; ++i)
      o[i] = curand(&s);
    o += T * 4;
  }
  curand_init(42, 3, t * 12345, &s);
  for (int i = 0; i < 4; ++i)
    o[i] = __float_as_uint(curand_uniform(&s));
  o += T * 4;
  skipahead(100ull * t, &s);
  skipahead_sequence(t, &s);
  o[0] = curand(&s);
  o[1] = 0;
  putDouble(o + 2, curand_uniform_double(&s));
  o += T * 4;
  curand_init(7, t, 5, &s);
  float2 pair = curand_normal2(&s);
  o[0] = __float_as_uint(pair.x);
  o[1] = __float_as_uint(pair.y);
  o[2] = __float_as_uint(curand_normal(&s));
  o[3] = __float_as_uint(curand_normal(&s));
  o += T * 4;
  putDouble(o, curand_normal_double(&s));
  o[2] = __float_as_uint(curand_log_normal(&s, 0.5f, 0.25f));
  o[3] = curand(&s);
}
extern "C" void conformance(unsigned *out, int n) { kernel<<<1, T>>>(out); }

struct State {
  unsigned d, v[5];
  unsigned next() {
    unsigned t = v[0] ^ (v[0] >> 2);
    for (int i = 0; i < 4; ++i)
      v[i] = v[i + 1];
    v[4] = (v[4] ^ (v[4] << 4)) ^ (t ^ (t << 1));
    d += 362437;
    return v[4] + d;
  }
};
// power[k] holds what the bits of a state become after 2^k steps.
static unsigned power[82][160][5];
static void apply(int k, unsigned *v) {
  unsigned r[5] = {};
  for (int bit = 0; bit < 160; ++bit)
    if (v[bit / 32] >> bit % 32 & 1)
      for (int w = 0; w < 5; ++w)
        r[w] ^= power[k][bit][w];
  for (int w = 0; w < 5; ++w)
    v[w] = r[w];
}
static void prepare() {
  for (int k = 0; k < 82; ++k)
    for (int bit = 0; bit < 160; ++bit) {
      State s = {};
      s.v[bit / 32] = 1u << bit % 32;
      if (k == 0) {
        s.next();
      } else {
        apply(k - 1, s.v);
        apply(k - 1, s.v);
      }
      for (int w = 0; w < 5; ++w)
        power[k][bit][w] = s.v[w];
    }
}
static void skip(State &s, unsigned sequences, unsigned long long n) {
  for (int bit = 0; bit < 14; ++bit)
    if (sequences >> bit & 1)
      apply(67 + bit, s.v);
  for (int bit = 0; bit < 64; ++bit)
    if (n >> bit & 1)
      apply(bit, s.v);
  s.d += 362437u * (unsigned)n;
}
static State seeded(unsigned long long seed, unsigned sequences,
                    unsigned long long offset) {
  unsigned a = 1099087573u * ((unsigned)seed ^ 0xaad26b49u);
  unsigned b = 2591861531u * ((unsigned)(seed >> 32) ^ 0xf7dcefddu);
  State s = {6615241 + b + a,
             {123456789 + a, 362436069 ^ a, 521288629 + b, 88675123 ^ b,
              5783321 + a}};
  skip(s, sequences, offset);
  return s;
}
// In (0, 1]: one fused operation in float.
static float uniform(unsigned x) {
  return (float)((double)(float)x * 2.3283064e-10f + 2.3283064e-10f / 2.0f);
}
static void normals(State &s, float &a, float &b) {
  double u = uniform(s.next());
  const float turn = 2.3283064e-10f * 6.2831855f;
  double v = (float)((double)(float)s.next() * turn + turn / 2);
  double r = sqrt(-2 * log(u));
  a = (float)(r * sin(v));
  b = (float)(r * cos(v));
}
extern "C" int expected(unsigned *want, float *ulp) {
  Expected e(want, ulp);
  prepare();
  for (int seed = 0; seed < 2; ++seed)
    for (int t = 0; t < T; ++t) {
      State s = seeded(seed ? 0x123456789abcdefull : 1234, t * t * 37, 0);
      for (int i = 0; i < 4; ++i)
        e.is(s.next());
    }
  for (int t = 0; t < T; ++t) {
    State s = seeded(42, 3, t * 12345);
    for (int i = 0; i < 4; ++i)
      e.is(uniform(s.next()));
  }
  for (int t = 0; t < T; ++t) {
    State s = seeded(42, 3, t * 12345 + 4);
    skip(s, t, 100ull * t);
    e.is(s.next());
    e.is(0);
    unsigned long long x = s.next(), y = s.next();
    e.is((double)(x ^ y << 21) * 1.1102230246251565e-16 +
         1.1102230246251565e-16 / 2);
  }
  // The fast sine is 2^-21.41 away on [-pi, pi], a few times that up to 2 pi;
  // the largest factor sqrt(-2 log u) is below 6.7.
  const double away = 6.7 * 4.8e-7;
  for (int t = 0; t < T; ++t) {
    State s = seeded(7, t, 5);
    for (int i = 0; i < 2; ++i) {
      float a, b;
      normals(s, a, b);
      e.within(a, away);
      e.within(b, away);
    }
  }
  for (int t = 0; t < T; ++t) {
    State s = seeded(7, t, 5 + 4);
    unsigned long long w[4];
    for (int i = 0; i < 4; ++i)
      w[i] = s.next();
    double u = (double)(w[0] ^ w[1] << 21) * 1.1102230246251565e-16 +
               1.1102230246251565e-16 / 2;
    double v = (double)(w[2] ^ w[3] << 21) * (1.1102230246251565e-16 * 2.0) +
               1.1102230246251565e-16;
    e.near(sqrt(-2.0 * log(u)) * sin(v * 3.14159265358979323846), 1e6);
    float a, b;
    normals(s, a, b);
    e.within((float)exp(0.5 + 0.25 * a), away * 2);
    e.is(s.next());
  }
  return e.count;
}
