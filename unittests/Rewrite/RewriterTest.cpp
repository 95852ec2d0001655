//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What holds for every script: all or nothing, never twice, only what is
// spelled in the file.
//
//===----------------------------------------------------------------------===//

#include "RewriteTest.h"
#include "kmend/Support/Files.h"

using namespace kmend;
using testing::HasSubstr;
using testing::StartsWith;

namespace {

class RewriterTest : public RewriteTest {
protected:
  void kernel() {
    source("__global__ void k(float *p, int n) {\n"
           "  int i = threadIdx.x;\n"
           "  if (i < n)\n"
           "    p[i] = p[i] * 2;\n"
           "}\n");
  }
};

TEST_F(RewriterTest, AppliesAllOrNothing) {
  kernel();
  EXPECT_THAT(
      apply({edit("replace", id("i < n"), {{"with", "i < n - 1"}}),
             edit("delete", "n999")}),
      HasSubstr("edits[1] delete: no node 'n999'; this source has n1 to"));
}

TEST_F(RewriterTest, RefusesOverlappingEdits) {
  kernel();
  EXPECT_THAT(
      apply({edit("replace", id("p[i] = p[i] * 2;"), {{"with", "p[i] = 0;"}}),
             edit("replace", id("p[i] * 2"), {{"with", "3"}})}),
      HasSubstr("edits[0] and edits[1] both change"));
}

TEST_F(RewriterTest, RefusesAnotherTextThanExpected) {
  kernel();
  Edit E = edit("replace", id("i < n"), {{"with", "i <= n"}});
  E.Expect = "i<n";
  EXPECT_THAT(apply({E}), HasSubstr("if (i <= n)"));
  E.Expect = "i > n";
  std::string Message = apply({E});
  EXPECT_THAT(Message, HasSubstr("expected `i > n` at " + E.At.Node +
                                 ", found `i < n`"));
  EXPECT_THAT(Message, HasSubstr("near it: "));
}

TEST_F(RewriterTest, RefusesAResultThatDoesNotTypeCheck) {
  kernel();
  EXPECT_THAT(apply({edit("replace", id("i < n"), {{"with", "i < rows"}})}),
              HasSubstr("use of undeclared identifier 'rows'"));
}

TEST_F(RewriterTest, RefusesAScriptWithoutEdits) {
  kernel();
  EXPECT_THAT(apply({}), HasSubstr("the script has no edits"));
}

TEST_F(RewriterTest, NeverAppliesTwice) {
  const std::vector<std::vector<std::pair<std::string, Edit>>> Scripts = {
      {{"i < n", edit("replace", "", {{"with", "i + 1 < n"}})}},
      {{"int i = threadIdx.x;",
        edit("insert_after", "", {{"code", "__syncthreads();"}})}},
      {{"p[i] = p[i] * 2;", edit("insert_before", "", {{"code", "n += 1;"}})}},
      {{"p[i] = p[i] * 2;", edit("wrap_if", "", {{"condition", "i > 0"}})}},
      {{"p[i] = p[i] * 2;",
        edit("wrap_for", "", {{"header", "int r = 0; r < 2; ++r"}})}},
      {{"int n", edit("set_type", "", {{"type", "long long"}})}},
      {{"int i = threadIdx.x;", edit("set_init", "", {{"with", "0"}})}},
  };
  for (const auto &Script : Scripts) {
    kernel();
    std::vector<Edit> Edits;
    for (auto [Text, E] : Script) {
      E.At.Node = id(Text);
      Edits.push_back(E);
    }
    std::string Once = apply(Edits);
    ASSERT_THAT(Once, testing::Not(StartsWith("error"))) << Edits[0].Op;
    keep();
    EXPECT_THAT(apply(Edits), StartsWith("error: ")) << Edits[0].Op << "\n"
                                                     << Once;
  }
}

TEST_F(RewriterTest, ChecksTheTextThatTheScriptWasMadeFor) {
  kernel();
  Hash = sha256(Source->text());
  std::vector<Edit> Edits = {edit("delete", id("p[i] = p[i] * 2;"))};
  EXPECT_THAT(apply(Edits), testing::Not(StartsWith("error")));
  keep();
  EXPECT_THAT(apply(Edits), HasSubstr("made for another text"));
}

TEST_F(RewriterTest, FindsNodesByMatcher) {
  kernel();
  Edit E = edit("replace", "", {{"with", "i <= n"}});
  E.At.Match = "ifStmt(hasCondition(expr().bind(\"at\")))";
  E.At.In = "k";
  EXPECT_THAT(apply({E}), HasSubstr("if (i <= n)"));
  E.At.In = "other";
  EXPECT_THAT(apply({E}),
              HasSubstr("holds nowhere in 'other'; it holds 1 times "
                        "elsewhere, for example in 'k'"));
  E.At.In = "";
  E.At.Nth = 3;
  EXPECT_THAT(apply({E}), HasSubstr("holds at 1 places"));
  E.At.Match = "ifStmt(hasCondition(expr())";
  EXPECT_THAT(apply({E}), HasSubstr("invalid matcher"));
  E.At.Match = "qualType().bind(\"at\")";
  EXPECT_THAT(apply({E}), HasSubstr("has no place in the text"));
}

TEST_F(RewriterTest, LeavesMacroBodiesAlone) {
  source("#define STORE(p, i, v) p[i] = (v)\n"
         "__global__ void k(float *p) {\n"
         "  STORE(p, 0, p[1] * 2.0f);\n"
         "}\n");
  // The argument is spelled in the file.
  EXPECT_THAT(apply({edit("replace", id("p[1] * 2.0f"), {{"with", "3.0f"}})}),
              HasSubstr("STORE(p, 0, 3.0f);"));
  Edit E = edit("replace", "", {{"with", "p[2]"}});
  E.At.Match =
      "arraySubscriptExpr(hasIndex(integerLiteral(equals(0)))).bind(\"at\")";
  EXPECT_THAT(apply({E}), StartsWith("error: "));
}

TEST_F(RewriterTest, EditsATemplateOnce) {
  source("template <typename T> __global__ void k(T *p) {\n  p[0] = p[1];\n}\n"
         "template __global__ void k<float>(float *);\n"
         "template __global__ void k<int>(int *);\n");
  Edit E = edit("insert_after", "", {{"code", "__syncthreads();"}});
  E.At.Match = "binaryOperator(isAssignmentOperator()).bind(\"at\")";
  EXPECT_THAT(apply({E}), HasSubstr("  p[0] = p[1];\n  __syncthreads();\n}\n"));
  E.At.Nth = 1;
  EXPECT_THAT(apply({E}), HasSubstr("holds at 1 places"));
}

TEST_F(RewriterTest, ChecksBothSides) {
  source("__host__ __device__ int f(int a) {\n"
         "#ifdef __CUDA_ARCH__\n"
         "  const int b = a;\n"
         "#else\n"
         "  const short b = a;\n"
         "#endif\n"
         "  return b;\n"
         "}\n");
  EXPECT_THAT(
      apply({edit("replace", id("return b;"),
                  {{"with", "static_assert(sizeof(b) == 4); return b;"}})}),
      HasSubstr("the host side does not compile"));
}

TEST_F(RewriterTest, GivesADiffAndReplacements) {
  kernel();
  apply(
      {edit("replace", id("i < n"), {{"with", "i <= n"}}),
       edit("insert_before", id("int i = threadIdx.x;"), {{"code", "++n;"}}),
       edit("insert_before", id("int i = threadIdx.x;"), {{"code", "--n;"}})});
  EXPECT_THAT(Last.Diff, HasSubstr("--- a/k.cu\n+++ b/k.cu\n"));
  EXPECT_THAT(Last.Diff, HasSubstr("-  if (i < n)\n+  if (i <= n)\n"));
  EXPECT_THAT(Last.ReplacementsYaml, HasSubstr("MainSourceFile:"));
  EXPECT_THAT(Last.ReplacementsYaml, HasSubstr("ReplacementText: 'i <= n'"));
}

TEST_F(RewriterTest, KeepsEveryOtherByte) {
  source("void  f( int*p ){p[0]=1;\t// odd\r\n   p[1] =2 ;}\n");
  EXPECT_EQ(apply({edit("replace", id("p[0]=1;") + ".rhs", {{"with", "7"}})}),
            "void  f( int*p ){p[0]=7;\t// odd\r\n   p[1] =2 ;}\n");
}

} // namespace
