//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matrix operations: mma.sync of every family, ldmatrix, stmatrix, movmatrix
// and wmma, against products computed here, element by element.
//
//===----------------------------------------------------------------------===//

#include "TestKernel.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FormatVariadic.h"

using namespace kmend;

namespace {

/// Small whole numbers, so that every sum is exact in every type.
int elementA(int Row, int K) { return (Row * 3 + K * 5) % 7 - 3; }
int elementB(int K, int Column) { return (K * 2 + Column * 7) % 5 - 2; }

int product(int Row, int Column, int K) {
  int Sum = Row - Column; // C
  for (int I = 0; I != K; ++I)
    Sum += elementA(Row, I) * elementB(I, Column);
  return Sum;
}

const char *const Elements = R"cu(
#include <cuda_bf16.h>
#include <cuda_fp16.h>
__device__ int ea(int r, int k) { return (r * 3 + k * 5) % 7 - 3; }
__device__ int eb(int k, int c) { return (k * 2 + c * 7) % 5 - 2; }
// A register of E elements, filled from the lowest bits.
template <int BITS, class F> __device__ unsigned pack(F f) {
  unsigned r = 0;
  for (int i = 0; i < 32 / BITS; ++i)
    r |= (unsigned)(f(i) & (BITS == 32 ? ~0u : (1u << BITS % 32) - 1)) << (i * BITS % 32);
  return r;
}
__device__ unsigned half_bits(int v) { return __half_as_ushort(__float2half((float)v)); }
__device__ unsigned bf_bits(int v) { return __bfloat16_as_ushort(__float2bfloat16((float)v)); }
__device__ unsigned float_bits(int v) { return __float_as_uint((float)v); }
)cu";

/// Runs one mma by one warp; out[row * 8 + column]. \p Bits of an element, \p
/// Code makes its bits of an int.
void checkMultiply(llvm::StringRef Name, int Rows, int K, int Bits,
                   llvm::StringRef Code, bool FloatSums) {
  const int E = 32 / Bits, Steps = K / (4 * E), Halves = Rows / 8;
  const int A = Steps * Halves, B = Steps, C = 2 * Halves;
  std::string Text = Elements;
  llvm::raw_string_ostream OS(Text);
  OS << "__global__ void k(float *out) {\n"
     << "  int g = threadIdx.x / 4, t = threadIdx.x % 4;\n"
     << "  unsigned a[" << A << "], b[" << B << "]; "
     << (FloatSums ? "float" : "int") << " d[" << C << "];\n"
     << "  for (int s = 0; s < " << Steps << "; ++s) {\n"
     << "    for (int h = 0; h < " << Halves << "; ++h)\n"
     << "      a[s * " << Halves << " + h] = pack<" << Bits
     << ">([&](int i) { return " << Code << "(ea(g + 8 * h, " << 4 * E
     << " * s + " << E << " * t + i)); });\n"
     << "    b[s] = pack<" << Bits << ">([&](int i) { return " << Code << "(eb("
     << 4 * E << " * s + " << E << " * t + i, g)); });\n  }\n"
     << "  for (int i = 0; i < " << C
     << "; ++i) d[i] = (g + i / 2 * 8) - (2 * t + i % 2);\n"
     << "  asm volatile(\"" << Name << " {";
  auto List = [&](int From, int Count) {
    for (int I = 0; I != Count; ++I)
      OS << (I ? "," : "") << "%" << From + I;
  };
  List(0, C);
  OS << "}, {";
  List(C, A);
  OS << "}, {";
  List(C + A, B);
  OS << "}, {";
  List(0, C);
  OS << "};\" : ";
  for (int I = 0; I != C; ++I)
    OS << (I ? ", " : "") << (FloatSums ? "\"+f\"" : "\"+r\"") << "(d[" << I
       << "])";
  OS << " : ";
  for (int I = 0; I != A; ++I)
    OS << (I ? ", " : "") << "\"r\"(a[" << I << "])";
  for (int I = 0; I != B; ++I)
    OS << ", \"r\"(b[" << I << "])";
  OS << ");\n  for (int i = 0; i < " << C
     << "; ++i) out[(g + i / 2 * 8) * 8 + 2 * t + i % 2] = (float)d[i];\n}\n"
     << "extern \"C\" void run(const float *x, float *y, int n) { k<<<1, "
        "32>>>(y); }\n";
  TestKernel<float, float> Kernel(Text);
  for (const char *Order : {"asc", "yield:1"}) {
    auto Out = Kernel.run({0}, Rows * 8, Order);
    ASSERT_EQ(Kernel.Last.Status, RunStatus::Ok) << Kernel.Last.Reason;
    for (int R = 0; R != Rows; ++R)
      for (int N = 0; N != 8; ++N)
        ASSERT_EQ(Out[R * 8 + N], product(R, N, K))
            << Name.str() << " row " << R << " column " << N;
  }
}

