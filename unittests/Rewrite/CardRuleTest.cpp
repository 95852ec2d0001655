//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RewriteTest.h"

using namespace kmend;
using testing::HasSubstr;

namespace {

class CardRuleTest : public RewriteTest {
protected:
  static CardRule rule(llvm::StringRef Suspect, llvm::StringRef Range,
                       llvm::StringRef With,
                       std::vector<CardScope> Scope = {}) {
    CardRule R;
    R.Id = "card";
    R.Suspect = Suspect.str();
    R.Scope = std::move(Scope);
    R.Where = {"card.yaml", 3, 5};
    if (!Range.empty())
      R.Rewrites.push_back(
          {{{Range.str(), With.str(), {"card.yaml", 9, 1}}}, ""});
    return R;
  }

  static std::string check(const CardRule &R) {
    std::string Message;
    llvm::handleAllErrors(checkCardRule(R), [&](const KmendError &E) {
      EXPECT_EQ(E.code(), ExitCode::InvalidInput);
      Message = E.where().str() + ": " + E.message();
    });
    return Message;
  }

  std::vector<std::string> sites(const CardRule &R) {
    auto Found = findCardSites(*Source, R);
    if (!Found)
      return {llvm::toString(Found.takeError())};
    std::vector<std::string> Texts;
    for (const CardSite &S : *Found)
      Texts.push_back(S.Text);
    return Texts;
  }

