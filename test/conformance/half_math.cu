// Mathematics of __half and __nv_bfloat16: within one unit in the last place of
// the format, two where the function is fast (CUDA Math API, "Half Math
// Functions": results rounded from float, maximum errors of 1 to 2 ulp).
#include <cuda_bf16.h>
#include <cuda_fp16.h>
const int N = 64;
#define FUNCTIONS(X)                                                           \
  X(hsqrt, (x * 16), sqrt(X)) X(hrsqrt, (x * 16 + 0.125f), 1 / sqrt(X))        \
  X(hrcp, (x * 16 + 0.125f), 1 / (X)) X(hexp, (x * 8 - 4), exp(X))             \
  X(hexp2, (x * 8 - 4), exp2(X)) X(hexp10, (x * 4 - 2), pow(10.0, X))          \
  X(hlog, (x * 16 + 0.125f), log(X)) X(hlog2, (x * 16 + 0.125f), log2(X))      \
  X(hlog10, (x * 16 + 0.125f), log10(X)) X(hsin, (x * 6 - 3), sin(X))          \
  X(hcos, (x * 6 - 3), cos(X)) X(htanh, (x * 4 - 2), tanh(X))
__device__ __host__ float at(int t) { return t / 64.0f; }
__global__ void kernel(unsigned *out) {
  float x = at(threadIdx.x);
  unsigned *o = out + threadIdx.x;
  // As floats, so that the distance can be in units of theirs.
#define X(NAME, ARGUMENT, VALUE)                                               \
  *o = __float_as_uint(__half2float(NAME(__float2half(ARGUMENT)))), o += N;    \
  *o = __float_as_uint(__bfloat162float(NAME(__float2bfloat16(ARGUMENT)))), o += N;
  FUNCTIONS(X)
#undef X
  __half2 p = __floats2half2_rn(x + 1, x + 2);
  __half2 q = h2exp(p), r = h2sqrt(p);
  *o = __float_as_uint(__low2float(q)), o += N;
  *o = __float_as_uint(__high2float(r)), o += N;
}
extern "C" void conformance(unsigned *out, int n) { kernel<<<1, N>>>(out); }
static double rounded(double v, int digits, int lowest) {
  double size = fabs(v), unit = pow(2.0, lowest - digits + 1);
  while (unit * pow(2.0, digits) <= size)
    unit *= 2;
  double r = rint(size / unit) * unit;
  return v < 0 ? -r : r;
}
// A distance of 1.5 units of the format, so that the neighbour of the nearest
// number is within, in units of float's.
static void put(Expected &e, double v, int digits, int lowest) {
  double size = fabs(v), unit = pow(2.0, lowest - digits + 1);
  while (unit * pow(2.0, digits) <= size)
    unit *= 2;
  e.within((float)rounded(v, digits, lowest), 1.5 * unit);
}
extern "C" int expected(unsigned *want, float *ulp) {
  Expected e(want, ulp);
#define X(NAME, ARGUMENT, VALUE)                                               \
  for (int t = 0; t < N; ++t) {                                                \
    float x = at(t);                                                           \
    double X = rounded(ARGUMENT, 11, -14);                                     \
    put(e, VALUE, 11, -14);                                                    \
  }                                                                            \
  for (int t = 0; t < N; ++t) {                                                \
    float x = at(t);                                                           \
    double X = rounded(ARGUMENT, 8, -126);                                     \
    put(e, VALUE, 8, -126);                                                    \
  }
  FUNCTIONS(X)
#undef X
  for (int t = 0; t < N; ++t)
    put(e, exp(rounded(at(t) + 1, 11, -14)), 11, -14);
  for (int t = 0; t < N; ++t)
    put(e, sqrt(rounded(at(t) + 2, 11, -14)), 11, -14);
  return e.count;
}
