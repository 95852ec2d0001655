// Integer intrinsics (CUDA Math API, "Integer Intrinsics"). One thread an
// operand; the host does the same with loops over bits and wide integers.
__device__ __host__ unsigned operand(int i) {
  const unsigned special[8] = {0,          1,          0x80000000u, 0xffffffffu,
                               0x7fffffffu, 0x12345678u, 0x80008000u, 0xff00ffu};
  return i < 8 ? special[i] : i * 2654435761u ^ (unsigned)i << 7;
}
const int rows = 30, columns = 64;
__global__ void kernel(unsigned *out) {
  int t = threadIdx.x;
  unsigned a = operand(t), b = operand((t * 7 + 3) % columns), c = operand(t ^ 9);
  unsigned long long w = (unsigned long long)a << 32 | b;
  unsigned long long x = (unsigned long long)c << 32 | a;
  unsigned v[rows] = {
      (unsigned)__popc(a), (unsigned)__popcll(w), (unsigned)__clz(a),
      (unsigned)__clzll(w), (unsigned)__ffs(a), (unsigned)__ffsll(w), __brev(a),
      (unsigned)(__brevll(w) >> 17), __byte_perm(a, b, c),
      __funnelshift_l(a, b, c), __funnelshift_r(a, b, c),
      __funnelshift_lc(a, b, c & 63), __funnelshift_rc(a, b, c & 63),
      (unsigned)__mulhi((int)a, (int)b), __umulhi(a, b),
      (unsigned)(__mul64hi(w, x) >> 5), (unsigned)(__umul64hi(w, x) >> 5),
      (unsigned)__mul24((int)a, (int)b), __umul24(a, b),
      (unsigned)__hadd((int)a, (int)b), (unsigned)__rhadd((int)a, (int)b),
      __uhadd(a, b), __urhadd(a, b), __usad(a, b, c),
      (unsigned)__sad((int)a, (int)b, c), (unsigned)__dp4a((int)a, (int)b, (int)c),
      __dp4a(a, b, c), (unsigned)__dp2a_lo((int)a, (int)b, (int)c),
      __dp2a_hi(a, b, c), (unsigned)__fns(a, t % 32, t % 5 - 2)};
  for (int i = 0; i < rows; ++i)
    out[i * columns + t] = v[i];
}
extern "C" void conformance(unsigned *out, int n) { kernel<<<1, 64>>>(out); }

