// min and max of all types, NaN and signs, classification (CUDA Math API,
// "Mathematical Functions"): the operand that is no NaN wins.
__global__ void kernel(unsigned *out, float zero) {
  float nan = zero / zero, inf = 1 / zero;
  double dnan = nan;
  unsigned *o = out;
#define P(V) *o++ = (unsigned)(V);
#define F(V) *o++ = __float_as_uint(V);
  P(min(-3, 2)) P(max(-3, 2)) P(min(3u, 0xffffffffu)) P(max(3u, 0xffffffffu))
  P(min(-1, 2u)) P(max(-1, 2u)) P(min(-5ll, 3ll)) P(max(1ull << 40, 2ull) >> 32)
  P(min(5l, -6l)) P(umin(7u, 9u)) P(umax(7u, 9u)) P(llmin(-9ll, 4ll)) P(abs(-7))
  P(llabs(-8ll)) P(labs(-9l)) F(fabsf(-2.5f)) F(abs(-1.5f)) P(fabs(-3.0))
  F(fmaxf(nan, 1)) F(fmaxf(2, nan)) F(fminf(nan, -1)) F(fminf(inf, 3)) F(fmaxf(-inf, -4))
  F(max(1.5f, nan)) F(min(nan, 2.5f)) P(fmax(dnan, 6.0)) P(fmin(7.0, dnan))
  P(fmaxf(nan, nan) != fmaxf(nan, nan))
  P(isnan(nan)) P(isnan(inf)) P(isinf(inf) != 0) P(isinf(-inf) != 0) P(isinf(nan) != 0)
  P(isfinite(3.0f)) P(isfinite(inf)) P(isfinite(dnan)) P(signbit(-zero) != 0)
  P(signbit(-2.0) != 0) P(signbit(3.0f) != 0)
  P(nan == nan) P(nan != nan) P(nan < 1) P(!(nan >= 1)) P(inf > 3.4e38f) P(zero == -zero)
  F(copysignf(3, -zero)) F(fdimf(5, 7)) F(fdimf(7, 5)) F(__saturatef(nan))
}
extern "C" void conformance(unsigned *out, int n) { kernel<<<1, 1>>>(out, 0.0f); }
extern "C" int expected(unsigned *want, float *ulp) {
  Expected e(want, ulp);
  for (int v : {-3, 2, 3, -1, 2, -1, -5, 256, -6, 7, 9, -9, 7, 8, 9})
    e.is(v);
  e.is(2.5f), e.is(1.5f), e.is(3);
  for (float v : {1.0f, 2.0f, -1.0f, 3.0f, -4.0f, 1.5f, 2.5f})
    e.is(v);
  for (int v : {6, 7, 1, 1, 0, 1, 1, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 1, 1, 1})
    e.is(v);
  e.is(-3.0f), e.is(0.0f), e.is(2.0f), e.is(0.0f);
  return e.count;
}
