//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One test of every builtin: what it makes of a typical kernel, and what it
// refuses.
//
//===----------------------------------------------------------------------===//

#include "RewriteTest.h"

using namespace kmend;
using testing::HasSubstr;

namespace {

class BuiltinTest : public RewriteTest {};

constexpr llvm::StringLiteral SharedWrite =
    "binaryOperator(isAssignmentOperator(), hasLHS(sharedAccess))"
    ".bind(\"site\")";

TEST_F(BuiltinTest, BarrierAfterSharedWrite) {
  source("__global__ void k(float *p, int n) {\n"
         "  __shared__ float s[64];\n"
         "  for (int i = threadIdx.x; i < 64; i += blockDim.x)\n"
         "    s[i] = p[i];\n"
         "  if (threadIdx.x < n)\n"
         "    p[threadIdx.x] = s[63 - threadIdx.x];\n"
         "}\n");
  EXPECT_EQ(builtin("insert-barrier-after-shared-write", SharedWrite),
            "__global__ void k(float *p, int n) {\n"
            "  __shared__ float s[64];\n"
            "  for (int i = threadIdx.x; i < 64; i += blockDim.x)\n"
            "    s[i] = p[i];\n"
            "  __syncthreads();\n"
            "  if (threadIdx.x < n)\n"
            "    p[threadIdx.x] = s[63 - threadIdx.x];\n"
            "}\n");
  keep();
  EXPECT_THAT(builtin("insert-barrier-after-shared-write", SharedWrite),
              HasSubstr("a barrier follows the write already"));
}

TEST_F(BuiltinTest, BarrierAtLoopEnd) {
  source("__global__ void k(float *p, int n) {\n"
         "  __shared__ float s[64];\n"
         "  for (int k0 = 0; k0 < n; k0 += 64) {\n"
         "    s[threadIdx.x] = p[k0 + threadIdx.x];\n"
         "    __syncthreads();\n"
         "    p[threadIdx.x] += s[63 - threadIdx.x];\n"
         "  }\n"
         "}\n");
  EXPECT_THAT(builtin("insert-barrier-at-loop-end", SharedWrite),
              HasSubstr("s[63 - threadIdx.x];\n    __syncthreads();\n  }\n"));
  keep();
  EXPECT_THAT(builtin("insert-barrier-at-loop-end", SharedWrite),
              HasSubstr("ends in a barrier already"));
}

TEST_F(BuiltinTest, BarrierBefore) {
  source("__global__ void k(float *p, int n) {\n"
         "  __shared__ float s[64];\n"
         "  p[0] = s[1];\n"
         "  if (threadIdx.x == 0)\n"
         "    s[0] = p[0];\n"
         "}\n");
  EXPECT_THAT(
      builtin("insert-barrier-before", SharedWrite),
      HasSubstr("s[1];\n  __syncthreads();\n  if (threadIdx.x == 0)\n"));
}

TEST_F(BuiltinTest, AtomicAdd) {
  source("__global__ void k(float *p, int *q, unsigned *u, int n) {\n"
         "  p[n] += 2 * n;\n"
         "  *q -= n;\n"
         "  ++u[n];\n"
         "  p[0] = p[0] + 1.0f;\n"
         "  q[1] = max(q[1], n);\n"
         "  n += 1;\n"
         "}\n");
  EXPECT_EQ(builtin("atomic-add", "expr(anyOf("
                                  "binaryOperator(isAssignmentOperator(), "
                                  "hasLHS(globalAccess)), "
                                  "unaryOperator(hasUnaryOperand(globalAccess)"
                                  "))).bind(\"site\")"),
            "__global__ void k(float *p, int *q, unsigned *u, int n) {\n"
            "  atomicAdd(&p[n], static_cast<float>(2 * n));\n"
            "  atomicAdd(q, -(n));\n"
            "  atomicAdd(&u[n], 1);\n"
            "  atomicAdd(&p[0], 1.0f);\n"
            "  atomicMax(&q[1], n);\n"
            "  n += 1;\n"
            "}\n");
}

TEST_F(BuiltinTest, GuardedFill) {
  source("__global__ void k(const float *a, int n) {\n"
         "  __shared__ float s[32];\n"
         "  int i = threadIdx.x;\n"
         "  if (i < n && i > 2) s[i] = a[i];\n"
         "  if (i < n) { s[i] = a[i]; } else { s[i] = 1; }\n"
         "}\n");
  EXPECT_THAT(builtin("guarded-fill", SharedWrite),
              HasSubstr("  s[i] = i < n && i > 2 ? a[i] : 0.f;\n  if (i < n) { "
                        "s[i] = a[i]; } else"));
}

TEST_F(BuiltinTest, SwapArguments) {
  source("int f(int rows, int cols, int x);\n"
         "int g(int r, int c) { return f(c + 1, r, 0); }\n");
  EXPECT_THAT(builtin("swap-arguments",
                      "callExpr(hasArgument(0, expr().bind(\"a\")), "
                      "hasArgument(1, expr().bind(\"b\"))).bind(\"site\")"),
              HasSubstr("f(r, c + 1, 0)"));
}

TEST_F(BuiltinTest, WidenIndex) {
  source("using tap_t = unsigned short;\n"
         "__global__ void k(float *p, int n, tap_t t) {\n"
         "  p[blockIdx.x * n * 3 + t] = 1;\n"
         "}\n");
  EXPECT_THAT(builtin("widen-index", "arraySubscriptExpr(hasIndex(expr().bind("
                                     "\"site\")))"),
              HasSubstr("p[static_cast<size_t>(blockIdx.x) * n * 3 + t]"));
  EXPECT_THAT(builtin("widen-index", "typedefNameDecl().bind(\"site\")"),
              HasSubstr("using tap_t = unsigned;"));
}

TEST_F(BuiltinTest, CapBlockSize) {
  source("__global__ void k(float *p) { p[0] = 1; }\n"
         "void f(float *p, int cols) {\n"
         "  int threads = 32;\n"
         "  while (threads < cols)\n"
         "    threads *= 2;\n"
         "  k<<<1, threads>>>(p);\n"
         "  k<<<1, cols + 1>>>(p);\n"
         "}\n");
  EXPECT_THAT(builtin("cap-block-size", "whileStmt().bind(\"site\")"),
              HasSubstr("while (threads < cols && threads < 1024)\n"));
  EXPECT_THAT(
      builtin("cap-block-size",
              "binaryOperator(hasOperatorName(\"+\")).bind(\"site\")"),
      HasSubstr("k<<<1, ((cols + 1) < 1024 ? (cols + 1) : 1024)>>>(p);"));
}

TEST_F(BuiltinTest, MoveDeclarationIntoLoop) {
  source("__global__ void k(float *p, int n) {\n"
         "  float acc = 0;\n"
         "  for (int r = 0; r < n; ++r) {\n"
         "    acc += p[r];\n"
         "    p[r] = acc;\n"
         "  }\n"
         "}\n");
  EXPECT_EQ(builtin("move-declaration-into-loop",
                    "forStmt(hasBody(hasDescendant(declRefExpr(to(varDecl("
                    "hasName(\"acc\")).bind(\"decl\")))))).bind(\"site\")"),
            "__global__ void k(float *p, int n) {\n"
            "  for (int r = 0; r < n; ++r) {\n"
            "    float acc = 0;\n"
            "    acc += p[r];\n"
            "    p[r] = acc;\n"
            "  }\n"
            "}\n");
}

TEST_F(BuiltinTest, EarlyReturnToPredicate) {
  source("__global__ void k(const float *a, const float *b, float *out, int n) "
         "{\n"
         "  __shared__ float tile[32];\n"
         "  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
         "  if (i >= n)\n"
         "    return;\n"
         "  float x = a[i];\n"
         "  float sum = 0;\n"
         "  for (int t = 0; t < n; t += 32) {\n"
         "    tile[threadIdx.x] = b[t + threadIdx.x];\n"
         "    __syncthreads();\n"
         "    sum += x * tile[0] + a[i];\n"
         "    __syncthreads();\n"
         "  }\n"
         "  out[i] = sum;\n"
         "}\n");
  EXPECT_EQ(
      builtin("early-return-to-predicate",
              "ifStmt(hasThen(returnStmt())).bind(\"site\")"),
      "__global__ void k(const float *a, const float *b, float *out, int n) {\n"
      "  __shared__ float tile[32];\n"
      "  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  const bool live = i < n;\n"
      "  float x = live ? a[i] : 0.f;\n"
      "  float sum = 0;\n"
      "  for (int t = 0; t < n; t += 32) {\n"
      "    tile[threadIdx.x] = b[t + threadIdx.x];\n"
      "    __syncthreads();\n"
      "    sum += x * tile[0] + (live ? a[i] : 0.f);\n"
      "    __syncthreads();\n"
      "  }\n"
      "  if (live) {\n"
      "    out[i] = sum;\n"
      "  }\n"
      "}\n");
}

TEST_F(BuiltinTest, EarlyReturnReachesIntoUnrolledLoops) {
  source("__global__ void k(const float *a, float *out, int n) {\n"
         "  const int i = threadIdx.x;\n"
         "  if (i >= n) return;\n"
         "  float v[4];\n"
         "#pragma unroll\n"
         "  for (int d = 0; d < 4; ++d)\n"
         "    v[d] = a[i * 4 + d];\n"
         "  __syncthreads();\n"
         "  atomicAdd(&out[i], v[0]);\n"
         "}\n");
  std::string Result = builtin("early-return-to-predicate",
                               "ifStmt(hasThen(returnStmt())).bind(\"site\")");
  EXPECT_THAT(Result, HasSubstr("v[d] = live ? a[i * 4 + d] : 0.f;"));
  EXPECT_THAT(Result, HasSubstr("if (live) {\n    atomicAdd(&out[i], v[0]);"));
}

TEST_F(BuiltinTest, EarlyReturnWithoutBarrierStays) {
  source("__global__ void k(float *out, int n) {\n"
         "  if (threadIdx.x >= n) return;\n"
         "  out[threadIdx.x] = 1;\n"
         "}\n");
  EXPECT_THAT(builtin("early-return-to-predicate",
                      "ifStmt(hasThen(returnStmt())).bind(\"site\")"),
              HasSubstr("no barrier"));
}

TEST_F(BuiltinTest, WidenAccumulator) {
  source(
      "__global__ void k(const __half *a, const __half *b, __half *y, int n) "
      "{\n"
      "  __half acc = __float2half(0.f);\n"
      "  for (int i = 0; i < n; ++i)\n"
      "    acc = __hfma(a[i], b[i], acc);\n"
      "  acc += a[0];\n"
      "  y[0] = acc;\n"
      "  y[1] = __float2half(__half2float(acc) * 2);\n"
      "}\n",
      "#include <cuda_fp16.h>\n");
  EXPECT_EQ(
      builtin("widen-accumulator", "varDecl(halfVariable).bind(\"site\")"),
      "__global__ void k(const __half *a, const __half *b, __half *y, int n) "
      "{\n"
      "  float acc = 0.f;\n"
      "  for (int i = 0; i < n; ++i)\n"
      "    acc = __half2float(a[i]) * __half2float(b[i]) + acc;\n"
      "  acc += __half2float(a[0]);\n"
      "  y[0] = __float2half(acc);\n"
      "  y[1] = __float2half(acc * 2);\n"
      "}\n");
}

TEST_F(BuiltinTest, ZeroBeforeLaunch) {
  source("__global__ void k(const float *a, float *c, int m, int n) {\n"
         "  const int row = blockIdx.y, col = threadIdx.x;\n"
         "  if (row < m && col < n) {\n"
         "    float *dst = c + static_cast<size_t>(row) * n + col;\n"
         "    atomicAdd(dst, a[0]);\n"
         "  }\n"
         "}\n"
         "void f(const float *a, float *out, int rows, cudaStream_t s) {\n"
         "  k<<<dim3(1, rows), 32, 0, s>>>(a, out, rows, 8 + rows);\n"
         "}\n");
  EXPECT_THAT(
      builtin("zero-before-launch", "cudaKernelCallExpr().bind(\"site\")"),
      HasSubstr("  cudaMemsetAsync(out, 0, sizeof(float) * rows * (8 + "
                "rows), s);\n  k<<<"));
  keep();
  EXPECT_THAT(
      builtin("zero-before-launch", "cudaKernelCallExpr().bind(\"site\")"),
      HasSubstr("is cleared already"));
}

TEST_F(BuiltinTest, ScalarTail) {
  source("__device__ float act(float x, float s) { return x * s; }\n"
         "__global__ void k(const float *x, float *y, int n, float s) {\n"
         "  const float4 *x4 = reinterpret_cast<const float4 *>(x);\n"
         "  float4 *y4 = reinterpret_cast<float4 *>(y);\n"
         "  const int tid = blockIdx.x * blockDim.x + threadIdx.x;\n"
         "  for (int i = tid; i < n / 4; i += gridDim.x * blockDim.x) {\n"
         "    const float4 v = x4[i];\n"
         "    float4 r;\n"
         "    r.x = act(v.x, s);\n"
         "    r.y = act(v.y, s);\n"
         "    r.z = act(v.z, s);\n"
         "    r.w = act(v.w, s);\n"
         "    y4[i] = r;\n"
         "  }\n"
         "}\n");
  EXPECT_THAT(
      builtin("scalar-tail", "forStmt().bind(\"site\")"),
      HasSubstr("  }\n"
                "  for (int i = (n / 4) * 4 + tid; i < n; i += gridDim.x * "
                "blockDim.x) {\n"
                "    const float v = x[i];\n"
                "    float r;\n"
                "    r = act(v, s);\n"
                "    y[i] = r;\n"
                "  }\n"));
}

} // namespace
