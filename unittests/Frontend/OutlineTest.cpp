//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Frontend/Outline.h"
#include "gtest/gtest.h"

using namespace kmend;

namespace {

constexpr llvm::StringLiteral Text = R"(#include <cuda_runtime.h>
__global__ void k(float *p, int n) {
  int i = threadIdx.x;
  if (i < n)
    p[i] = 0;
}
void launch(float *p, int n) { k<<<1, 32>>>(p, n); }
)";

class OutlineTest : public testing::Test {
protected:
  void SetUp() override {
    auto Parsed = ParsedSource::parse("k.cu", Text);
    ASSERT_TRUE(bool(Parsed)) << llvm::toString(Parsed.takeError());
    Source = std::move(*Parsed);
    Nodes = std::make_unique<NodeTable>(*Source);
  }
  std::unique_ptr<ParsedSource> Source;
  std::unique_ptr<NodeTable> Nodes;
};

TEST_F(OutlineTest, ShowsLinesWithTheirIds) {
  auto Listing = outlineText(*Source, *Nodes);
  ASSERT_TRUE(bool(Listing));
  EXPECT_NE(Listing->find("k(float *p, int n)"), std::string::npos) << *Listing;
  EXPECT_NE(Listing->find("k<<<1, 32>>> in launch"), std::string::npos);
  EXPECT_NE(Listing->find("   4 |   if (i < n)"), std::string::npos)
      << *Listing;
  EXPECT_NE(Listing->find(" if  |  "), std::string::npos) << *Listing;
}

TEST_F(OutlineTest, CanBeLimited) {
  OutlineOptions Options;
  Options.Function = "launch";
  Options.Statements = true;
  Options.Summary = false;
  auto Listing = outlineText(*Source, *Nodes, Options);
  ASSERT_TRUE(bool(Listing));
  EXPECT_EQ(Listing->find("threadIdx"), std::string::npos);
  EXPECT_NE(Listing->find("launch"), std::string::npos);

  Options.Function = "missing";
  auto None = outlineText(*Source, *Nodes, Options);
  ASSERT_FALSE(bool(None));
  EXPECT_NE(llvm::toString(None.takeError()).find("functions here: k, launch"),
            std::string::npos);
}

TEST_F(OutlineTest, IsADocument) {
  auto Document = outlineJson(*Source, *Nodes);
  ASSERT_TRUE(bool(Document));
  const auto *O = Document->getAsObject();
  ASSERT_NE(O, nullptr);
  EXPECT_EQ(O->getInteger("schema_version"), 1);
  const auto *List = O->getArray("nodes");
  ASSERT_NE(List, nullptr);
  ASSERT_EQ(List->size(), Nodes->nodes().size());
  const auto *First = (*List)[0].getAsObject();
  EXPECT_EQ(First->getString("id"), llvm::StringRef("n1"));
  EXPECT_EQ(First->getString("kind"), llvm::StringRef("kernel"));
  EXPECT_EQ(First->getInteger("line"), 2);
  EXPECT_EQ(First->getInteger("end_line"), 6);
  EXPECT_NE(First->getObject("parts"), nullptr);
  EXPECT_EQ(O->getArray("launches")->size(), 1u);
}

} // namespace