typedef unsigned long long u64;
static int bitsOf(u64 x) {
  int n = 0;
  for (; x; x >>= 1)
    n += x & 1;
  return n;
}
static u64 reversed(u64 x, int bits) {
  u64 r = 0;
  for (int i = 0; i < bits; ++i)
    r |= (x >> i & 1) << (bits - 1 - i);
  return r;
}
static int leading(u64 x, int bits) {
  int n = 0;
  while (n < bits && !(x >> (bits - 1 - n) & 1))
    ++n;
  return n;
}
static int firstSet(u64 x) {
  for (int i = 0; i < 64; ++i)
    if (x >> i & 1)
      return i + 1;
  return 0;
}
static u64 highOf(u64 a, u64 b) { // schoolbook, 32 bits a digit
  u64 al = (unsigned)a, ah = a >> 32, bl = (unsigned)b, bh = b >> 32;
  u64 middle = ah * bl + (al * bl >> 32);
  u64 middle2 = al * bh + (unsigned)middle;
  return ah * bh + (middle >> 32) + (middle2 >> 32);
}
static long long signedByte(unsigned x, int i) {
  return (long long)(x >> 8 * i & 255) - ((x >> (8 * i + 7) & 1) << 8);
}
static long long signedHalf(unsigned x, int i) {
  return (long long)(x >> 16 * i & 65535) - ((x >> (16 * i + 15) & 1) << 16);
}
static unsigned permuted(unsigned a, unsigned b, unsigned s) {
  unsigned r = 0;
  for (int i = 0; i < 4; ++i) {
    unsigned from = s >> 4 * i & 7;
    unsigned byte = (from < 4 ? a >> 8 * from : b >> 8 * (from - 4)) & 255;
    r |= byte << 8 * i;
  }
  return r;
}
static int nthSet(unsigned mask, int base, int offset) {
  if (offset == 0)
    return mask >> base & 1 ? base : -1;
  int step = offset > 0 ? 1 : -1, left = offset * step;
  for (int i = base; i >= 0 && i < 32; i += step)
    if (mask >> i & 1 && --left == 0)
      return i;
  return -1;
}
static unsigned computed(int row, unsigned a, unsigned b, unsigned c, int t) {
  u64 w = (u64)a << 32 | b, x = (u64)c << 32 | a, both = (u64)b << 32 | a;
  long long sa = (int)a, sb = (int)b;
  unsigned s = c & 63;
  switch (row) {
  case 0: return bitsOf(a);
  case 1: return bitsOf(w);
  case 2: return leading(a, 32);
  case 3: return leading(w, 64);
  case 4: return firstSet(a);
  case 5: return firstSet(w);
  case 6: return (unsigned)reversed(a, 32);
  case 7: return (unsigned)(reversed(w, 64) >> 17);
  case 8: return permuted(a, b, c);
  // The shift counts modulo 32; the c forms clamp at 32.
  case 9: return (unsigned)(both << c % 32 >> 32);
  case 10: return (unsigned)(both >> c % 32);
  case 11: return s >= 32 ? a : (unsigned)(both << s >> 32);
  case 12: return s >= 32 ? b : (unsigned)(both >> s);
  case 13: return (unsigned)(sa * sb >> 32);
  case 14: return (unsigned)((u64)a * b >> 32);
  case 15: { // signed from unsigned: take away what the sign bits weigh
    u64 high = highOf(w, x) - (w >> 63 ? x : 0) - (x >> 63 ? w : 0);
    return (unsigned)((long long)high >> 5);
  }
  case 16: return (unsigned)(highOf(w, x) >> 5);
  case 17: {
    long long p = (long long)(a & 0xffffff) - ((a >> 23 & 1) << 24);
    long long q = (long long)(b & 0xffffff) - ((b >> 23 & 1) << 24);
    return (unsigned)(p * q);
  }
  case 18: return (a & 0xffffff) * (b & 0xffffff);
  case 19: return (unsigned)((sa + sb) >> 1);
  case 20: return (unsigned)((sa + sb + 1) >> 1);
  case 21: return (unsigned)(((u64)a + b) >> 1);
  case 22: return (unsigned)(((u64)a + b + 1) >> 1);
  case 23: return (a > b ? a - b : b - a) + c;
  case 24: return (unsigned)(sa > sb ? sa - sb : sb - sa) + c;
  case 25: {
    long long sum = (int)c;
    for (int i = 0; i < 4; ++i)
      sum += signedByte(a, i) * signedByte(b, i);
    return (unsigned)sum;
  }
  case 26: {
    unsigned sum = c;
    for (int i = 0; i < 4; ++i)
      sum += (a >> 8 * i & 255) * (b >> 8 * i & 255);
    return sum;
  }
  case 27:
    return (unsigned)((int)c + signedHalf(a, 0) * signedByte(b, 0) +
                      signedHalf(a, 1) * signedByte(b, 1));
  case 28:
    return c + (a & 65535) * (b >> 16 & 255) + (a >> 16) * (b >> 24);
  default:
    return (unsigned)nthSet(a, t % 32, t % 5 - 2);
  }
}
extern "C" int expected(unsigned *want, float *ulp) {
  Expected e(want, ulp);
  for (int row = 0; row < rows; ++row)
    for (int t = 0; t < columns; ++t)
      e.is(computed(row, operand(t), operand((t * 7 + 3) % columns),
                    operand(t ^ 9), t));
  return e.count;
}
