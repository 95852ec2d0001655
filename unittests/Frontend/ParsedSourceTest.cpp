//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Frontend/ParsedSource.h"
#include "clang/AST/ASTContext.h"
#include "gtest/gtest.h"

using namespace kmend;

namespace {

/// The exit code and message of what parsing \p Text ends in.
std::pair<ExitCode, std::string> failureOf(llvm::StringRef Text) {
  auto Source = ParsedSource::parse("bad.cu", Text);
  if (Source)
    return {ExitCode::Done, ""};
  std::pair<ExitCode, std::string> Result;
  llvm::handleAllErrors(Source.takeError(), [&](const KmendError &E) {
    std::string Printed;
    llvm::raw_string_ostream OS(Printed);
    E.log(OS);
    Result = {E.code(), Printed};
  });
  return Result;
}

TEST(ParsedSourceTest, HasBothSides) {
  auto Source = ParsedSource::parse("k.cu", R"(#include <cuda_runtime.h>
#ifdef __CUDA_ARCH__
constexpr int kSide = 1;
#else
constexpr int kSide = 2;
#endif
__global__ void k(float *p) { p[threadIdx.x] = kSide; }
)");
  ASSERT_TRUE(bool(Source)) << llvm::toString(Source.takeError());
  EXPECT_TRUE((*Source)->context(Side::Device).getLangOpts().CUDAIsDevice);
  EXPECT_FALSE((*Source)->context(Side::Host).getLangOpts().CUDAIsDevice);
}

TEST(ParsedSourceTest, RendersClangsDiagnostics) {
  auto [Code, Text] = failureOf("#include <cuda_runtime.h>\n"
                                "__global__ void k(float *p) {\n"
                                "  p[0] = missing;\n"
                                "}\n");
  EXPECT_EQ(Code, ExitCode::DoesNotCompile);
  EXPECT_NE(Text.find("bad.cu:3:10: error: use of undeclared identifier "
                      "'missing'"),
            std::string::npos)
      << Text;
  EXPECT_NE(Text.find("p[0] = missing;"), std::string::npos) << Text;
}

TEST(ParsedSourceTest, ReportsErrorsOfTheHostSideOnly) {
  auto [Code, Text] = failureOf("#include <cuda_runtime.h>\n"
                                "#ifndef __CUDA_ARCH__\n"
                                "int host() { return missing; }\n"
                                "#endif\n");
  EXPECT_EQ(Code, ExitCode::DoesNotCompile);
  EXPECT_NE(Text.find("host side"), std::string::npos) << Text;
  EXPECT_NE(Text.find("bad.cu:3:"), std::string::npos) << Text;
}

TEST(ParsedSourceTest, StopsAtTheErrorLimit) {
  std::string Source;
  for (int I = 0; I < 1000; ++I)
    Source += "int a" + std::to_string(I) + " = missing;\n";
  auto [Code, Text] = failureOf(Source);
  EXPECT_EQ(Code, ExitCode::DoesNotCompile);
  EXPECT_NE(Text.find("too many errors emitted"), std::string::npos);
  EXPECT_LT(Text.size(), 10000u);
}

TEST(ParsedSourceTest, NamesTheLineOfWhatIsUnsupported) {
  auto [Code, Text] =
      failureOf("int a;\n#error kmend-unsupported: textures are not run\n");
  EXPECT_EQ(Code, ExitCode::Undecided);
  EXPECT_NE(Text.find("bad.cu:2"), std::string::npos) << Text;
  EXPECT_NE(Text.find("textures are not run"), std::string::npos) << Text;
}

TEST(ParsedSourceTest, SurvivesNesting) {
  std::string Deep = "int a = " + std::string(100000, '(') + "1" +
                     std::string(100000, ')') + ";\n";
  auto [Code, Text] = failureOf(Deep);
  EXPECT_EQ(Code, ExitCode::DoesNotCompile);
  EXPECT_NE(Text.find("nesting level"), std::string::npos) << Text;
}

TEST(ParsedSourceTest, SurvivesALongChain) {
  std::string Chain = "int f(int a) { return a";
  for (int I = 0; I < 5000; ++I)
    Chain += " + a";
  auto Source = ParsedSource::parse("long.cu", Chain + "; }\n");
  EXPECT_TRUE(bool(Source)) << llvm::toString(Source.takeError());
}

TEST(ParsedSourceTest, RefusesBytesThatAreNoText) {
  auto [Code, Text] = failureOf(llvm::StringRef("int a;\n\0int b;\n", 15));
  EXPECT_EQ(Code, ExitCode::DoesNotCompile);
  EXPECT_NE(Text.find("bad.cu:2: error: a NUL byte"), std::string::npos)
      << Text;
}

TEST(ParsedSourceTest, AcceptsAnEmptyFile) {
  auto Source = ParsedSource::parse("empty.cu", "");
  EXPECT_TRUE(bool(Source)) << llvm::toString(Source.takeError());
}

} // namespace
