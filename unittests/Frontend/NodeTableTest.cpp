//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Frontend/NodeTable.h"
#include "gtest/gtest.h"

using namespace kmend;

namespace {

class NodeTableTest : public testing::Test {
protected:
  void parse(llvm::StringRef Text) {
    auto Parsed = ParsedSource::parse(
        "k.cu", ("#include <cuda_runtime.h>\n" + Text).str());
    ASSERT_TRUE(bool(Parsed)) << llvm::toString(Parsed.takeError());
    Source = std::move(*Parsed);
    Nodes = std::make_unique<NodeTable>(*Source);
  }

  /// The id of the node whose text is \p Text, empty when none.
  std::string idOf(llvm::StringRef Text) const {
    for (const NodeRef &Ref : Nodes->nodes())
      if (Nodes->text(Ref) == Text)
        return "n" + std::to_string(Ref.Id);
    return "";
  }

  std::string part(llvm::StringRef Text, llvm::StringRef Part) const {
    auto Found = Nodes->resolve(idOf(Text) + Part.str());
    if (!Found)
      return "error: " + llvm::toString(Found.takeError());
    return Source->text().slice(Found->Range.Begin, Found->Range.End).str();
  }

  std::unique_ptr<ParsedSource> Source;
  std::unique_ptr<NodeTable> Nodes;
};

TEST_F(NodeTableTest, NumbersInSourceOrderOuterFirst) {
  parse("__global__ void k(float *p, int n) {\n"
        "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
        "  if (i < n)\n"
        "    p[i] = p[i] * 2.0f;\n"
        "}\n");
  unsigned Begin = 0;
  for (const NodeRef &Ref : Nodes->nodes()) {
    EXPECT_GE(Ref.Begin, Begin);
    EXPECT_LT(Ref.Begin, Ref.End);
    Begin = Ref.Begin;
  }
  EXPECT_NE(idOf("if (i < n)\n    p[i] = p[i] * 2.0f;"), "");
  EXPECT_NE(idOf("p[i] = p[i] * 2.0f;"), "");
  EXPECT_NE(idOf("i < n"), "");
  EXPECT_EQ(Nodes->find("n0"), nullptr);
  EXPECT_EQ(Nodes->find("n9999"), nullptr);
  EXPECT_EQ(Nodes->find("x1"), nullptr);
}

TEST_F(NodeTableTest, NamesParts) {
  parse("__global__ void k(float *p, int n) {\n"
        "  for (int i = threadIdx.x; i < n; i += 32)\n"
        "    p[i] = n > 3 ? 1.0f : 0.0f;\n"
        "  while (n) { --n; }\n"
        "}\n"
        "void launch(float *p) { k<<<1, 32>>>(p, 5); }\n");
  std::string For = "for (int i = threadIdx.x; i < n; i += 32)\n"
                    "    p[i] = n > 3 ? 1.0f : 0.0f;";
  EXPECT_EQ(part(For, ".init"), "int i = threadIdx.x");
  EXPECT_EQ(part(For, ".cond"), "i < n");
  EXPECT_EQ(part(For, ".cond.rhs"), "n");
  EXPECT_EQ(part(For, ".cond.op"), "<");
  EXPECT_EQ(part(For, ".inc"), "i += 32");
  EXPECT_EQ(part(For, ".body"), "p[i] = n > 3 ? 1.0f : 0.0f;");
  EXPECT_EQ(part(For, ".body.rhs.cond.lhs"), "n");
  EXPECT_EQ(part("p[i] = n > 3 ? 1.0f : 0.0f;", ".lhs.index"), "i");
  EXPECT_EQ(part("k<<<1, 32>>>(p, 5);", ".grid"), "1");
  EXPECT_EQ(part("k<<<1, 32>>>(p, 5);", ".block"), "32");
  EXPECT_EQ(part("k<<<1, 32>>>(p, 5);", ".arg1"), "5");
  EXPECT_EQ(part("k<<<1, 32>>>(p, 5);", ".callee"), "k");
  std::string Missing = part("while (n) { --n; }", ".inc");
  EXPECT_NE(Missing.find("has no part '.inc'"), std::string::npos) << Missing;
  EXPECT_NE(Missing.find(".cond, .body"), std::string::npos) << Missing;
}

TEST_F(NodeTableTest, KnowsDeclaredTypes) {
  parse("using index_t = unsigned short;\n"
        "typedef const int flag_t;\n"
        "constexpr int kTile = 16;\n"
        "__global__ void k(const float *__restrict__ p, float acc) {\n"
        "  __shared__ float tile[kTile][kTile + 1];\n"
        "  static const unsigned long long big = 1;\n"
        "  tile[0][0] = p[0] + acc + big;\n"
        "}\n");
  EXPECT_EQ(part("using index_t = unsigned short;", ".type"), "unsigned short");
  EXPECT_EQ(part("typedef const int flag_t;", ".type"), "const int");
  EXPECT_EQ(part("constexpr int kTile = 16;", ".type"), "int");
  EXPECT_EQ(part("constexpr int kTile = 16;", ".init"), "16");
  EXPECT_EQ(part("const float *__restrict__ p", ".type"), "const float *");
  EXPECT_EQ(part("__shared__ float tile[kTile][kTile + 1];", ".type"), "float");
  EXPECT_EQ(part("__shared__ float tile[kTile][kTile + 1];", ".size1"),
            "kTile + 1");
  EXPECT_EQ(part("static const unsigned long long big = 1;", ".type"),
            "const unsigned long long");
}

TEST_F(NodeTableTest, NumbersNothingThatAMacroWrites) {
  parse("#define TWICE(x) ((x) + (x))\n"
        "#define N 16\n"
        "__global__ void k(float *p) {\n"
        "  p[0] = TWICE(p[1] * 3.0f);\n"
        "  p[N - 1] = 0;\n"
        "}\n");
  EXPECT_EQ(idOf("(x) + (x)"), "");
  // The argument is spelled in the file, and numbered once.
  EXPECT_NE(idOf("p[1] * 3.0f"), "");
  EXPECT_NE(idOf("N - 1"), "");
  unsigned Uses = 0;
  for (const NodeRef &Ref : Nodes->nodes())
    Uses += Nodes->text(Ref) == "p[1] * 3.0f";
  EXPECT_EQ(Uses, 1u);
}

TEST_F(NodeTableTest, NumbersTemplatesOnce) {
  parse(
      "template <typename T> __global__ void k(T *p) { p[0] = p[1] + T(2); }\n"
      "template __global__ void k<float>(float *);\n"
      "template __global__ void k<int>(int *);\n");
  unsigned Uses = 0;
  for (const NodeRef &Ref : Nodes->nodes())
    Uses += Nodes->text(Ref) == "p[0] = p[1] + T(2);";
  EXPECT_EQ(Uses, 1u);
}

TEST_F(NodeTableTest, KnowsTheFunction) {
  parse("struct Shape {\n"
        "  int rows;\n"
        "  __device__ int area() const { return rows * rows; }\n"
        "};\n"
        "void host() {\n"
        "  auto round = [](int a) { return (a + 31) / 32; };\n"
        "  (void)round(5);\n"
        "}\n");
  const NodeRef *Ref = Nodes->find(idOf("return rows * rows;"));
  ASSERT_NE(Ref, nullptr);
  EXPECT_EQ(Ref->Function, "Shape::area");
  EXPECT_NE(idOf("int rows;"), "");
  Ref = Nodes->find(idOf("return (a + 31) / 32;"));
  ASSERT_NE(Ref, nullptr);
  EXPECT_EQ(Ref->Function, "host");
}

TEST_F(NodeTableTest, FindsTheSmallestNodeAroundBytes) {
  parse("__global__ void k(int *p) { p[0] = p[1] + 2; }\n");
  size_t At = Source->text().find("2;");
  const NodeRef *Ref = Nodes->containing(unsigned(At), unsigned(At) + 1);
  ASSERT_NE(Ref, nullptr);
  EXPECT_EQ(Nodes->text(*Ref), "p[1] + 2");
}

} // namespace
