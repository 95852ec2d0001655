// Integer arithmetic: it wraps; a count beyond the width shifts everything out
// (PTX ISA, shl and shr clamp; CUDA follows where it cannot see the count).
__global__ void kernel(unsigned *out, int most, unsigned one, int step) {
  int t = threadIdx.x;
  unsigned *o = out + t;
  int count = t * step; // 0, 5, ..., 155
  *o = most + 1 + t, o += 32;
  *o = -(-most - 1), o += 32;
  *o = most * (t + 2), o += 32;
  *o = one - 2 - t, o += 32;
  *o = (unsigned)((long long)most * most >> 31), o += 32;
  *o = (unsigned)(short)(32760 + t), o += 32;
  *o = (unsigned)(signed char)(120 + t), o += 32;
  *o = (unsigned char)(250 + t), o += 32;
  *o = (-7 - t) / 4, o += 32;
  *o = (-7 - t) % 4, o += 32;
  *o = 0xf0f0f0f0u << (count & 31), o += 32;
  *o = (int)0xf0f0f0f0 >> (count & 31), o += 32;
  *o = one << count, o += 32;
  *o = 0x80000000u >> count, o += 32;
  *o = (unsigned)((int)(one << 31) >> count), o += 32;
  unsigned long long wide = 0x8000000000000001ull * one >> count;
  *o = (unsigned)wide, o += 32;
  *o = (unsigned)(wide >> 32), o += 32;
}
extern "C" void conformance(unsigned *out, int n) {
  kernel<<<1, 32>>>(out, 0x7fffffff, 1, 5);
}
extern "C" int expected(unsigned *want, float *ulp) {
  Expected e(want, ulp);
  auto row = [&](auto f) {
    for (int t = 0; t < 32; ++t)
      e.is((unsigned)f(t, t * 5));
  };
  row([](int t, int) { return 0x80000000u + t; });
  row([](int, int) { return 0x80000000u; });
  row([](int t, int) { return 0x7fffffffu * (t + 2u); });
  row([](int t, int) { return 0xffffffffu - t; });
  row([](int, int) { return 0x7ffffffe; }); // (2^31 - 1)^2 / 2^31
  row([](int t, int) { return t < 8 ? 32760 + t : -32768 + t - 8; });
  row([](int t, int) { return t < 8 ? 120 + t : -128 + t - 8; });
  row([](int t, int) { return t < 6 ? 250 + t : t - 6; });
  row([](int t, int) { return -((7 + t) / 4); });
  row([](int t, int) { return -((7 + t) % 4); });
  row([](int, int c) { return (unsigned)(0xf0f0f0f0ull << c % 32); });
  row([](int, int c) { return (unsigned)(0xfffffffff0f0f0f0ull >> c % 32); });
  row([](int, int c) { return c < 32 ? (unsigned)(1ull << c) : 0; });
  row([](int, int c) { return c < 32 ? (unsigned)(0x80000000ull >> c) : 0; });
  row([](int, int c) {
    return c < 32 ? (unsigned)(0xffffffff80000000ull >> c) : 0xffffffffu;
  });
  row([](int, int c) {
    return c < 64 ? (unsigned)(0x8000000000000001ull >> c) : 0;
  });
  row([](int, int c) {
    return c < 64 ? (unsigned)(0x8000000000000001ull >> c >> 32) : 0;
  });
  return e.count;
}
