// 8-bit floating point (OCP "8-bit Floating Point Specification": E4M3 with one
// NaN and no infinity, E5M2 like a short half). All 256 numbers of both kinds
// to half, float and bfloat16, and floats to both, the nearest one, ties to
// even, saturated or not.
#include <cuda_fp8.h>
const int N = 128;
__device__ __host__ float operand(int i) {
  const float special[24] = {0.0f,      -0.0f,    0x1p-9f,   0x1p-10f, 0x1.8p-10f,
                             0x1p-16f,  0x1p-17f, 0x1.8p-17f, 448.0f,  464.0f,
                             464.5f,    480.0f,   57344.0f,  61439.0f, 61440.0f,
                             65536.0f,  1e30f,    -1e30f,    1.0625f,  1.1875f,
                             -0x1p-6f,  0x1p-14f, 0x1.fp-7f, 17.0f};
  if (i < 24)
    return special[i];
  float x = (i * 37 % 101 - 50) * 0.37f;
  return i < 64 ? x : i < 96 ? x * 0x1p-8f : x * 40;
}
__global__ void numbers(unsigned *out) {
  int t = threadIdx.x; // 256
  __nv_fp8_e4m3 a;
  __nv_fp8_e5m2 b;
  a.__x = b.__x = (unsigned char)t;
  out[t] = __half_as_ushort((__half)a) | (unsigned)__half_as_ushort((__half)b) << 16;
  out[256 + t] = __float_as_uint((float)a);
  out[512 + t] = __float_as_uint((float)b);
  out[768 + t] = __bfloat16_as_ushort((__nv_bfloat16)a) |
                 (unsigned)__bfloat16_as_ushort((__nv_bfloat16)b) << 16;
  __nv_fp8x2_e4m3 p;
  p.__x = (unsigned short)(t | (255 - t) << 8);
  float2 f = (float2)p;
  bool isNumber = f.x == f.x && f.y == f.y;
  out[1024 + t] = isNumber ? __float_as_uint(f.x) ^ __float_as_uint(f.y) : 0;
}
__global__ void rounding(unsigned *out) {
  int t = threadIdx.x;
  float x = operand(t);
  unsigned *o = out + t;
  *o = __nv_fp8_e4m3(x).__x | __nv_fp8_e5m2(x).__x << 8, o += N;
  *o = __nv_cvt_float_to_fp8(x, __NV_NOSAT, __NV_E4M3) |
       __nv_cvt_float_to_fp8(x, __NV_NOSAT, __NV_E5M2) << 8, o += N;
  *o = __nv_fp8_e4m3((double)x).__x | __nv_fp8_e5m2((double)x).__x << 8, o += N;
  *o = __nv_fp8_e4m3(__float2half(x)).__x | __nv_fp8_e5m2(__float2half(x)).__x << 8, o += N;
  *o = __nv_fp8_e4m3(__float2bfloat16(x)).__x |
       __nv_fp8_e5m2(__float2bfloat16(x)).__x << 8, o += N;
  *o = __nv_fp8x2_e4m3(make_float2(x, operand((t + 1) % N))).__x |
       (unsigned)__nv_fp8x2_e5m2(make_float2(x, operand((t + 1) % N))).__x << 16, o += N;
  *o = __nv_fp8x4_e4m3(make_float4(x, operand((t + 1) % N), operand((t + 2) % N),
                                   operand((t + 3) % N))).__x, o += N;
  *o = __nv_fp8_e4m3((int)x).__x, o += N;
  *o = (unsigned)(int)__nv_fp8_e4m3(x);
}
__global__ void specials(unsigned *out) {
  float nan = __int_as_float(0x7fc00000), inf = __int_as_float(0x7f800000);
  out[0] = __nv_fp8_e4m3(nan).__x;
  out[1] = __nv_fp8_e5m2(nan).__x;
  out[2] = __nv_fp8_e4m3(-inf).__x;
  out[3] = __nv_fp8_e5m2(inf).__x;
  out[4] = __nv_cvt_float_to_fp8(inf, __NV_NOSAT, __NV_E4M3);
  out[5] = __nv_cvt_float_to_fp8(-inf, __NV_NOSAT, __NV_E5M2);
}
extern "C" void conformance(unsigned *out, int n) {
  numbers<<<1, 256>>>(out);
  rounding<<<1, N>>>(out + 1280);
  specials<<<1, 1>>>(out + 1280 + 9 * N);
}
// The value of a code; 1e9 where it is a NaN, 1e8 where infinite.
static double value(int code, bool e4m3) {
  int mantissa = e4m3 ? 3 : 2, bias = e4m3 ? 7 : 15;
  int size = code & 127, exponent = size >> mantissa;
  int fraction = size & ((1 << mantissa) - 1);
  if (e4m3 ? size == 127 : size > 124)
    return 1e9;
  double v = !e4m3 && size == 124 ? 1e8
             : exponent
                 ? (fraction + (1 << mantissa)) * pow(2.0, exponent - bias - mantissa)
                 : fraction * pow(2.0, 1 - bias - mantissa);
  return code & 128 ? -v : v;
}
static unsigned floatBits(double v) {
  float f = (float)v;
  unsigned bits;
  __builtin_memcpy(&bits, &f, 4);
  return v == 1e9 ? 0x7fffffffu : v == 1e8 ? 0x7f800000u : v == -1e8 ? 0xff800000u : bits;
}
static unsigned signOf(int code) { return code & 128 ? 0x80000000u : 0; }
static unsigned halfBits(int code, bool e4m3) {
  double v = value(code, e4m3);
  if (v == 1e9)
    return 0x7fff;
  if (!e4m3) // the upper half of a half
    return code << 8;
  unsigned bits = floatBits(fabs(v));
  return (code & 128) << 8 |
         (bits ? ((bits >> 23) - 127 + 15) << 10 | (bits >> 13 & 1023) : 0);
}
// The nearest code, by trying all of them; of two, the even one.
static int nearest(double x, bool e4m3, bool saturate) {
  int most = e4m3 ? 126 : 123, best = 0;
  double size = x < 0 ? -x : x, limit = value(most, e4m3);
  for (int code = 0; code <= most; ++code) {
    double d = fabs(value(code, e4m3) - size), b = fabs(value(best, e4m3) - size);
    if (d < b || (d == b && code % 2 == 0))
      best = code;
  }
  // Beyond the largest: what would be the next number decides.
  double next = e4m3 ? 480 : 65536;
  bool over = e4m3 ? size > (limit + next) / 2 : size >= (limit + next) / 2;
  if (over)
    best = saturate ? most : e4m3 ? 127 : 124;
  bool negative = x < 0 || (x == 0 && 1 / x < 0);
  return best | (negative ? 128 : 0);
}
static double asHalf(float x) { // to 11 bits, to even
  double size = fabs((double)x);
  if (size >= 65520)
    return x < 0 ? -1e30 : 1e30;
  double unit = pow(2.0, -24);
  while (unit * 2048 <= size)
    unit *= 2;
  double r = rint(size / unit) * unit;
  return x < 0 || 1 / x < 0 ? -r : r;
}
static double asBfloat(float x) {
  unsigned bits;
  __builtin_memcpy(&bits, &x, 4);
  bits = (bits + 0x7fff + (bits >> 16 & 1)) & 0xffff0000u;
  __builtin_memcpy(&x, &bits, 4);
  return x;
}
extern "C" int expected(unsigned *want, float *ulp) {
  Expected e(want, ulp);
  auto toFloat = [](int code, bool e4m3) {
    double v = value(code, e4m3);
    return v == 1e9 ? 0x7fffffffu
                    : (floatBits(fabs(v)) & 0x7fffffffu) | signOf(code);
  };
  for (int c = 0; c < 256; ++c)
    e.is(halfBits(c, true) | halfBits(c, false) << 16);
  for (bool e4m3 : {true, false})
    for (int c = 0; c < 256; ++c) {
      e.is(toFloat(c, e4m3));
      if (value(c, e4m3) == 1e9)
        ulp[e.count - 1] = 1; // any NaN
    }
  for (int c = 0; c < 256; ++c) {
    unsigned a = toFloat(c, true) >> 16, b = toFloat(c, false) >> 16;
    e.is((a == 0x7fff ? 0x7fffu : a) | b << 16);
  }
  for (int c = 0; c < 256; ++c) {
    bool isNumber = value(c, true) != 1e9 && value(255 - c, true) != 1e9;
    e.is(isNumber ? toFloat(c, true) ^ toFloat(255 - c, true) : 0);
  }
  auto both = [&](double x, bool saturate) {
    return (unsigned)(nearest(x, true, saturate) | nearest(x, false, saturate) << 8);
  };
  for (int t = 0; t < N; ++t)
    e.is(both(operand(t), true));
  for (int t = 0; t < N; ++t)
    e.is(both(operand(t), false));
  for (int t = 0; t < N; ++t)
    e.is(both(operand(t), true));
  for (int t = 0; t < N; ++t)
    e.is(both(asHalf(operand(t)), true));
  for (int t = 0; t < N; ++t)
    e.is(both(asBfloat(operand(t)), true));
  for (int t = 0; t < N; ++t) {
    float x = operand(t), y = operand((t + 1) % N);
    e.is((unsigned)(nearest(x, true, true) | nearest(y, true, true) << 8 |
                    nearest(x, false, true) << 16) |
         (unsigned)nearest(y, false, true) << 24);
  }
  for (int t = 0; t < N; ++t) {
    unsigned word = 0;
    for (int i = 0; i < 4; ++i)
      word |= (unsigned)nearest(operand((t + i) % N), true, true) << 8 * i;
    e.is(word);
  }
  for (int t = 0; t < N; ++t) {
    float x = operand(t);
    double whole = x >= 2147483648.0f ? 2147483647.0 : x <= -2147483648.0f ? -2147483648.0 : (double)(int)x;
    e.is(nearest(whole == 0 ? 0.0 : whole, true, true));
  }
  for (int t = 0; t < N; ++t)
    e.is((int)value(nearest(operand(t), true, true), true));
  for (unsigned v : {0x7fu, 0x7fu, 0xfeu, 0x7bu, 0x7fu, 0xfcu})
    e.is(v);
  return e.count;
}
