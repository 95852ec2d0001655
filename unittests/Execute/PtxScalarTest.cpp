//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX that one thread runs for itself: one kernel a family, expected values as
// the PTX ISA defines them.
//
//===----------------------------------------------------------------------===//

#include "TestKernel.h"
#include "llvm/ADT/Twine.h"
#include "llvm/ADT/bit.h"

using namespace kmend;

namespace {

/// Runs \p Statements, which write out[0], out[1], ... from in[0], in[1], ...,
/// in one thread.
std::vector<uint32_t> words(llvm::StringRef Statements,
                            const std::vector<uint32_t> &In, size_t Count) {
  TestKernel<uint32_t, uint32_t> K(
      ("#include <cuda_runtime.h>\n"
       "__global__ void k(const unsigned *in, unsigned *out) {\n" +
       Statements +
       "\n}\nextern \"C\" void run(const unsigned *x, unsigned *y, int n) {\n"
       "  k<<<1, 1>>>(x, y);\n}\n")
          .str());
  auto Out = K.run(In, Count);
  EXPECT_EQ(K.Last.Status, RunStatus::Ok) << K.Last.Reason;
  return Out;
}

uint32_t bits(float F) { return llvm::bit_cast<uint32_t>(F); }

using Words = std::vector<uint32_t>;

TEST(PtxScalar, IntegerArithmetic) {
  EXPECT_EQ(words(R"cu(
  int a = in[0], b = in[1], r; unsigned u; unsigned long long w;
  asm("add.s32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); out[0] = r;
  asm("sub.sat.s32 %0, %1, %2;" : "=r"(r) : "r"(-2147483647), "r"(5)); out[1] = r;
  asm("mul.hi.u32 %0, %1, %2;" : "=r"(u) : "r"(0x80000000u), "r"(6u)); out[2] = u;
  asm("mul.wide.u32 %0, %1, %2;" : "=l"(w) : "r"(0xffffffffu), "r"(0xffffffffu));
  out[3] = (unsigned)(w >> 32); out[4] = (unsigned)w;
  asm("mad.lo.s32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(100)); out[5] = r;
  asm("min.s32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); out[6] = r;
  asm("max.u32 %0, %1, %2;" : "=r"(u) : "r"(a), "r"(b)); out[7] = u;
  asm("abs.s32 %0, %1;" : "=r"(r) : "r"(a)); out[8] = r;
  asm("sad.s32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(1)); out[9] = r;
  asm("dp4a.s32.u32 %0, %1, %2, %3;" : "=r"(r) : "r"(0x01ff0203), "r"(0x01ff0102), "r"(7)); out[10] = r;
  asm("rem.s32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); out[11] = r;)cu",
                  {uint32_t(-7), 3}, 12),
            (Words{uint32_t(-4), 0x80000000, 3, 0xfffffffe, 1, 79, uint32_t(-7),
                   uint32_t(-7), 7, 11,
                   // bytes 3*2 + 2*1 + -1*255 + 1*1 + 7
                   uint32_t(6 + 2 - 255 + 1 + 7), uint32_t(-1)}));
}

TEST(PtxScalar, BitsAndBytes) {
  EXPECT_EQ(words(R"cu(
  unsigned a = in[0], b = in[1], c = in[2], r; int s;
  asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(r) : "r"(a), "r"(b), "r"(c)); out[0] = r;
  asm("lop3.b32 %0, %1, %2, %3, %4;" : "=r"(r) : "r"(a), "r"(b), "r"(c), "n"((0xf0 & 0xcc) | 0xaa)); out[1] = r;
  asm("prmt.b32 %0, %1, %2, 0x5410;" : "=r"(r) : "r"(0x33221100u), "r"(0x77665544u)); out[2] = r;
  asm("prmt.b32 %0, %1, %2, 0x80bf;" : "=r"(r) : "r"(0x80221100u), "r"(0xf7665544u)); out[3] = r;
  asm("prmt.b32.f4e %0, %1, %2, %3;" : "=r"(r) : "r"(0x33221100u), "r"(0x77665544u), "r"(1)); out[4] = r;
  asm("bfe.s32 %0, %1, 4, 8;" : "=r"(s) : "r"(0x00000ff0)); out[5] = s;
  asm("bfe.u32 %0, %1, 28, 8;" : "=r"(r) : "r"(0xf0000000u)); out[6] = r;
  asm("bfi.b32 %0, %1, %2, 8, 8;" : "=r"(r) : "r"(0xabcdu), "r"(0x11111111u)); out[7] = r;
  asm("bfind.u32 %0, %1;" : "=r"(r) : "r"(0x00010000u)); out[8] = r;
  asm("bfind.s32 %0, %1;" : "=r"(r) : "r"(-1)); out[9] = r;
  asm("brev.b32 %0, %1;" : "=r"(r) : "r"(1u)); out[10] = r;
  asm("popc.b32 %0, %1;" : "=r"(r) : "r"(0xf0f0u)); out[11] = r;
  asm("clz.b32 %0, %1;" : "=r"(r) : "r"(0u)); out[12] = r;
  asm("shl.b32 %0, %1, %2;" : "=r"(r) : "r"(1u), "r"(40u)); out[13] = r;
  asm("shr.s32 %0, %1, %2;" : "=r"(s) : "r"(-8), "r"(40u)); out[14] = s;
  asm("shf.l.wrap.b32 %0, %1, %2, %3;" : "=r"(r) : "r"(0x80000000u), "r"(1u), "r"(33u)); out[15] = r;
  asm("shf.r.clamp.b32 %0, %1, %2, %3;" : "=r"(r) : "r"(5u), "r"(9u), "r"(50u)); out[16] = r;)cu",
                  {0xff00ff00, 0x0ff00ff0, 0x12345678}, 17),
            (Words{0xff00ff00u ^ 0x0ff00ff0u ^ 0x12345678u,
                   (0xff00ff00u & 0x0ff00ff0u) | 0x12345678u, 0x55441100,
                   // the signs of byte 7 and byte 3; byte 0 and its sign
                   0x0000ffff, 0x44332211, 0xffffffff, 0xf, 0x1111cd11, 16,
                   0xffffffff, 0x80000000, 8, 32, 0, uint32_t(-1), 3, 9}));
}

TEST(PtxScalar, FloatingPoint) {
  EXPECT_EQ(words(R"cu(
  float a = __uint_as_float(in[0]), r; double d; unsigned u; unsigned short h;
  asm("add.rz.f32 %0, %1, %2;" : "=f"(r) : "f"(1.0f), "f"(0x1.8p-24f)); out[0] = __float_as_uint(r);
  asm("add.rp.f32 %0, %1, %2;" : "=f"(r) : "f"(1.0f), "f"(0x1p-30f)); out[1] = __float_as_uint(r);
  asm("mul.ftz.f32 %0, %1, %2;" : "=f"(r) : "f"(0x1p-100f), "f"(-0x1p-30f)); out[2] = __float_as_uint(r);
  asm("fma.rn.sat.f32 %0, %1, %2, %3;" : "=f"(r) : "f"(a), "f"(a), "f"(1.0f)); out[3] = __float_as_uint(r);
  asm("max.f32 %0, %1, %2;" : "=f"(r) : "f"(__int_as_float(0x7fffffff)), "f"(a)); out[4] = __float_as_uint(r);
  asm("max.NaN.f32 %0, %1, %2;" : "=f"(r) : "f"(__int_as_float(0x7fffffff)), "f"(a)); out[5] = r != r;
  asm("neg.f32 %0, %1;" : "=f"(r) : "f"(a)); out[6] = __float_as_uint(r);
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(5.0f)); out[7] = __float_as_uint(r);
  asm("lg2.approx.f32 %0, %1;" : "=f"(r) : "f"(8.0f)); out[8] = __float_as_uint(r);
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(4.0f)); out[9] = __float_as_uint(r);
  asm("rsqrt.approx.f32 %0, %1;" : "=f"(r) : "f"(16.0f)); out[10] = __float_as_uint(r);
  asm("tanh.approx.f32 %0, %1;" : "=f"(r) : "f"(0.0f)); out[11] = __float_as_uint(r);
  asm("fma.rn.f16x2 %0, %1, %2, %3;" : "=r"(u) : "r"(0x40003c00u), "r"(0x42004200u), "r"(0x3c003c00u)); out[12] = u;
  asm("add.rn.bf16x2 %0, %1, %2;" : "=r"(u) : "r"(0x3f803f80u), "r"(0x3f804000u)); out[13] = u;
  asm("{ .reg .f64 t; add.f64 t, %1, 0d3FF0000000000000; mov.f64 %0, t; }" : "=d"(d) : "d"(1.5)); out[14] = (unsigned)(d * 2);
  asm("mov.f32 %0, 0f40490FDB;" : "=f"(r)); out[15] = __float_as_uint(r);
  asm("ex2.approx.f16 %0, %1;" : "=h"(h) : "h"((unsigned short)0x4000)); out[16] = h;)cu",
                  {bits(2.0f)}, 17),
            (Words{bits(1.0f), bits(0x1.000002p0f), 0x80000000, bits(1.0f),
                   bits(2.0f), 1, bits(-2.0f), bits(32.0f), bits(3.0f),
                   bits(0.25f), bits(0.25f), 0,
                   // 2 * 3 + 1 and 1 * 3 + 1 in half
                   0x47004400,
                   // 1 + 1 and 1 + 2 in bfloat16
                   0x40004040, 5, 0x40490fdb, 0x4400}));
}

TEST(PtxScalar, Conversions) {
  EXPECT_EQ(
      words(R"cu(
  float r; unsigned u; int s; unsigned short h;
  asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(u) : "f"(2.0f), "f"(1.0f)); out[0] = u;
  asm("cvt.rn.relu.bf16x2.f32 %0, %1, %2;" : "=r"(u) : "f"(-2.0f), "f"(1.0f)); out[1] = u;
  asm("cvt.rni.s32.f32 %0, %1;" : "=r"(s) : "f"(2.5f)); out[2] = s;
  asm("cvt.rzi.u32.f32 %0, %1;" : "=r"(u) : "f"(-3.0f)); out[3] = u;
  asm("cvt.rzi.s32.f32 %0, %1;" : "=r"(s) : "f"(1e20f)); out[4] = s;
  asm("cvt.rn.f32.s32 %0, %1;" : "=f"(r) : "r"(-3)); out[5] = __float_as_uint(r);
  asm("cvt.sat.s8.s32 %0, %1;" : "=r"(s) : "r"(300)); out[6] = s;
  asm("cvt.u32.u8 %0, %1;" : "=r"(u) : "r"(0x1ff)); out[7] = u;
  asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(u) : "f"(0x1.001p0f)); out[8] = u;
  asm("cvt.f32.f16 %0, %1;" : "=f"(r) : "h"((unsigned short)0x3555)); out[9] = __float_as_uint(r);
  asm("cvt.rn.satfinite.e4m3x2.f32 %0, %1, %2;" : "=h"(h) : "f"(1000.0f), "f"(-1.5f)); out[10] = h;
  asm("cvt.rn.f16x2.e5m2x2 %0, %1;" : "=r"(u) : "h"((unsigned short)0x3c40)); out[11] = u;
  asm("cvt.rz.f16.f32 %0, %1;" : "=h"(h) : "f"(0x1.fffp0f)); out[12] = h;
  asm("cvt.rmi.f32.f32 %0, %1;" : "=f"(r) : "f"(-1.5f)); out[13] = __float_as_uint(r);)cu",
            {0}, 14),
      (Words{0x40003c00, 0x00003f80, 2, 0, 0x7fffffff, bits(-3.0f), 127, 0xff,
             // 1 + 2^-12 lies below half a step of 2^-10
             bits(1.0f), bits(0x1.554p-2f),
             // 448 is the largest e4m3, 0x7e; -1.5 is 0xbc
             0x7ebc, 0x3c004000,
             // cut off at 10 bits of fraction
             0x3fff, bits(-2.0f)}));
}

