// To and from __half and __nv_bfloat16: all roundings, integers (saturated), all
// 65536 halves to float and back, NaN and infinity in minima, maxima and
// comparisons.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
const int N = 64;
__device__ __host__ float operand(int i) {
  const float special[16] = {0.0f,      -0.0f,     65504.0f, 65519.0f, 65520.0f, -65536.0f,
                             0x1p-24f,  0x1p-25f,  0x1.8p-25f, 0x1.00201p0f, 2049.0f, 2051.0f,
                             1.0009765f, -0.1f,    1e-6f,    0x1.01p0f};
  return i < 16 ? special[i] : (float)(i * 7919 % 613 - 306) * 1.2371f;
}
__global__ void roundings(unsigned *out) {
  int t = threadIdx.x;
  float x = operand(t);
  unsigned *o = out + t;
#define H(V) *o = __half_as_ushort(V), o += N;
#define B(V) *o = __bfloat16_as_ushort(V), o += N;
  H(__float2half(x)) H(__float2half_rn(x)) H(__float2half_rz(x)) H(__float2half_rd(x))
  H(__float2half_ru(x)) H(__double2half((double)x))
  B(__float2bfloat16(x)) B(__float2bfloat16_rn(x)) B(__float2bfloat16_rz(x))
  B(__float2bfloat16_rd(x)) B(__float2bfloat16_ru(x)) B(__double2bfloat16((double)x))
  __half h = __float2half(x);
  __nv_bfloat16 b = __float2bfloat16(x);
#define W(V) *o = (unsigned)(V), o += N;
  W(__half2int_rn(h)) W(__half2int_rz(h)) W(__half2int_rd(h)) W(__half2int_ru(h))
  W(__half2uint_rz(h)) W(__half2short_rn(h)) W(__half2ushort_rn(h)) W(__half2ll_rz(h))
  W(__bfloat162int_rn(b)) W(__bfloat162int_rz(b)) W(__bfloat162uint_rz(b))
  H(__int2half_rn(t * 1021)) H(__uint2half_rz(t * 1021u)) H(__short2half_rn((short)(t * 700)))
  H(__ull2half_rn(t * 1000ull)) B(__int2bfloat16_rn(t * 1021 - 9999))
  W(__float_as_uint(__half2float(h))) W(__float_as_uint(__bfloat162float(b)))
  __half2 p = __floats2half2_rn(x, -x);
  float2 f = __half22float2(p);
  W(__float_as_uint(f.x)) W(__float_as_uint(f.y))
  __nv_bfloat162 q = __floats2bfloat162_rn(x, x + 1);
  f = __bfloat1622float2(q);
  W(__float_as_uint(f.x)) W(__float_as_uint(f.y))
}
__global__ void all(unsigned *out) { // round trips of every half, as sums
  __shared__ unsigned wrong, values;
  wrong = values = 0;
  __syncthreads();
  for (unsigned i = threadIdx.x; i < 65536; i += blockDim.x) {
    __half h = __ushort_as_half((unsigned short)i);
    float x = __half2float(h);
    bool nan = x != x;
    if (nan != ((i & 0x7fff) > 0x7c00))
      atomicAdd(&wrong, 1);
    if (!nan && __half_as_ushort(__float2half_rn(x)) != i)
      atomicAdd(&wrong, 1);
    if (!nan)
      atomicAdd(&values, __float_as_uint(x) >> 13);
  }
  __syncthreads();
  out[0] = wrong;
  out[1] = values;
}
__global__ void specials(unsigned *out) {
  __half nan = __ushort_as_half(0x7e00), one = __float2half(1.0f);
  __half inf = __ushort_as_half(0x7c00), zero = __float2half(0.0f);
  unsigned *o = out;
#define P(V) *o++ = (unsigned)(V);
  P(__half_as_ushort(__hmax(nan, one))) P(__half_as_ushort(__hmin(one, nan)))
  P(__hisnan(__hmax_nan(nan, one))) P(__hisnan(__hmin_nan(one, nan)))
  P(__heq(nan, nan)) P(__hne(nan, nan)) P(__hneu(nan, nan)) P(__hequ(nan, one))
  P(__hltu(nan, one)) P(__hlt(nan, one)) P(nan == nan) P(nan != nan) P(nan < one)
  P(__hisinf(inf)) P(__hisinf(__hneg(inf))) P(__hisinf(one)) P(__hisnan(nan))
  P(__half_as_ushort(__hadd(inf, one))) P(__hisnan(__hsub(inf, inf)))
  P(__half_as_ushort(__hdiv(one, zero))) P(__hisnan(__hmul(inf, zero)))
  P(__half_as_ushort(__hadd_sat(nan, one))) P(__half_as_ushort(hrcp(zero)))
  P(__half2int_rz(nan)) P(__half2int_rz(inf)) P(__half2uint_rz(__hneg(inf)))
  P(__half2short_rz(inf)) P(__half_as_ushort(__hmax(__hneg(zero), zero)))
  P(__half_as_ushort(__float2half(1e10f))) P(__half_as_ushort(__float2half_rz(1e10f)))
  P(__bfloat16_as_ushort(__float2bfloat16(3.4e38f)))
  P(__bfloat16_as_ushort(__float2bfloat16(__int_as_float(0x7fc00000))))
  P(__half_as_ushort(__float2half(__int_as_float(0x7fc00000))))
}
extern "C" void conformance(unsigned *out, int n) {
  roundings<<<1, N>>>(out);
  all<<<1, 128>>>(out + 34 * N);
  specials<<<1, 1>>>(out + 34 * N + 2);
}
struct Format {
  int digits, lowest;
  double most;
};
static double rounded(const Format &f, double exact, char mode) {
  double size = fabs(exact);
  if (size == 0)
    return exact;
  double unit = pow(2.0, f.lowest - f.digits + 1);
  while (unit * pow(2.0, f.digits) <= size)
    unit *= 2;
  double q = size / unit, low = floor(q), rest = q - low;
  bool away = mode == 'n' ? rest > 0.5 || (rest == 0.5 && fmod(low, 2.0) != 0)
              : mode == 'z' ? false
              : rest > 0 && (mode == 'u') == (exact > 0);
  double r = (low + away) * unit;
  if (r > f.most)
    r = mode == 'n' || (mode == 'u') == (exact > 0) ? mode == 'z' ? f.most : INFINITY : f.most;
  return exact < 0 ? -r : r;
}
static unsigned bitsOf(const Format &f, double v) {
  float x = (float)v;
  unsigned b;
  __builtin_memcpy(&b, &x, 4);
  if (f.digits == 8)
    return b >> 16;
  unsigned sign = b >> 16 & 0x8000, size = b & 0x7fffffff;
  if (size >= 0x7f800000)
    return sign | 0x7c00;
  if (size < 113u << 23)
    return sign | (unsigned)(fabs(v) * 16777216.0);
  return sign | ((size >> 23) - 112) << 10 | (size >> 13 & 1023);
}
extern "C" int expected(unsigned *want, float *ulp) {
  Expected e(want, ulp);
  const Format half = {11, -14, 65504.0}, brain = {8, -126, 3.3895313892515355e38};
  for (const Format &f : {half, brain})
    for (char mode : {'n', 'n', 'z', 'd', 'u', 'n'})
      for (int t = 0; t < N; ++t)
        e.is(bitsOf(f, rounded(f, operand(t), mode)));
  auto integer = [&](const Format &f, auto round, double low, double high) {
    for (int t = 0; t < N; ++t) {
      double v = round(rounded(f, operand(t), 'n'));
      e.is((int)(unsigned)(long long)(v < low ? low : v > high ? high : v));
    }
  };
  auto nearest = [](double x) { return rint(x); };
  auto toZero = [](double x) { return trunc(x); };
  const double i31 = 2147483648.0, l63 = 9.2e18;
  integer(half, nearest, -i31, i31 - 1);
  integer(half, toZero, -i31, i31 - 1);
  integer(half, [](double x) { return floor(x); }, -i31, i31 - 1);
  integer(half, [](double x) { return ceil(x); }, -i31, i31 - 1);
  integer(half, toZero, 0, 2 * i31 - 1);
  integer(half, nearest, -32768, 32767);
  integer(half, nearest, 0, 65535);
  // Infinity saturates at 2^63 - 1, whose low word is all ones.
  for (int t = 0; t < N; ++t) {
    double v = trunc(rounded(half, operand(t), 'n'));
    e.is(v > l63 ? 0xffffffffu : v < -l63 ? 0u : (unsigned)(long long)v);
  }
  integer(brain, nearest, -i31, i31 - 1);
  integer(brain, toZero, -i31, i31 - 1);
  integer(brain, toZero, 0, 2 * i31 - 1);
  auto from = [&](const Format &f, char mode, auto value) {
    for (int t = 0; t < N; ++t)
      e.is(bitsOf(f, rounded(f, (double)value(t), mode)));
  };
  from(half, 'n', [](int t) { return t * 1021; });
  from(half, 'z', [](int t) { return t * 1021; });
  from(half, 'n', [](int t) { return (short)(t * 700); });
  from(half, 'n', [](int t) { return t * 1000; });
  from(brain, 'n', [](int t) { return t * 1021 - 9999; });
  auto back = [&](const Format &f, float sign, float add) {
    for (int t = 0; t < N; ++t)
      e.is((float)rounded(f, add ? operand(t) + add : sign * operand(t), 'n'));
  };
  back(half, 1, 0);
  back(brain, 1, 0);
  back(half, 1, 0);
  back(half, -1, 0);
  back(brain, 1, 0);
  back(brain, 1, 1);
  e.is(0);
  unsigned values = 0;
  for (unsigned i = 0; i < 65536; ++i) {
    unsigned size = i & 0x7fff, sign = i & 0x8000 ? 0x80000000u : 0;
    double v = size >> 10 ? (1024 + (size & 1023)) * pow(2.0, (int)(size >> 10) - 25)
                          : size * pow(2.0, -24);
    float x = size == 0x7c00 ? INFINITY : (float)v;
    unsigned bits;
    __builtin_memcpy(&bits, &x, 4);
    if (size <= 0x7c00)
      values += (bits | sign) >> 13;
  }
  e.is(values);
  for (unsigned v : {0x3c00u, 0x3c00u, 1u, 1u, 0u, 0u, 1u, 1u, 1u, 0u, 0u, 1u, 0u, 1u,
                     0xffffffffu, 0u, 1u, 0x7c00u, 1u, 0x7c00u, 1u, 0u, 0x7c00u, 0u,
                     0x7fffffffu, 0u, 32767u, 0u, 0x7c00u, 0x7bffu, 0x7f80u, 0x7fffu,
                     0x7fffu})
    e.is(v);
  return e.count;
}
