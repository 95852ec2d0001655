// SIMD in a word (CUDA Math API, "SIMD Intrinsics"): two 16-bit or four 8-bit
// lanes. The host does each lane in wide integers.
#define OPERATIONS(X)                                                          \
  X(__vadd) X(__vsub) X(__vaddss) X(__vsubss) X(__vaddus) X(__vsubus)          \
  X(__vmaxs) X(__vmins) X(__vmaxu) X(__vminu) X(__vavgu) X(__vavgs)            \
  X(__vhaddu) X(__vabsdiffu) X(__vabsdiffs) X(__vcmpeq) X(__vcmpne)            \
  X(__vcmpgts) X(__vcmpges) X(__vcmplts) X(__vcmples) X(__vcmpgtu)             \
  X(__vcmpgeu) X(__vcmpltu) X(__vcmpleu) X(__vseteq) X(__vsetne) X(__vsetgts)  \
  X(__vsetges) X(__vsetlts) X(__vsetles) X(__vsetgtu) X(__vsetgeu)             \
  X(__vsetltu) X(__vsetleu) X(__vsadu) X(__vsads)
#define UNARY(X) X(__vneg) X(__vnegss) X(__vabs) X(__vabsss)
__device__ __host__ unsigned operand(int i) {
  const unsigned special[8] = {0,          0x80008000u, 0x7fff7fffu, 0xffffffffu,
                               0x80808080u, 0x7f7f7f7fu, 0x01ff0001u, 0x80ff007fu};
  return i < 8 ? special[i] : (unsigned)i * 2654435761u ^ (unsigned)i << 9;
}
__global__ void kernel(unsigned *out) {
  int t = threadIdx.x;
  unsigned a = operand(t), b = operand((t * 5 + 2) % 32), *o = out + t;
#define X(NAME)                                                                \
  *o = NAME##2(a, b), o += 32;                                                 \
  *o = NAME##4(a, b), o += 32;
  OPERATIONS(X)
#undef X
#define X(NAME)                                                                \
  *o = NAME##2(a), o += 32;                                                    \
  *o = NAME##4(a), o += 32;
  UNARY(X)
#undef X
}
extern "C" void conformance(unsigned *out, int n) { kernel<<<1, 32>>>(out); }

static long long clamped(long long x, long long low, long long high) {
  return x < low ? low : x > high ? high : x;
}
static bool same(const char *a, const char *b) {
  while (*a && *a == *b)
    ++a, ++b;
  return *a == *b;
}
static unsigned lanes(const char *name, int bits, unsigned a, unsigned b) {
  unsigned result = 0, sum = 0;
  unsigned ones = (1u << bits) - 1;
  long long top = 1ll << (bits - 1);
  auto is = [&](const char *other) { return same(name + 3, other); };
  for (int i = 0; i < 32; i += bits) {
    long long ua = a >> i & ones, ub = b >> i & ones;
    long long sa = ua >= top ? ua - 2 * top : ua;
    long long sb = ub >= top ? ub - 2 * top : ub, r = 0;
    if (is("add")) r = ua + ub;
    else if (is("sub")) r = ua - ub;
    else if (is("addss")) r = clamped(sa + sb, -top, top - 1);
    else if (is("subss")) r = clamped(sa - sb, -top, top - 1);
    else if (is("addus")) r = clamped(ua + ub, 0, ones);
    else if (is("subus")) r = clamped(ua - ub, 0, ones);
    else if (is("maxs")) r = sa < sb ? sb : sa;
    else if (is("mins")) r = sb < sa ? sb : sa;
    else if (is("maxu")) r = ua < ub ? ub : ua;
    else if (is("minu")) r = ub < ua ? ub : ua;
    else if (is("avgu")) r = (ua + ub + 1) >> 1;
    // Rounded average: half away from zero.
    else if (is("avgs")) r = sa + sb >= 0 ? (sa + sb + 1) / 2 : (sa + sb - 1) / 2;
    else if (is("haddu")) r = (ua + ub) >> 1;
    else if (is("absdiffu")) r = ua > ub ? ua - ub : ub - ua;
    else if (is("absdiffs")) r = sa > sb ? sa - sb : sb - sa;
    else if (is("cmpeq")) r = ua == ub ? ones : 0;
    else if (is("cmpne")) r = ua != ub ? ones : 0;
    else if (is("cmpgts")) r = sa > sb ? ones : 0;
    else if (is("cmpges")) r = sa >= sb ? ones : 0;
    else if (is("cmplts")) r = sa < sb ? ones : 0;
    else if (is("cmples")) r = sa <= sb ? ones : 0;
    else if (is("cmpgtu")) r = ua > ub ? ones : 0;
    else if (is("cmpgeu")) r = ua >= ub ? ones : 0;
    else if (is("cmpltu")) r = ua < ub ? ones : 0;
    else if (is("cmpleu")) r = ua <= ub ? ones : 0;
    else if (is("seteq")) r = ua == ub;
    else if (is("setne")) r = ua != ub;
    else if (is("setgts")) r = sa > sb;
    else if (is("setges")) r = sa >= sb;
    else if (is("setlts")) r = sa < sb;
    else if (is("setles")) r = sa <= sb;
    else if (is("setgtu")) r = ua > ub;
    else if (is("setgeu")) r = ua >= ub;
    else if (is("setltu")) r = ua < ub;
    else if (is("setleu")) r = ua <= ub;
    else if (is("sadu")) sum += (unsigned)(ua > ub ? ua - ub : ub - ua);
    else if (is("sads")) sum += (unsigned)(sa > sb ? sa - sb : sb - sa);
    else if (is("neg")) r = -sa;
    else if (is("negss")) r = clamped(-sa, -top, top - 1);
    else if (is("abs")) r = sa < 0 ? -sa : sa;
    else if (is("absss")) r = clamped(sa < 0 ? -sa : sa, -top, top - 1);
    result |= ((unsigned)r & ones) << i;
  }
  return is("sadu") || is("sads") ? sum : result;
}
extern "C" int expected(unsigned *want, float *ulp) {
  Expected e(want, ulp);
#define X(NAME)                                                                \
  for (int bits : {16, 8})                                                     \
    for (int t = 0; t < 32; ++t)                                               \
      e.is(lanes(#NAME, bits, operand(t), operand((t * 5 + 2) % 32)));
  OPERATIONS(X)
  UNARY(X)
#undef X
  return e.count;
}
