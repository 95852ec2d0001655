//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Support/UnifiedDiff.h"
#include "kmend/Support/Random.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <vector>

using namespace kmend;

namespace {

std::string diff(llvm::StringRef Before, llvm::StringRef After,
                 unsigned Context = 3) {
  return unifiedDiff(Before, After, "a", "b", Context);
}

TEST(UnifiedDiff, EqualTextsHaveNone) {
  EXPECT_EQ(diff("", ""), "");
  EXPECT_EQ(diff("x\ny", "x\ny"), "");
}

TEST(UnifiedDiff, OneLineChanged) {
  EXPECT_EQ(diff("1\n2\n3\n4\n5\n6\n7\n8\n", "1\n2\n3\n4\nV\n6\n7\n8\n"),
            "--- a\n+++ b\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+V\n 6\n 7\n 8\n");
}

TEST(UnifiedDiff, NearChangesShareAHunk) {
  EXPECT_EQ(diff("1\n2\n3\n", "0\n2\n4\n", 1),
            "--- a\n+++ b\n@@ -1,3 +1,3 @@\n-1\n+0\n 2\n-3\n+4\n");
  EXPECT_EQ(diff("1\n2\n3\n", "0\n2\n4\n", 0),
            "--- a\n+++ b\n@@ -1 +1 @@\n-1\n+0\n@@ -3 +3 @@\n-3\n+4\n");
}

TEST(UnifiedDiff, EmptySides) {
  EXPECT_EQ(diff("", "x\n"), "--- a\n+++ b\n@@ -0,0 +1 @@\n+x\n");
  EXPECT_EQ(diff("x\ny\n", ""), "--- a\n+++ b\n@@ -1,2 +0,0 @@\n-x\n-y\n");
}

TEST(UnifiedDiff, InsertionWithoutContextNamesTheLineBefore) {
  EXPECT_EQ(diff("1\n2\n", "1\nx\n2\n", 0),
            "--- a\n+++ b\n@@ -1,0 +2 @@\n+x\n");
}

TEST(UnifiedDiff, MissingLineEndIsSaid) {
  EXPECT_EQ(diff("x", "x\n"), "--- a\n+++ b\n@@ -1 +1 @@\n-x\n"
                              "\\ No newline at end of file\n+x\n");
}

/// The length of the shortest edit script, by dynamic programming.
size_t shortest(llvm::StringRef A, llvm::StringRef B) {
  std::vector<size_t> Row(B.size() + 1);
  for (size_t J = 0; J <= B.size(); ++J)
    Row[J] = J;
  for (size_t I = 1; I <= A.size(); ++I) {
    size_t Diagonal = Row[0];
    Row[0] = I;
    for (size_t J = 1; J <= B.size(); ++J) {
      size_t Above = Row[J];
      Row[J] =
          A[I - 1] == B[J - 1] ? Diagonal : 1 + std::min(Above, Row[J - 1]);
      Diagonal = Above;
    }
  }
  return Row[B.size()];
}

TEST(UnifiedDiff, IsMinimalAndTurnsOneIntoTheOther) {
  Random R(5);
  for (int Round = 0; Round < 300; ++Round) {
    // A line is one letter.
    std::string A, B;
    for (uint64_t N = R.below(25); N--;)
      A += char('a' + R.below(4));
    for (uint64_t N = R.below(25); N--;)
      B += char('a' + R.below(4));
    auto Lines = [](const std::string &Letters) {
      std::string Text;
      for (char C : Letters)
        Text += {C, '\n'};
      return Text;
    };
    std::string Diff = diff(Lines(A), Lines(B), 100);
    if (A == B) {
      EXPECT_EQ(Diff, "");
      continue;
    }
    llvm::SmallVector<llvm::StringRef> Out;
    llvm::StringRef(Diff).split(Out, '\n', -1, false);
    std::string Before, After;
    size_t Edits = 0;
    for (llvm::StringRef Line : llvm::ArrayRef(Out).drop_front(3)) {
      Edits += Line[0] != ' ';
      if (Line[0] != '+')
        Before += Line[1];
      if (Line[0] != '-')
        After += Line[1];
    }
    EXPECT_EQ(Before, A);
    EXPECT_EQ(After, B);
    EXPECT_EQ(Edits, shortest(A, B)) << A << " " << B;
  }
}

} // namespace