  std::string applyCard(const CardRule &R, std::vector<unsigned> Sites = {}) {
    Card = R;
    Edit E;
    E.Op = "apply_card";
    E.Fields["card"] = R.Id;
    E.Sites = std::move(Sites);
    return apply({E});
  }
};

constexpr llvm::StringLiteral Division =
    "binaryOperator(hasOperatorName(\"/\"), hasLHS(expr().bind(\"num\")), "
    "hasRHS(expr().bind(\"den\"))).bind(\"site\")";

TEST_F(CardRuleTest, ChecksACard) {
  EXPECT_EQ(check(rule(Division, "node(\"site\")", "(${num}) / (${den})")), "");
  EXPECT_THAT(check(rule("binaryOperator(", "", "")),
              HasSubstr("card.yaml:3:5: invalid matcher: "));
  EXPECT_THAT(check(rule("binaryOperator()", "", "")),
              HasSubstr("binds no \"site\""));
  EXPECT_THAT(check(rule("qualType().bind(\"site\")", "", "")),
              HasSubstr("has no place in the text"));
  EXPECT_THAT(check(rule(Division, "nod(\"site\")", "x")),
              HasSubstr("card.yaml:9:1: invalid range: "));
  EXPECT_THAT(check(rule(Division, "node(\"site\")", "${nm}")),
              HasSubstr("does not bind; add .bind(\"nm\")"));
  CardRule R = rule(Division, "", "");
  R.Rewrites.push_back({{}, "atomic-ad"});
  EXPECT_THAT(check(R), HasSubstr("did you mean 'atomic-add'?"));
}

TEST_F(CardRuleTest, FindsLaunchConfigurations) {
  source("constexpr int kBlock = 256;\n"
         "int other(int n) { return n / 3; }\n"
         "int blocks_for(int n) { return n / kBlock; }\n"
         "__global__ void k(float *p, int n) { p[n / 7] = 1; }\n"
         "void launch(float *p, int n) {\n"
         "  int unrelated = n / 5;\n"
         "  int threads = 32;\n"
         "  while (threads < n / 9) threads *= 2;\n"
         "  dim3 grid(blocks_for(n), n / 16);\n"
         "  k<<<grid, threads>>>(p, unrelated + other(n));\n"
         "}\n");
  EXPECT_THAT(sites(rule(Division, "node(\"site\")", "${num}",
                         {CardScope::LaunchConfiguration})),
              testing::ElementsAre("n / kBlock", "n / 9", "n / 16"));
  EXPECT_THAT(
      sites(rule(Division, "node(\"site\")", "${num}", {CardScope::Kernel})),
      testing::ElementsAre("n / 7"));
  EXPECT_THAT(
      sites(rule(Division, "node(\"site\")", "${num}", {CardScope::Host})),
      testing::ElementsAre("n / 3", "n / kBlock", "n / 5", "n / 9", "n / 16"));
}

TEST_F(CardRuleTest, AppliesAtAllOrTheListedSites) {
  source("int f(int n) { return n / 2 + n / 3; }\n");
  CardRule R =
      rule(Division, "node(\"site\")", "(${num} + ${den} - 1) / ${den}");
  EXPECT_EQ(applyCard(R), "int f(int n) { return (n + 2 - 1) / 2 + (n + 3 - 1) "
                          "/ 3; }\n");
  EXPECT_EQ(applyCard(R, {1}),
            "int f(int n) { return n / 2 + (n + 3 - 1) / 3; }\n");
  EXPECT_THAT(applyCard(R, {2}), HasSubstr("has no site 2; its sites: 0 (n"));
  R.Id = "other";
  Card = R;
  Edit E;
  E.Op = "apply_card";
  E.Fields["card"] = "missing";
  EXPECT_THAT(apply({E}), HasSubstr("no card 'missing'"));
}

TEST_F(CardRuleTest, MatchesTemplatesOnceAndNoMacroBodies) {
  source("#define HALF(x) ((x) / 2)\n"
         "template <typename T> __global__ void k(T *p, int n) {\n"
         "  p[n / 4] = p[HALF(n)];\n"
         "}\n"
         "template __global__ void k<float>(float *, int);\n"
         "template __global__ void k<int>(int *, int);\n");
  EXPECT_THAT(sites(rule(Division, "node(\"site\")", "${num}")),
              testing::ElementsAre("n / 4"));
}

TEST_F(CardRuleTest, InsertsStatementsWithIndentation) {
  source("__global__ void k(float *p) {\n  __shared__ float s[32];\n"
         "    s[threadIdx.x] = p[0]; // fill\n  p[1] = s[0];\n}\n");
  CardRule R = rule("binaryOperator(isAssignmentOperator(), "
                    "hasLHS(sharedAccess)).bind(\"site\")",
                    "after(statement(\"site\"))", "__syncthreads();");
  EXPECT_THAT(applyCard(R),
              HasSubstr("p[0]; // fill\n    __syncthreads();\n  p[1]"));
  keep();
  // It stands there already.
  EXPECT_THAT(applyCard(R), HasSubstr("already stands"));
  EXPECT_TRUE(sites(R).empty());
}

TEST_F(CardRuleTest, UsesPartsOfNodes) {
  source("int f(int n) { return n / 2; }\n");
  EXPECT_EQ(applyCard(rule("returnStmt().bind(\"site\")", "node(\"site\")",
                           "return ${site.value} + 1;")),
            "int f(int n) { return n / 2 + 1; }\n");
}

TEST_F(CardRuleTest, HasAVocabulary) {
  source("__global__ void k(float *p, const __half *h, int n) {\n"
         "  __shared__ float s[32];\n"
         "  int i = blockIdx.x * blockDim.x + threadIdx.x, b = blockIdx.y;\n"
         "  __half acc = h[0];\n"
         "  if (i < n) { s[i] = p[i]; __syncthreads(); }\n"
         "  if (b < n) { p[b] = __half2float(acc); atomicAdd(&p[0], 1.f); }\n"
         "}\n",
         "#include <cuda_fp16.h>\n");
  auto Count = [&](llvm::StringRef Matcher) {
    CardRule R = rule(Matcher, "", "");
    EXPECT_EQ(check(R), "");
    return sites(R);
  };
  using testing::ElementsAre;
  EXPECT_THAT(Count("expr(threadIdxX).bind(\"site\")"),
              ElementsAre("threadIdx.x"));
  EXPECT_THAT(Count("expr(blockIdxY).bind(\"site\")"),
              ElementsAre("blockIdx.y"));
  EXPECT_THAT(Count("callExpr(barrier).bind(\"site\")"),
              ElementsAre("__syncthreads()"));
  EXPECT_THAT(Count("callExpr(barrier, divergent).bind(\"site\")"),
              ElementsAre("__syncthreads()"));
  EXPECT_THAT(
      Count("ifStmt(hasCondition(expr(threadDependent).bind(\"site\")))"),
      ElementsAre("i < n"));
  EXPECT_THAT(Count("parmVarDecl(extentParam).bind(\"site\")"),
              ElementsAre("int n"));
  EXPECT_THAT(Count("varDecl(isShared).bind(\"site\")"),
              ElementsAre("__shared__ float s[32]"));
  EXPECT_THAT(Count("varDecl(halfVariable).bind(\"site\")"),
              ElementsAre("__half acc = h[0]"));
  EXPECT_THAT(Count("callExpr(atomic).bind(\"site\")"),
              ElementsAre("atomicAdd(&p[0], 1.f)"));
  EXPECT_THAT(Count("binaryOperator(isAssignmentOperator(), "
                    "hasLHS(globalAccess)).bind(\"site\")"),
              ElementsAre("p[b] = __half2float(acc)"));
}

} // namespace
