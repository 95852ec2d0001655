//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Knowledge/CheckCard.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace kmend;
using testing::HasSubstr;

/// A whole card with one line replaced.
static std::string cardWith(llvm::StringRef Key, llvm::StringRef Line) {
  std::pair<llvm::StringRef, llvm::StringRef> Lines[] = {
      {"id", "id: wrong-sign"},
      {"title", "title: a sign is wrong"},
      {"class", "class: numerics"},
      {"symptoms", "symptoms: {sign: 3, offset: 0.5}"},
      {"suspect",
       "suspect: binaryOperator(hasOperatorName(\"+\")).bind(\"site\")"},
      {"where", "where: [kernel, device-function]"},
      {"rewrite", "rewrite: [{edits: [{range: 'node(\"site\")', with: "
                  "'-(${site})'}]}]"},
      {"experiment", "experiment: true"},
      {"explain", "explain: A term has the wrong sign."},
  };
  std::string Text;
  for (auto [K, L] : Lines)
    Text += (K == Key ? Line : L).str() + "\n";
  return Text;
}

static std::string errorOf(llvm::StringRef Text) {
  llvm::Expected<Card> C = parseCard(Text, "kb/numerics/wrong-sign.yaml");
  if (C)
    return "no error";
  std::string Message;
  llvm::raw_string_ostream OS(Message);
  ExitCode Code = reportError(C.takeError(), OS);
  EXPECT_EQ(Code, ExitCode::InvalidInput);
  return Message;
}

TEST(Card, ReadsEveryKey) {
  llvm::Expected<Card> C = parseCard(cardWith("", ""), "a.yaml");
  ASSERT_TRUE(bool(C)) << llvm::toString(C.takeError());
  EXPECT_EQ(C->Id, "wrong-sign");
  EXPECT_EQ(C->Rule.Id, "wrong-sign");
  EXPECT_EQ(C->Class, "numerics");
  EXPECT_EQ(C->Symptoms.at("sign"), 3);
  EXPECT_EQ(C->Symptoms.at("offset"), 0.5);
  EXPECT_EQ(C->Rule.Scope.size(), 2u);
  ASSERT_EQ(C->Rule.Rewrites.size(), 1u);
  ASSERT_EQ(C->Rule.Rewrites[0].Edits.size(), 1u);
  EXPECT_EQ(C->Rule.Rewrites[0].Edits[0].With, "-(${site})");
  EXPECT_EQ(C->Rule.Rewrites[0].Edits[0].Where.Line, 7u);
  EXPECT_TRUE(C->Experiment);
  EXPECT_FALSE(bool(checkCard(*C)));
}

TEST(Card, SaysWhatIsWrongAndWhere) {
  EXPECT_THAT(errorOf(cardWith("symptoms", "symptoms: {sgin: 3}")),
              HasSubstr("wrong-sign.yaml:4:"));
  EXPECT_THAT(errorOf(cardWith("symptoms", "symptoms: {sgin: 3}")),
              HasSubstr("did you mean 'sign'?"));
  EXPECT_THAT(errorOf(cardWith("symptoms", "symptoms: {sign: -1}")),
              HasSubstr("above 0"));
  EXPECT_THAT(errorOf(cardWith("class", "class: numeric")),
              HasSubstr("did you mean 'numerics'?"));
  EXPECT_THAT(errorOf(cardWith("where", "where: device")),
              HasSubstr("unknown place 'device'"));
  EXPECT_THAT(errorOf(cardWith("where", "where: []")), HasSubstr("empty"));
  EXPECT_THAT(errorOf(cardWith("id", "id: Wrong Sign")),
              HasSubstr("may hold a-z"));
  EXPECT_THAT(errorOf(cardWith("title", "titel: x")), HasSubstr("title"));
  EXPECT_THAT(errorOf(cardWith("suspect", "suspect: ''")),
              HasSubstr("is empty"));
  EXPECT_THAT(errorOf(cardWith("explain", "prior: 0.5")),
              HasSubstr("needs 'explain'"));
  EXPECT_THAT(errorOf(cardWith("experiment", "prior: 2")),
              HasSubstr("between 0 and 1"));
  EXPECT_THAT(
      errorOf(cardWith("rewrite", "rewrite: [{builtin: a, edits: []}]")),
      HasSubstr("either 'edits' or 'builtin'"));
  EXPECT_THAT(errorOf(cardWith("rewrite", "rewrite: [{edits: [{range: x}]}]")),
              HasSubstr("'range' and 'with'"));
  EXPECT_THAT(errorOf(cardWith("rewrite", "rewrite: yes")),
              HasSubstr("list of alternatives"));
}

static std::string checkError(llvm::StringRef Key, llvm::StringRef Line) {
  llvm::Expected<Card> C = parseCard(cardWith(Key, Line), "a.yaml");
  if (!C)
    return llvm::toString(C.takeError());
  return llvm::toString(checkCard(*C));
}

TEST(Card, CheckFindsWhatCannotWork) {
  EXPECT_THAT(checkError("suspect",
                         "suspect: binaryOperator(nothing()).bind(\"site\")"),
              HasSubstr("nothing"));
  EXPECT_THAT(checkError("suspect", "suspect: binaryOperator()"),
              HasSubstr("site"));
  EXPECT_THAT(checkError("rewrite", "rewrite: [{edits: [{range: "
                                    "'node(\"site\")', with: '${side}'}]}]"),
              HasSubstr("side"));
  EXPECT_THAT(checkError("rewrite", "rewrite: [{edits: [{range: "
                                    "'node(\"side\")', with: 'x'}]}]"),
              HasSubstr("did you mean 'site'?"));
  EXPECT_THAT(checkError("rewrite", "rewrite: [{edits: [{range: "
                                    "'nodes(\"site\")', with: 'x'}]}]"),
              HasSubstr("range"));
  EXPECT_THAT(checkError("rewrite", "rewrite: [{builtin: flip-sing}]"),
              HasSubstr("flip-sign"));
}

TEST(Card, ExampleMustHaveASite) {
  llvm::Expected<Card> C = parseCard(cardWith("", ""), "a.yaml");
  ASSERT_TRUE(bool(C)) << llvm::toString(C.takeError());
  EXPECT_FALSE(bool(checkExample(
      *C, "__global__ void k(int *x) { *x = *x + 1; }", "good.cu")));
  EXPECT_THAT(llvm::toString(checkExample(
                  *C, "__global__ void k(int *x) { *x = *x - 1; }", "bad.cu")),
              HasSubstr("no site"));
  EXPECT_THAT(llvm::toString(checkExample(*C, "int f() { return y; }", "e.cu")),
              HasSubstr("undeclared"));
}
