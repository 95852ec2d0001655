//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Support/Files.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "gtest/gtest.h"

using namespace kmend;
using namespace llvm;

namespace {

class Files : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(sys::fs::createUniqueDirectory("kmend-files", Folder));
  }
  void TearDown() override { sys::fs::remove_directories(Folder); }

  std::string path(StringRef Name) const {
    SmallString<256> Path(Folder);
    sys::path::append(Path, Name);
    return Path.str().str();
  }

  /// The message of an error that must be there.
  template <typename T> static std::string message(Expected<T> Value) {
    EXPECT_FALSE(Value);
    return Value ? "" : toString(Value.takeError());
  }

  SmallString<256> Folder;
};

TEST_F(Files, RoundTrip) {
  std::string Bytes("a\0b\r\n\xff", 6);
  ASSERT_FALSE(writeFile(path("f"), Bytes));
  EXPECT_EQ(cantFail(readFile(path("f"))), Bytes);
  ASSERT_FALSE(writeFile(path("f"), ""));
  EXPECT_EQ(cantFail(readFile(path("f"))), "");
}

TEST_F(Files, WritingLeavesNothingBeside) {
  ASSERT_FALSE(writeFile(path("f"), "x"));
  ASSERT_FALSE(writeFile(path("f"), "y"));
  std::error_code EC;
  unsigned Count = 0;
  for (sys::fs::directory_iterator It(Folder, EC), End; It != End && !EC;
       It.increment(EC))
    ++Count;
  EXPECT_EQ(Count, 1u);
}

TEST_F(Files, WritingFollowsLinksAndKeepsTheMode) {
  ASSERT_FALSE(writeFile(path("f"), "x"));
  ASSERT_FALSE(sys::fs::setPermissions(path("f"), sys::fs::owner_read |
                                                      sys::fs::owner_write));
  ASSERT_FALSE(sys::fs::create_link(path("f"), path("link")));
  ASSERT_FALSE(writeFile(path("link"), "y"));
  EXPECT_EQ(cantFail(readFile(path("f"))), "y");
  bool IsLink = false;
  ASSERT_FALSE(sys::fs::is_symlink_file(path("link"), IsLink));
  EXPECT_TRUE(IsLink);
  EXPECT_EQ(*sys::fs::getPermissions(path("f")),
            sys::fs::owner_read | sys::fs::owner_write);
}

TEST_F(Files, BadPathsAreErrors) {
  EXPECT_NE(message(readFile(path("none"))).find("cannot read"),
            std::string::npos);
  EXPECT_NE(message(readFile(Folder)).find("is a folder"), std::string::npos);
  EXPECT_NE(message(readFile("/dev/zero")).find("not a regular file"),
            std::string::npos);
  ASSERT_FALSE(writeFile(path("big"), "12345"));
  EXPECT_NE(message(readFile(path("big"), ExitCode::IO, 4))
                .find("has 5 bytes, more than 4"),
            std::string::npos);
  EXPECT_TRUE(errorToBool(writeFile(path("no/such/folder"), "x")));
  EXPECT_TRUE(errorToBool(writeFile(Folder, "x")));
}

TEST_F(Files, MakesFoldersWithTheirParents) {
  ASSERT_FALSE(makeFolder(path("a/b/c")));
  EXPECT_TRUE(sys::fs::is_directory(path("a/b/c")));
  ASSERT_FALSE(makeFolder(path("a/b/c")));
  ASSERT_FALSE(writeFile(path("f"), "x"));
  EXPECT_TRUE(errorToBool(makeFolder(path("f/g"))));
}

TEST_F(Files, Sha256) {
  EXPECT_EQ(sha256(""),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256("abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

} // namespace