TEST(PtxMatrix, MultiplyHalf) {
  checkMultiply("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", 16, 16, 16,
                "half_bits", true);
  checkMultiply("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32", 16, 8, 16,
                "half_bits", true);
}

TEST(PtxMatrix, MultiplyBFloatAndTensorFloat) {
  checkMultiply("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32", 16, 16,
                16, "bf_bits", true);
  checkMultiply("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32", 16, 8, 32,
                "float_bits", true);
  checkMultiply("mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32", 16, 4, 32,
                "float_bits", true);
}

TEST(PtxMatrix, MultiplyIntegers) {
  checkMultiply("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32", 16, 32, 8,
                "", false);
  checkMultiply("mma.sync.aligned.m16n8k16.row.col.satfinite.s32.s8.s8.s32", 16,
                16, 8, "", false);
  checkMultiply("mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32", 8, 16, 8, "",
                false);
  checkMultiply("mma.sync.aligned.m16n8k64.row.col.s32.s4.s4.s32", 16, 64, 4,
                "", false);
}

TEST(PtxMatrix, MultiplyRoundsOnceAtTheEnd) {
  // 1 + 2^-12 - 1 in the order of k: sums that are rounded to half on the way
  // would lose the small term, a double keeps it.
  TestKernel<float, float> K(R"cu(
__global__ void k(float *out) {
  int t = threadIdx.x % 4;
  unsigned a[4] = {0, 0, 0, 0}, b[2] = {0x3c003c00u, 0x3c003c00u}, d[2] = {0, 0};
  // Row g, k = 0 .. 2: 2048, 0.5, -2048.
  if (t == 0) a[0] = 0x38006800u;
  if (t == 1) a[0] = 0x0000e800u;
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3,%4,%5}, {%6,%7}, {%0,%1};"
    : "+r"(d[0]), "+r"(d[1]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
  out[threadIdx.x] = (float)(d[0] & 0xffff);
}
extern "C" void run(const float *x, float *y, int n) { k<<<1, 32>>>(y); })cu");
  auto Out = K.run({0}, 32);
  ASSERT_EQ(K.Last.Status, RunStatus::Ok) << K.Last.Reason;
  EXPECT_EQ(Out[0], float(0x3800)); // 0.5
}

TEST(PtxMatrix, LoadStoreTranspose) {
  TestKernel<uint16_t, uint16_t> K(R"cu(
typedef unsigned short u16;
__global__ void k(const u16 *in, u16 *out) {
  __shared__ __align__(16) u16 s[32 * 8], d[32 * 8];
  int t = threadIdx.x;
  for (int i = 0; i < 8; ++i) s[8 * t + i] = in[8 * t + i];
  __syncwarp();
  unsigned r[4], a = (unsigned)__cvta_generic_to_shared(s + 8 * t), b = (unsigned)__cvta_generic_to_shared(d + 8 * t);
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];"
    : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(a));
  asm volatile("stmatrix.sync.aligned.m8n8.x4.shared::cta.b16 [%0], {%1,%2,%3,%4};"
    :: "r"(b), "r"(r[0]), "r"(r[1]), "r"(r[2]), "r"(r[3]) : "memory");
  __syncwarp();
  for (int i = 0; i < 8; ++i) out[8 * t + i] = d[8 * t + i];
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(r[0]) : "r"(a));
  asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(r[1]) : "r"(r[0]));
  out[256 + t] = (u16)r[0]; out[288 + t] = (u16)r[1];
}
extern "C" void run(const u16 *x, u16 *y, int n) { k<<<1, 32>>>(x, y); })cu");
  std::vector<uint16_t> In(256);
  for (int I = 0; I != 256; ++I)
    In[I] = I;
  auto Out = K.run(In, 320);
  ASSERT_EQ(K.Last.Status, RunStatus::Ok) << K.Last.Reason;
  for (int M = 0; M != 4; ++M)
    for (int R = 0; R != 8; ++R)
      for (int C = 0; C != 8; ++C)
        ASSERT_EQ(Out[64 * M + 8 * R + C], 64 * M + 8 * C + R);
  for (int L = 0; L != 32; ++L) {
    // Row L / 4, column 2 (L % 4), and the same of the transposed matrix.
    EXPECT_EQ(Out[256 + L], L / 4 * 8 + L % 4 * 2);
    EXPECT_EQ(Out[288 + L], L % 4 * 2 * 8 + L / 4);
  }
}

TEST(PtxMatrix, WithoutAllLanesIsAnEvent) {
  TestKernel<float, float> K(R"cu(
__global__ void k(float *out) {
  unsigned a = 0; float d[4] = {1, 1, 1, 1};
  if (threadIdx.x == 5) return;
  asm volatile("mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%4}, {%4}, {%0,%1,%2,%3};"
    : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(a));
  out[threadIdx.x] = d[0];
}
extern "C" void run(const float *x, float *y, int n) { k<<<1, 32>>>(y); })cu");
  K.run({0}, 32);
  ASSERT_FALSE(K.Last.Events.empty());
  EXPECT_EQ(K.Last.Events[0].Kind, EventKind::AbsentLane);
  EXPECT_EQ(K.Last.Events[0].Where.Line, 5u);
}

