// Conversions from floating point to integers: rounded as the suffix says,
// saturated; NaN becomes 0 from float to 32 bits, else the top bit alone (PTX ISA,
// cvt; CUDA Math API, "Type Casting Intrinsics").
__device__ __host__ float operand(int i) {
  const float special[24] = {0.0f,    -0.0f,   0.5f,   1.5f,        2.5f,  -0.5f,
                             -1.5f,   -2.5f,   0.49999997f, 2147483520.0f,
                             2147483648.0f, -2147483648.0f, -2147483904.0f,
                             4294967040.0f, 4294967296.0f, 9.2233715e18f,
                             9.2233720e18f, -9.2233720e18f, 1.8446742e19f,
                             1.8446744e19f, 1e30f, -1e30f, 1e-40f, -1e-40f};
  return i < 24 ? special[i] : (i - 40) * 1234.5678f;
}
__device__ float special(int i) {
  return i == 61 ? __int_as_float(0x7fc00000)
         : i == 62 ? __int_as_float(0x7f800000)
         : i == 63 ? __int_as_float((int)0xff800000)
                   : operand(i);
}
template <class T> __device__ unsigned *put(unsigned *o, T v) {
  *o = (unsigned)v;
  o += 64;
  if (sizeof(T) == 8) {
    *o = (unsigned)((unsigned long long)v >> 32);
    o += 64;
  }
  return o;
}
__global__ void kernel(unsigned *out) {
  int t = threadIdx.x;
  float x = special(t);
  unsigned *o = out + t;
#define MODE(M)                                                                \
  o = put(o, __float2int_##M(x));                                              \
  o = put(o, __float2uint_##M(x));                                             \
  o = put(o, __float2ll_##M(x));                                               \
  o = put(o, __float2ull_##M(x));                                              \
  o = put(o, __double2int_##M(x));                                             \
  o = put(o, __double2uint_##M(x));                                            \
  o = put(o, __double2ll_##M(x));                                              \
  o = put(o, __double2ull_##M(x));
  MODE(rn) MODE(rz) MODE(rd) MODE(ru)
#undef MODE
  // A cast truncates and saturates in the same way.
  o = put(o, (int)x);
  o = put(o, (unsigned)x);
  o = put(o, (long long)x);
  o = put(o, (int)(double)x);
  o = put(o, (unsigned)(double)x);
  // To smaller types by way of 32 bits, which then wrap: nvcc's choice.
  o = put(o, (int)(signed char)x);
  o = put(o, (int)(unsigned char)x);
  o = put(o, (int)(short)x);
  o = put(o, (int)(unsigned short)(double)x);
}
extern "C" void conformance(unsigned *out, int n) { kernel<<<1, 64>>>(out); }

static double rounded(double x, char mode) {
  double whole = (double)(long long)x; // toward zero; x is small enough or whole
  if (x >= 4503599627370496.0 || x <= -4503599627370496.0 || whole == x)
    return x;
  double low = whole > x ? whole - 1 : whole, high = low + 1;
  if (mode == 'z')
    return whole;
  if (mode == 'd')
    return low;
  if (mode == 'u')
    return high;
  if (x - low != high - x)
    return x - low < high - x ? low : high;
  return (long long)low % 2 == 0 ? low : high;
}
static unsigned long long converted(int t, char mode, bool isSigned, int bits,
                                    bool fromDouble) {
  double top = isSigned ? (bits == 32 ? 2147483648.0 : 9223372036854775808.0)
                        : (bits == 32 ? 4294967296.0 : 18446744073709551616.0);
  unsigned long long most = isSigned ? ~0ull >> (65 - bits) : ~0ull >> (64 - bits);
  unsigned long long least = isSigned ? ~most : 0;
  if (t == 61)
    return bits == 32 && !fromDouble ? 0 : 1ull << (bits - 1);
  if (t == 62)
    return most;
  if (t == 63)
    return least;
  double x = rounded(operand(t), mode);
  if (x >= top)
    return most;
  if (x <= (isSigned ? -top : 0))
    return least;
  return isSigned ? (unsigned long long)(long long)x : (unsigned long long)x;
}
extern "C" int expected(unsigned *want, float *ulp) {
  Expected e(want, ulp);
  auto rows = [&](char mode, bool isSigned, int bits, bool fromDouble) {
    for (int half = 0; half < bits; half += 32)
      for (int t = 0; t < 64; ++t)
        e.is((unsigned)(converted(t, mode, isSigned, bits, fromDouble) >> half));
  };
  for (char mode : {'n', 'z', 'd', 'u'})
    for (bool fromDouble : {false, true}) {
      rows(mode, true, 32, fromDouble);
      rows(mode, false, 32, fromDouble);
      rows(mode, true, 64, fromDouble);
      rows(mode, false, 64, fromDouble);
    }
  rows('z', true, 32, false);
  rows('z', false, 32, false);
  rows('z', true, 64, false);
  rows('z', true, 32, true);
  rows('z', false, 32, true);
  for (int t = 0; t < 64; ++t)
    e.is((signed char)converted(t, 'z', true, 32, false));
  for (int t = 0; t < 64; ++t)
    e.is((unsigned char)converted(t, 'z', false, 32, false));
  for (int t = 0; t < 64; ++t)
    e.is((short)converted(t, 'z', true, 32, false));
  for (int t = 0; t < 64; ++t)
    e.is((unsigned short)converted(t, 'z', false, 32, true));
  return e.count;
}