TEST(PtxScalar, PredicatesAndComparisons) {
  EXPECT_EQ(words(R"cu(
  unsigned a = in[0], b = in[1], r; int s = -1; float f = __int_as_float(0x7fffffff);
  asm("{ .reg .pred p, q; setp.lt.u32 p|q, %1, %2; selp.u32 %0, 10, 20, p; @q add.u32 %0, %0, 1; }" : "=r"(r) : "r"(a), "r"(b)); out[0] = r;
  asm("{ .reg .pred p; setp.lt.s32 p, %1, 0; @!p mov.u32 %0, 1; @p mov.u32 %0, 2; }" : "=r"(r) : "r"(s)); out[1] = r;
  asm("{ .reg .pred p; setp.ne.f32 p, %1, %1; selp.u32 %0, 1, 0, p; }" : "=r"(r) : "f"(f)); out[2] = r;
  asm("{ .reg .pred p; setp.neu.f32 p, %1, %1; selp.u32 %0, 1, 0, p; }" : "=r"(r) : "f"(f)); out[3] = r;
  asm("{ .reg .pred p, c; setp.eq.u32 c, %1, 5; setp.gt.and.u32 p, %2, 1, c; selp.u32 %0, 1, 0, p; }" : "=r"(r) : "r"(a), "r"(b)); out[4] = r;
  asm("set.gt.u32.u32 %0, %1, %2;" : "=r"(r) : "r"(b), "r"(a)); out[5] = r;
  asm("slct.u32.s32 %0, 7, 9, %1;" : "=r"(r) : "r"(s)); out[6] = r;
  asm volatile("" ::: "memory");
  asm("// nothing but a comment\n"); out[7] = 3;)cu",
                  {5, 9}, 8),
            (Words{10, 2, 0, 1, 1, 0xffffffff, 9, 3}));
}

