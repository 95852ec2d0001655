//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One test of every operation: what it does, and what it refuses.
//
//===----------------------------------------------------------------------===//

#include "RewriteTest.h"

using namespace kmend;
using testing::HasSubstr;

namespace {

class OperationTest : public RewriteTest {};

TEST_F(OperationTest, ReplaceAnExpression) {
  source("int blocks(int n) { return n / 256; }\n");
  EXPECT_EQ(
      apply({edit("replace", id("n / 256"), {{"with", "(n + 255) / 256"}})}),
      "int blocks(int n) { return (n + 255) / 256; }\n");
}

TEST_F(OperationTest, ReplaceAddsParentheses) {
  source("int f(int a, int b) { return a * b - -a + f(a, b); }\n");
  EXPECT_EQ(apply({edit("replace", id("a * b") + ".rhs", {{"with", "b + 1"}})}),
            "int f(int a, int b) { return a * (b + 1) - -a + f(a, b); }\n");
  EXPECT_EQ(
      apply({edit("replace", id("f(a, b)") + ".arg0", {{"with", "a + b"}})}),
      "int f(int a, int b) { return a * b - -a + f(a + b, b); }\n");
  EXPECT_EQ(apply({edit("replace", id("a * b") + ".lhs",
                        {{"with", "static_cast<int>(a)"}})}),
            "int f(int a, int b) { return static_cast<int>(a) * b - -a + f(a, "
            "b); }\n");
}

TEST_F(OperationTest, ReplaceAStatementAndAnOperator) {
  source("void f(int *p, int n) {\n  for (int i = 0; i < n; ++i)\n    p[i] = "
         "0;\n}\n");
  EXPECT_EQ(apply({edit("replace", id("p[i] = 0;"), {{"with", "p[i] = 1"}}),
                   edit("replace", id("i < n") + ".op", {{"with", "<="}})}),
            "void f(int *p, int n) {\n  for (int i = 0; i <= n; ++i)\n    p[i] "
            "= 1;\n}\n");
}

TEST_F(OperationTest, ReplaceRefusesWhatIsNoExpression) {
  source("int f(int a) { return a + 1; }\n");
  for (llvm::StringRef With :
       {"a; a", "a)", "(a", "a /* b", "a // b", "", "a\n#define b\n"})
    EXPECT_THAT(apply({edit("replace", id("a + 1"), {{"with", With.str()}})}),
                HasSubstr("error: edits[0] replace: 'with' is"))
        << With.str();
  EXPECT_THAT(apply({edit("replace", id("a + 1"), {{"with", "a+1"}})}),
              HasSubstr("changes nothing"));
}

TEST_F(OperationTest, InsertInABlock) {
  source("void f(int *p) {\n    p[0] = 1; // one\n    p[1] = 2;\n}\n");
  EXPECT_EQ(
      apply({edit("insert_after", id("p[0] = 1;"), {{"code", "p[2] = 3;"}}),
             edit("insert_before", id("p[0] = 1;"),
                  {{"code", "if (!p)\n    return;"}})}),
      "void f(int *p) {\n    if (!p)\n        return;\n    p[0] = 1; // "
      "one\n    p[2] = 3;\n    p[1] = 2;\n}\n");
}

TEST_F(OperationTest, InsertBesideALoneBody) {
  source(
      "void f(int *p, int n) {\n  for (int i = 0; i < n; ++i)\n    if (p[i])\n"
      "      p[i] = 1;\n    else p[i] = 2;\n}\n");
  EXPECT_EQ(apply({edit("insert_after", id("p[i] = 1;"), {{"code", "++p;"}})}),
            "void f(int *p, int n) {\n  for (int i = 0; i < n; ++i)\n    if "
            "(p[i]) {\n      p[i] = 1;\n      ++p;\n    }\n    else p[i] = 2;\n"
            "}\n");
  EXPECT_EQ(apply({edit("insert_before", id("p[i] = 2;"), {{"code", "++p;"}}),
                   edit("insert_after", id("p[i] = 2;"), {{"code", "--p;"}})}),
            "void f(int *p, int n) {\n  for (int i = 0; i < n; ++i)\n    if "
            "(p[i])\n      p[i] = 1;\n    else {\n      ++p;\n      p[i] = 2;\n"
            "      --p;\n    }\n}\n");
}

TEST_F(OperationTest, InsertKeepsTheScriptsOrder) {
  source("void f(int *p) {\n  p[0] = 1;\n}\n");
  EXPECT_EQ(
      apply({edit("insert_after", id("p[0] = 1;"), {{"code", "p[1] = 1;"}}),
             edit("insert_after", id("p[0] = 1;"), {{"code", "p[2] = 1;"}})}),
      "void f(int *p) {\n  p[0] = 1;\n  p[1] = 1;\n  p[2] = 1;\n}\n");
}

TEST_F(OperationTest, InsertNeedsAStatement) {
  source("constexpr int kTile = 16;\nint f() { return kTile; }\n");
  EXPECT_THAT(apply({edit("insert_after", id("constexpr int kTile = 16;"),
                          {{"code", "f();"}})}),
              HasSubstr("needs a statement"));
}

TEST_F(OperationTest, Delete) {
  source(
      "void f(int *p) {\n  p[0] = 1;\n  p[1] = 2;\n  if (p[0]) p[2] = 3;\n}\n");
  EXPECT_EQ(apply({edit("delete", id("p[0] = 1;"))}),
            "void f(int *p) {\n  p[1] = 2;\n  if (p[0]) p[2] = 3;\n}\n");
  EXPECT_EQ(apply({edit("delete", id("p[2] = 3;"))}),
            "void f(int *p) {\n  p[0] = 1;\n  p[1] = 2;\n  if (p[0]) {}\n}\n");
  EXPECT_THAT(apply({edit("delete", id("p[0] = 1;") + ".rhs")}),
              HasSubstr("is a part of one"));
}

TEST_F(OperationTest, WrapIf) {
  source("__global__ void k(float *p, int n) {\n  int i = threadIdx.x;\n"
         "  p[i] =\n      1;\n}\n");
  EXPECT_EQ(
      apply({edit("wrap_if", id("p[i] =\n      1;"),
                  {{"condition", "i < n"}, {"else", "p[0] = 2;"}})}),
      "__global__ void k(float *p, int n) {\n  int i = threadIdx.x;\n"
      "  if (i < n) {\n    p[i] =\n        1;\n  } else {\n    p[0] = 2;\n"
      "  }\n}\n");
  EXPECT_THAT(apply({edit("wrap_if", id("int i = threadIdx.x;"),
                          {{"condition", "n > 0"}})}),
              HasSubstr("scope would end"));
}

TEST_F(OperationTest, WrapIfRefusesDivergentBarriers) {
  source("__device__ void sync_all() { __syncthreads(); }\n"
         "__global__ void k(float *p, int n) {\n"
         "  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
         "  sync_all();\n"
         "  p[i] = 1;\n"
         "}\n");
  EXPECT_THAT(
      apply({edit("wrap_if", id("sync_all();"), {{"condition", "i < n"}})}),
      HasSubstr("reaches a barrier"));
  EXPECT_THAT(
      apply({edit("wrap_if", id("sync_all();"), {{"condition", "n > 3"}})}),
      HasSubstr("if (n > 3) {"));
}

TEST_F(OperationTest, WrapFor) {
  source("void f(int *p) {\n  p[0] = 1;\n}\n");
  EXPECT_EQ(apply({edit("wrap_for", id("p[0] = 1;"),
                        {{"header", "int r = 0; r < 4; ++r"}})}),
            "void f(int *p) {\n  for (int r = 0; r < 4; ++r) {\n    p[0] = 1;\n"
            "  }\n}\n");
  EXPECT_THAT(
      apply({edit("wrap_for", id("p[0] = 1;"), {{"header", "4 times"}})}),
      HasSubstr("expected `init; condition; increment`"));
}

TEST_F(OperationTest, SetType) {
  source(
      "using index_t = unsigned short;\n"
      "__device__ float f(const float *x, int n);\n"
      "__device__ float f(const float *x, int n) { float acc = 0, other = 1; "
      "index_t i = 0; return x[n + i] + acc + other; }\n");
  EXPECT_THAT(apply({edit("set_type", id("using index_t = unsigned short;"),
                          {{"type", "unsigned"}})}),
              HasSubstr("using index_t = unsigned;\n"));
  // Both declarations follow the parameter.
  std::string Result =
      apply({edit("set_type", id("int n"), {{"type", "long long"}})});
  EXPECT_THAT(Result, HasSubstr("f(const float *x, long long n);"));
  EXPECT_THAT(Result, HasSubstr("f(const float *x, long long n) {"));
  EXPECT_THAT(apply({edit("set_type", id("const float *x"),
                          {{"type", "const double *"}})}),
              HasSubstr("f(const double *x, int n);"));
  EXPECT_THAT(
      apply({edit("set_type", id("index_t i = 0;"), {{"type", "index_t"}})}),
      HasSubstr("changes nothing"));
}

TEST_F(OperationTest, SetInit) {
  source("__global__ void k(float *p) {\n  float acc;\n  int n = 3;\n"
         "  float a[4];\n  __shared__ float s[4];\n"
         "  p[0] = acc + n + a[0] + s[0];\n}\n");
  EXPECT_THAT(apply({edit("set_init", id("float acc;"), {{"with", "0.0f"}})}),
              HasSubstr("float acc = 0.0f;"));
  EXPECT_THAT(apply({edit("set_init", id("int n = 3;"), {{"with", "4"}})}),
              HasSubstr("int n = 4;"));
  EXPECT_THAT(apply({edit("set_init", id("float a[4];"), {{"with", "{}"}})}),
              HasSubstr("float a[4] = {};"));
  EXPECT_THAT(
      apply({edit("set_init", id("__shared__ float s[4];"), {{"with", "{}"}})}),
      HasSubstr("cannot have an initialiser"));
}

TEST_F(OperationTest, SetLaunch) {
  source("__global__ void k(float *p) { p[0] = 1; }\n"
         "void f(float *p, int n, cudaStream_t s) {\n"
         "  k<<<n / 32, 32>>>(p);\n"
         "  void *args[] = {&p};\n"
         "  cudaLaunchKernel((const void *)k, dim3(n), dim3(32), args, 0, s);\n"
         "}\n");
  EXPECT_THAT(apply({edit("set_launch", id("k<<<n / 32, 32>>>(p);"),
                          {{"grid", "(n + 31) / 32"}, {"stream", "s"}})}),
              HasSubstr("k<<<(n + 31) / 32, 32, 0, s>>>(p);"));
  EXPECT_THAT(
      apply({edit("set_launch",
                  id("cudaLaunchKernel((const void *)k, dim3(n), dim3(32), "
                     "args, 0, s);"),
                  {{"block", "dim3(64)"}, {"shared_bytes", "128"}})}),
      HasSubstr("dim3(n), dim3(64), args, 128, s)"));
  EXPECT_THAT(apply({edit("set_launch", id("k<<<n / 32, 32>>>(p);"))}),
              HasSubstr("needs one of grid"));
  EXPECT_THAT(
      apply({edit("set_launch", id("void *args[] = {&p};"), {{"grid", "1"}})}),
      HasSubstr("is no launch"));
}

TEST_F(OperationTest, SetBound) {
  source(
      "__global__ void k(const float *__restrict__ a, float *__restrict__ b) "
      "{ __shared__ float s[2]; s[0] = a[0]; b[0] = s[0]; }\n");
  std::string Kernel = "n1";
  EXPECT_THAT(apply({edit("set_bound", Kernel,
                          {{"attribute", "__launch_bounds__(256)"}})}),
              HasSubstr("void __launch_bounds__(256) k("));
  EXPECT_THAT(
      apply({edit("set_bound", Kernel, {{"attribute", "no_restrict"}})}),
      HasSubstr("k(const float *a, float *b)"));
  EXPECT_THAT(apply({edit("set_bound", id("__shared__ float s[2];"),
                          {{"attribute", "volatile"}})}),
              HasSubstr("__shared__ volatile float s[2];"));
  EXPECT_THAT(apply({edit("set_bound", Kernel, {{"attribute", "__host__"}})}),
              HasSubstr("is unknown"));
}

TEST_F(OperationTest, AddFunction) {
  source("__global__ void k(float *p) { p[0] = 1; }\n");
  std::string Code = "__device__ float one() {\n  return 1;\n}";
  EXPECT_EQ(
      apply({edit("add_function", "", {{"code", Code}, {"before", "k"}})}),
      Code + "\n\n__global__ void k(float *p) { p[0] = 1; }\n");
  EXPECT_THAT(apply({edit("add_function", "",
                          {{"code", "void k() {}"}, {"before", "k"}})}),
              HasSubstr("exists already"));
  EXPECT_THAT(apply({edit("add_function", "",
                          {{"code", Code}, {"before", "missing"}})}),
              HasSubstr("one of: k"));
}

TEST_F(OperationTest, AddInclude) {
  source("void f() {}\n");
  apply({edit("add_include", "", {{"header", "cuda_fp16.h"}})});
  EXPECT_EQ(Last.Text,
            "#include <cuda_runtime.h>\n#include <cuda_fp16.h>\nvoid f() {}\n");
  EXPECT_THAT(
      apply({edit("add_include", "", {{"header", "<cuda_runtime.h>"}})}),
      HasSubstr("included already"));
  EXPECT_THAT(apply({edit("add_include", "", {{"header", "/etc/passwd"}})}),
              HasSubstr("is not allowed"));
}

TEST_F(OperationTest, AddParameter) {
  source(
      "__global__ void k(float *p);\n"
      "__global__ void k(float *p) { p[0] = 1; }\n"
      "void f(float *p, int n) {\n  k<<<1, 1>>>(p);\n  k<<<2, 2>>>(p);\n}\n");
  EXPECT_EQ(apply({edit("add_parameter", id("__global__ void k(float *p);"),
                        {{"type", "int"}, {"name", "n"}, {"argument", "n"}})}),
            "__global__ void k(float *p, int n);\n"
            "__global__ void k(float *p, int n) { p[0] = 1; }\n"
            "void f(float *p, int n) {\n  k<<<1, 1>>>(p, n);\n  k<<<2, "
            "2>>>(p, n);\n}\n");
  EXPECT_THAT(
      apply({edit("add_parameter", id("__global__ void k(float *p);"),
                  {{"type", "int"}, {"name", "p"}, {"argument", "1"}})}),
      HasSubstr("has a parameter 'p' already"));
}

} // namespace
