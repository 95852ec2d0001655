//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every file of test/conformance, on the embedded executor. What a file expects
// holds on a GPU too: docs/Conformance.md.
//
//===----------------------------------------------------------------------===//

#include "Conformance.h"
#include "gtest/gtest.h"

using namespace kmend;

namespace {

class Conformance : public testing::TestWithParam<std::string> {};

TEST_P(Conformance, AgreesInEveryOrder) {
  ConformanceFile File(KMEND_CONFORMANCE_FOLDER "/" + GetParam() + ".cu");
  for (const char *Order : {"asc", "desc", "shuffle:5", "yield:3"}) {
    ConformanceRun Run = File.run(Order);
    ASSERT_EQ(Run.Error, "") << Order << "\n" << Run.Events;
    EXPECT_FALSE(Run.Want.empty());
    EXPECT_EQ(Run.complaint(), "") << Order;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Files, Conformance,
    testing::ValuesIn(conformanceFiles(KMEND_CONFORMANCE_FOLDER)),
    [](const auto &Info) { return Info.param; });

} // namespace