TEST(PtxScalar, ReadAndWriteOperands) {
  EXPECT_EQ(words(R"cu(
  unsigned a = in[0]; unsigned long long w = 0x1122334455667788ull; unsigned lo, hi;
  asm("add.u32 %0, %0, %1;" : "+r"(a) : "r"(4u)); out[0] = a;
  asm("mov.b64 {%0, %1}, %2;" : "=r"(lo), "=r"(hi) : "l"(w)); out[1] = lo; out[2] = hi;
  asm("mov.b64 %0, {%1, %2};" : "=l"(w) : "r"(hi), "r"(lo)); out[3] = (unsigned)w;
  asm("{ .reg .b32 t<2>; mov.b32 t0, %1; { .reg .b32 t1; mov.b32 t1, 9; } add.u32 %0, t0, 1; }" : "=r"(a) : "r"(a)); out[4] = a;
  asm("mov.u32 %0, %%ntid.x;" : "=r"(a)); out[5] = a;
  asm("mov.u32 %0, %%laneid;" : "=r"(a)); out[6] = a;)cu",
                  {38}, 7),
            (Words{42, 0x55667788, 0x11223344, 0x11223344, 43, 1, 0}));
}

TEST(PtxScalar, LoadsAndStores) {
  EXPECT_EQ(words(R"cu(
  __shared__ __align__(16) unsigned s[8];
  unsigned a, b, c, d; unsigned sa = (unsigned)__cvta_generic_to_shared(s);
  asm volatile("ld.global.nc.L1::no_allocate.L2::128B.v4.u32 {%0,%1,%2,%3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "l"(in));
  asm volatile("st.shared.v2.b32 [%0+8], {%1, %2};" :: "r"(sa), "r"(c), "r"(d) : "memory");
  out[0] = s[2]; out[1] = s[3];
  asm volatile("st.shared.u32 [%0], %1;" :: "r"(sa), "r"(a) : "memory");
  asm volatile("ld.shared.s8 %0, [%1+1];" : "=r"(b) : "r"(sa)); out[2] = b;
  asm volatile("st.global.cs.u16 [%0+12], %1;" :: "l"(out), "h"((unsigned short)0xabcd) : "memory");
  asm volatile("st.global.u16 [%0+14], 0;" :: "l"(out) : "memory");
  asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(a) : "l"(in + 1)); out[4] = a;
  unsigned long long p; asm volatile("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "=l"(p));
  asm volatile("ld.global.L2::cache_hint.u32 %0, [%1], %2;" : "=r"(a) : "l"(in), "l"(p)); out[5] = a;
  asm volatile("prefetch.global.L2 [%0];" :: "l"(in)); out[6] = p == 0;)cu",
                  {0x0000f100, 2, 3, 4}, 7),
            (Words{3, 4, 0xfffffff1, 0xabcd, 2, 0xf100, 1}));
}

