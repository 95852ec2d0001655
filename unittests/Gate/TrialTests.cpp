//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Trials: launches counted by running host code with numbers.
//
//===----------------------------------------------------------------------===//

#include "../../lib/Gate/Facts.h"
#include "gtest/gtest.h"

using namespace kmend;

namespace {

/// Launches for n = \p N; -1 when the trial is not decided.
int launches(const std::string &Body, int64_t N, const std::string &Top = "") {
  std::string Text = "#include <cuda_runtime.h>\n"
                     "__global__ void k(float *y, int n) { y[0] = n; }\n" +
                     Top + "extern \"C\" void run(float *y, int n) {" + Body +
                     "}\n";
  auto Source = ParsedSource::parse("test.cu", Text);
  if (!Source) {
    ADD_FAILURE() << llvm::toString(Source.takeError());
    return -2;
  }
  Facts F = collectFacts(**Source, Side::Host, {});
  for (const TrialFact &T : F.Entries.at(0).Trials)
    if (T.Value == N)
      return T.Launches ? int(*T.Launches) : -1;
  ADD_FAILURE() << "no trial with " << N;
  return -2;
}

TEST(Trial, Plain) {
  EXPECT_EQ(launches("k<<<n, 1>>>(y, n);", 5), 1);
  EXPECT_EQ(launches("for (int i = 0; i < 3; ++i) k<<<n, 1>>>(y, n);", 5), 3);
  EXPECT_EQ(launches("if (n > 100) return; k<<<n, 1>>>(y, n);", 100), 1);
  EXPECT_EQ(launches("if (n > 100) return; k<<<n, 1>>>(y, n);", 127), 0);
}

TEST(Trial, AnEmptyGridLaunchesNothing) {
  EXPECT_EQ(launches("k<<<n / 256, 256>>>(y, n);", 255), 0);
  EXPECT_EQ(launches("k<<<dim3(n, n / 256), 256>>>(y, n);", 255), 0);
  EXPECT_EQ(launches("k<<<dim3(n, n / 256), 256>>>(y, n);", 257), 1);
}

TEST(Trial, TablesAndFunctions) {
  std::string Top = "struct R { int upTo, blocks; };\n"
                    "static constexpr R table[] = {{100, 1}, {1000, 4}};\n"
                    "static int plan(int n) { for (const R &r : table) if (n "
                    "<= r.upTo) return r.blocks; return 0; }\n";
  EXPECT_EQ(launches("if (int b = plan(n)) k<<<b, 1>>>(y, n);", 500, Top), 1);
  EXPECT_EQ(launches("if (int b = plan(n)) k<<<b, 1>>>(y, n);", 1023, Top), 0);
}

TEST(Trial, SwitchesFallThrough) {
  std::string Body = "switch (n) { case 1: k<<<1, 1>>>(y, n); case 2: case 3: "
                     "k<<<1, 1>>>(y, n); break; default: ; }";
  EXPECT_EQ(launches(Body, 1), 2);
  EXPECT_EQ(launches(Body, 3), 1);
  EXPECT_EQ(launches(Body, 5), 0);
}

TEST(Trial, AllocationsSucceed) {
  EXPECT_EQ(launches("float *t = nullptr; if (cudaMalloc(&t, n) != "
                     "cudaSuccess || !t) return; k<<<1, 1>>>(t, n);",
                     7),
            1);
}

TEST(Trial, NumbersAreThoseOfC) {
  // 32 bits wrap, unsigned compares as unsigned, division rounds to zero.
  EXPECT_EQ(launches("if (n * 65536 * 65536 == 0) k<<<1, 1>>>(y, n);", 3), 1);
  EXPECT_EQ(launches("if (unsigned(-n) > 5u) k<<<1, 1>>>(y, n);", 3), 1);
  EXPECT_EQ(launches("if (-n / 2 == -1) k<<<1, 1>>>(y, n);", 3), 1);
}

TEST(Trial, WhatIsNotKnownIsNotGuessed) {
  EXPECT_EQ(launches("if (*(volatile int *)y) k<<<1, 1>>>(y, n);", 3), -1);
  EXPECT_EQ(launches("for (;;) ;", 3), -1);
}

} // namespace
