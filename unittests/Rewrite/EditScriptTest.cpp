//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Rewrite/EditScript.h"
#include "gtest/gtest.h"

using namespace kmend;

namespace {

std::string failureOf(llvm::StringRef Json) {
  auto Script = parseEditScript(Json, "s.json");
  if (Script)
    return "";
  std::string Message;
  llvm::handleAllErrors(Script.takeError(), [&](const KmendError &E) {
    EXPECT_EQ(E.code(), ExitCode::InvalidScript);
    EXPECT_EQ(E.where().File, "s.json");
    Message = E.message();
  });
  return Message;
}

std::string edits(llvm::StringRef Edit) {
  return ("{\"schema_version\": 1, \"edits\": [" + Edit + "]}").str();
}

TEST(EditScriptTest, ReadsWhatItWrites) {
  auto Script = parseEditScript(R"json({
    "schema_version": 1, "why": "too few blocks", "edits": [
      {"op": "replace", "at": "n14.rhs", "expect": "a / b", "with": "c"},
      {"op": "set_launch", "at": "n3", "shared_bytes": 1024},
      {"op": "delete", "at": {"match": "returnStmt().bind(\"at\")",
                              "in": "k", "nth": 2}},
      {"op": "apply_card", "card": "x", "sites": [0, 3], "alternative": 1}]
  })json",
                                "s.json");
  ASSERT_TRUE(bool(Script)) << llvm::toString(Script.takeError());
  ASSERT_EQ(Script->Edits.size(), 4u);
  EXPECT_EQ(Script->Why, "too few blocks");
  EXPECT_EQ(Script->Edits[0].At.Node, "n14.rhs");
  EXPECT_EQ(Script->Edits[0].Expect, "a / b");
  EXPECT_EQ(Script->Edits[1].Fields["shared_bytes"], "1024");
  EXPECT_EQ(Script->Edits[2].At.In, "k");
  EXPECT_EQ(Script->Edits[2].At.Nth, 2u);
  EXPECT_EQ(Script->Edits[3].Sites, (std::vector<unsigned>{0, 3}));
  EXPECT_EQ(Script->Edits[3].Alternative, 1u);

  std::string Written = llvm::formatv("{0}", toJson(*Script));
  auto Again = parseEditScript(Written, "s.json");
  ASSERT_TRUE(bool(Again)) << llvm::toString(Again.takeError());
  EXPECT_EQ(Written, llvm::formatv("{0}", toJson(*Again)).str());
}

TEST(EditScriptTest, RefusesWithThePath) {
  EXPECT_NE(failureOf("{").find("script: not JSON"), std::string::npos);
  EXPECT_EQ(failureOf("[]"), "script: expected an object, found an array");
  EXPECT_EQ(failureOf("{\"edits\": []}"),
            "script: 'schema_version' is missing; this format is 1");
  EXPECT_EQ(failureOf("{\"schema_version\": 2, \"edits\": []}"),
            "script.schema_version: expected 1, found 2");
  EXPECT_EQ(failureOf("{\"schema_version\": 1}"), "script: 'edits' is missing");
  EXPECT_EQ(failureOf(edits("3")),
            "script.edits[0]: expected an object, found a number");
  EXPECT_NE(failureOf(edits(R"({"op": "replce", "at": "n1"})"))
                .find("script.edits[0].op: unknown operation 'replce'; did you "
                      "mean 'replace'?"),
            std::string::npos);
  EXPECT_EQ(failureOf(edits(R"({"op": "replace", "at": "n1"})")),
            "script.edits[0]: 'with' is missing: 'replace' needs it");
  EXPECT_EQ(failureOf(edits(R"({"op": "delete"})")),
            "script.edits[0]: 'at' is missing: 'delete' needs a node");
  EXPECT_NE(failureOf(edits(R"({"op": "delete", "at": "14"})"))
                .find("'14' is no node"),
            std::string::npos);
  EXPECT_EQ(failureOf(edits(R"({"op": "delete", "at": {"in": "k"}})")),
            "script.edits[0].at: 'match' is missing");
  EXPECT_EQ(failureOf(edits(R"({"op": "delete", "at": ["n1"]})")),
            "script.edits[0].at: expected a node (\"n14\") or {\"match\": "
            "...}, found an array");
  EXPECT_NE(failureOf(edits(R"({"op": "delete", "at": "n1", "with": "x"})"))
                .find("script.edits[0]: unknown key 'with'"),
            std::string::npos);
  EXPECT_EQ(failureOf(edits(R"({"op": "replace", "at": "n1", "with": {}})")),
            "script.edits[0].with: expected a string, found an object");
  EXPECT_NE(failureOf("{\"schema_version\": 1, \"edits\": [], \"shell\": 1}")
                .find("unknown key 'shell'"),
            std::string::npos);
  EXPECT_NE(failureOf(edits(R"({"op": "apply_card", "card": "x",
                                "sites": [-1]})"))
                .find("script.edits[0].sites[0]: expected an integer"),
            std::string::npos);
}

TEST(EditScriptTest, BoundsWhatItReads) {
  EXPECT_NE(failureOf(std::string(100000, '[')).find("nested deeper"),
            std::string::npos);
  EXPECT_NE(failureOf(std::string(2 << 20, ' ')).find("bytes; at most"),
            std::string::npos);
  std::string Many;
  for (int I = 0; I < 1001; ++I)
    Many += std::string(I ? "," : "") + R"({"op":"delete","at":"n1"})";
  EXPECT_NE(failureOf(edits(Many)).find("1001 edits"), std::string::npos);
  EXPECT_NE(failureOf(edits("{\"op\":\"replace\",\"at\":\"n1\",\"with\":\"" +
                            std::string(70000, 'x') + "\"}"))
                .find("70000 bytes"),
            std::string::npos);
}

} // namespace