TEST(PtxScalar, Atomics) {
  EXPECT_EQ(words(R"cu(
  unsigned r; unsigned long long w;
  out[0] = 5; out[1] = __float_as_uint(1.5f); out[2] = 0x3c003c00; out[3] = 7; out[4] = 3;
  asm volatile("atom.global.add.u32 %0, [%1], %2;" : "=r"(r) : "l"(out), "r"(10) : "memory"); out[5] = r;
  asm volatile("red.relaxed.gpu.global.add.f32 [%0], %1;" :: "l"(out + 1), "f"(2.0f) : "memory");
  asm volatile("red.global.add.noftz.f16x2 [%0], %1;" :: "l"(out + 2), "r"(0x40003c00u) : "memory");
  asm volatile("atom.cas.b32 %0, [%1], 7, 8;" : "=r"(r) : "l"(out + 3) : "memory"); out[6] = r;
  asm volatile("atom.inc.u32 %0, [%1], 3;" : "=r"(r) : "l"(out + 4) : "memory"); out[7] = r;
  asm volatile("atom.min.s32 %0, [%1], %2;" : "=r"(r) : "l"(out), "r"(-2) : "memory"); out[8] = r;)cu",
                  {0}, 9),
            (Words{uint32_t(-2), bits(3.5f), 0x42004000, 8, 0, 5, 7, 3, 15}));
}

