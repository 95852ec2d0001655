//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace kmend;

namespace {

std::string reported(llvm::Error E, ExitCode &Code) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  Code = reportError(std::move(E), OS);
  return Text;
}

TEST(Error, PlaceLeavesOutWhatIsUnknown) {
  EXPECT_EQ((SourceLocation{"a.yaml", 3, 7}.str()), "a.yaml:3:7");
  EXPECT_EQ((SourceLocation{"a.yaml", 3, 0}.str()), "a.yaml:3");
  EXPECT_EQ((SourceLocation{"a.yaml", 0, 7}.str()), "a.yaml");
  EXPECT_EQ((SourceLocation{"", 3, 7}.str()), "3:7");
  EXPECT_EQ(SourceLocation().str(), "");
}

TEST(Error, PrintsPlaceAndMessage) {
  ExitCode Code;
  EXPECT_EQ(
      reported(makeError(ExitCode::InvalidInput, {"f", 1, 2}, "bad"), Code),
      "f:1:2: error: bad\n");
  EXPECT_EQ(Code, ExitCode::InvalidInput);
  EXPECT_EQ(reported(makeError(ExitCode::IO, "full"), Code), "error: full\n");
  EXPECT_EQ(Code, ExitCode::IO);
}

TEST(Error, TheFirstOfSeveralDecides) {
  ExitCode Code;
  llvm::Error Both = llvm::joinErrors(makeError(ExitCode::Integrity, "one"),
                                      makeError(ExitCode::IO, "two"));
  EXPECT_EQ(reported(std::move(Both), Code), "error: one\nerror: two\n");
  EXPECT_EQ(Code, ExitCode::Integrity);
}

TEST(Error, ForeignErrorsAreInternal) {
  ExitCode Code;
  EXPECT_EQ(reported(llvm::createStringError("odd"), Code), "error: odd\n");
  EXPECT_EQ(Code, ExitCode::Internal);
}

TEST(Error, SuccessIsDone) {
  ExitCode Code;
  EXPECT_EQ(reported(llvm::Error::success(), Code), "");
  EXPECT_EQ(Code, ExitCode::Done);
}

} // namespace