/// C = A * B + 1 by one warp.
void checkWmma(int M, int N, int K, llvm::StringRef Factor, llvm::StringRef Sum,
               llvm::StringRef Stored, llvm::StringRef LayoutA,
               llvm::StringRef LayoutB) {
  bool RowA = LayoutA == "row_major", RowB = LayoutB == "row_major";
  std::string Text = Elements;
  llvm::raw_string_ostream OS(Text);
  OS << "#include <mma.h>\nusing namespace nvcuda;\n"
     << "__global__ void k(float *out) {\n  __shared__ __align__(32) " << Stored
     << " a[" << M * K << "], b[" << K * N << "]; __shared__ __align__(32) "
     << Sum << " c[" << M * N << "];\n"
     << "  for (int i = threadIdx.x; i < " << M * K << "; i += 32) a["
     << (RowA ? "i" : llvm::formatv("i % {0} * {1} + i / {0}", K, M).str())
     << "] = (" << Stored << ")(float)ea(i / " << K << ", i % " << K << ");\n"
     << "  for (int i = threadIdx.x; i < " << K * N << "; i += 32) b["
     << (RowB ? "i" : llvm::formatv("i % {0} * {1} + i / {0}", N, K).str())
     << "] = (" << Stored << ")(float)eb(i / " << N << ", i % " << N << ");\n"
     << "  __syncthreads();\n";
  std::string Shape = llvm::formatv("{0}, {1}, {2}", M, N, K);
  OS << "  wmma::fragment<wmma::matrix_a, " << Shape << ", " << Factor
     << ", wmma::" << LayoutA << "> fa;\n"
     << "  wmma::fragment<wmma::matrix_b, " << Shape << ", " << Factor
     << ", wmma::" << LayoutB << "> fb;\n"
     << "  wmma::fragment<wmma::accumulator, " << Shape << ", " << Sum
     << "> fc;\n"
     << "  wmma::fill_fragment(fc, (" << Sum << ")0.0f);\n"
     << "  wmma::load_matrix_sync(fa, a, " << (RowA ? K : M) << ");\n"
     << "  wmma::load_matrix_sync(fb, b, " << (RowB ? N : K) << ");\n"
     << "  wmma::mma_sync(fc, fa, fb, fc);\n"
     << "  for (int i = 0; i < fc.num_elements; ++i) fc.x[i] = fc.x[i] + ("
     << Sum << ")1.0f;\n"
     << "  wmma::store_matrix_sync(c, fc, " << N
     << ", wmma::mem_row_major);\n  __syncwarp();\n"
     << "  for (int i = threadIdx.x; i < " << M * N
     << "; i += 32) out[i] = (float)c[i];\n}\n"
     << "extern \"C\" void run(const float *x, float *y, int n) { k<<<1, "
        "32>>>(y); }\n";
  TestKernel<float, float> Kernel(Text);
  auto Out = Kernel.run({0}, M * N);
  ASSERT_EQ(Kernel.Last.Status, RunStatus::Ok) << Kernel.Last.Reason;
  for (int R = 0; R != M; ++R)
    for (int C = 0; C != N; ++C)
      ASSERT_EQ(Out[R * N + C], product(R, C, K) - (R - C) + 1)
          << Shape << " " << Factor.str() << " row " << R << " column " << C;
}

TEST(PtxMatrix, Wmma) {
  for (auto [M, N] : {std::pair<int, int>{16, 16}, {32, 8}, {8, 32}}) {
    checkWmma(M, N, 16, "__half", "float", "__half", "row_major", "col_major");
    checkWmma(M, N, 16, "__half", "__half", "__half", "col_major", "row_major");
    checkWmma(M, N, 16, "__nv_bfloat16", "float", "__nv_bfloat16", "row_major",
              "row_major");
    checkWmma(M, N, 16, "signed char", "int", "signed char", "row_major",
              "col_major");
  }
  checkWmma(16, 16, 8, "wmma::precision::tf32", "float", "float", "row_major",
            "row_major");
  checkWmma(8, 8, 4, "double", "double", "double", "row_major", "col_major");
}

TEST(PtxMatrix, WmmaOfFourBitsIsRefused) {
  TestKernel<float, float> K(R"cu(
#include <mma.h>
using namespace nvcuda::wmma;
__global__ void k() {
  fragment<matrix_a, 8, 8, 32, experimental::precision::u4, row_major> a;
}
extern "C" void run(const float *x, float *y, int n) { k<<<1, 32>>>(); })cu");
  EXPECT_TRUE(llvm::StringRef(K.Error).starts_with("test.cu:5:")) << K.Error;
  EXPECT_TRUE(llvm::StringRef(K.Error).ends_with(
      "error: unsupported: wmma of 4 bits and of one; use --executor cuda"))
      << K.Error;
}

} // namespace