/// Statements that must be refused, whatever they are, and never crash.
TEST(PtxScalar, RefusesByName) {
  const std::pair<const char *, const char *> Statements[] = {
      {"add.cc.u32 %0, %1, 1;", "PTX instruction 'add.cc.u32'"},
      {"add.frob.u32 %0, %1, 1;", "PTX instruction 'add.frob.u32'"},
      {"add.b32 %0, %1, 1;", "PTX instruction 'add.b32'"},
      {"add.u128 %0, %1, 1;", "PTX instruction 'add.u128'"},
      {"mul.u32 %0, %1, 1;", "PTX instruction 'mul.u32'"},
      {"frob %0, %1;", "PTX instruction 'frob'"},
      {"mov.u32 %0, %%envreg3;", "PTX register '%envreg3'"},
      {"mov.u32 5, %1;", "a result that goes to no register"},
      {"mov.u32 %0, [%1];", "an operand of inline PTX that no value"},
      {"ld.global.u32 %0, %1;", "an address without its brackets"},
      {"ld.global.u32 %0, [%1];", "an address in a register of 32 bits"},
      {"ld.param.u32 %0, [%1];", "PTX instruction 'ld.param.u32'"},
      {"ld.shared.v4.u32 %0, [%1];", "PTX instruction 'ld.shared.v4.u32'"},
      {"ld.shared.v2.u32 {%0,%0,%0}, [%1];", "PTX instruction 'ld.shared.v2"},
      {"mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0}, {%1}, {%1}, "
       "{%1};",
       "PTX instruction 'mma.sync"},
      {"mma.sp.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32 {%0}, {%1}, {%1}, "
       "{%1}, %1, 0;",
       "PTX instruction 'mma.sp"},
      {"cp.async.bulk.tensor.2d.shared::cluster.global [%0], [%1, {%1, %1}], "
       "[%1];",
       "PTX instruction 'cp.async.bulk"},
      {"cp.async.mbarrier.arrive.noinc.shared.b64 [%1];",
       "PTX instruction 'cp.async.mbarrier"},
      {"mbarrier.init.shared.b64 [%1], 1;", "PTX instruction 'mbarrier.init"},
      {"setp.lt.f32 %0, %1;", "PTX instruction 'setp.lt.f32'"},
      {"exit;", "PTX instruction 'exit'"},
      {".reg .b32 t; .reg .b32 t;", "PTX: register 't' is declared twice"},
      {".reg .b32 t<99999>;", "PTX: too many registers"},
      {"{ mov.u32 %0, %1;", "PTX: a '{' without its '}'"},
      {"mov.u32 %0, %1", "PTX: ';' is missing"},
      {"mov.u32 %0, 0f12;", "PTX: '0f12' is no floating-point number"},
      {"mov.b64 {%0, %0, %0}, %1;", "a vector of registers that does not fit"},
      {"call foo, (%0);", "PTX: 'foo' is declared nowhere"},
      {"match.any.sync.b16 %0, %1, -1;", "PTX instruction 'match.any"},
      {"cvt.f32.s32 %0, %1;", "PTX instruction 'cvt.f32.s32'"},
      {"cvt.rs.f16x2.f32 %0, %1, %1, %1;", "PTX instruction 'cvt.rs"},
      {"bar.red.popc.u32 %0, 3, %1;", "PTX instruction 'bar.red"},
      {".visible .func f;", "PTX directive '.visible'"},
  };
  for (auto [Statement, Reason] : Statements) {
    TestKernel<int, int> K(
        (llvm::Twine("__global__ void k(int *y, int a) {\n  int r;\n  asm "
                     "volatile(\"") +
         Statement +
         "\" : \"=r\"(r) : \"r\"(a));\n  y[0] = r;\n}\nextern \"C\" void "
         "run(const int *x, int *y, int n) { k<<<1, 1>>>(y, n); }\n")
            .str());
    EXPECT_TRUE(llvm::StringRef(K.Error).starts_with(
        (llvm::Twine("test.cu:3:3: error: unsupported: ") + Reason).str()))
        << Statement << "\n"
        << K.Error;
  }
}

} // namespace
