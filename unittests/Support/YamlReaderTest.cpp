//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Support/YamlReader.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace kmend;
using llvm::StringRef;

namespace {

YamlNode parsed(StringRef Text) {
  llvm::Expected<YamlNode> Node = parseYaml(Text, "f");
  if (Node)
    return *Node;
  ADD_FAILURE() << llvm::toString(Node.takeError());
  return YamlNode();
}

/// As people see it, with its place.
std::string shown(llvm::Error E) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  EXPECT_EQ(reportError(std::move(E), OS), ExitCode::InvalidInput);
  return StringRef(Text).rtrim().str();
}

template <typename T> std::string failure(llvm::Expected<T> Value) {
  return Value ? "no error" : shown(Value.takeError());
}

std::string parseFailure(StringRef Text) {
  return failure(parseYaml(Text, "f"));
}

bool contains(const std::string &Text, StringRef Part) {
  return StringRef(Text).contains(Part);
}

TEST(YamlReader, TreeWithPlaces) {
  YamlNode Root = parsed("# comment\n"
                         "a: 1\n"
                         "b: {x: [p, \"q r\", 's''t'], y: ~}\n"
                         "c:\n"
                         "  - {k: v}   # comment\n"
                         "  - plain\n"
                         "    folded\n");
  ASSERT_EQ(Root.kind(), YamlNode::Kind::Mapping);
  ASSERT_EQ(Root.entries().size(), 3u);
  EXPECT_EQ(Root.entries()[1].Where.str(), "f:3:1");
  EXPECT_EQ(Root.find("b")->where().str(), "f:3:4");
  const YamlNode *X = Root.find("b")->find("x");
  ASSERT_TRUE(X);
  EXPECT_EQ(*X->asStrings("x"), (std::vector<std::string>{"p", "q r", "s't"}));
  EXPECT_EQ(X->items()[1].where().str(), "f:3:12");
  EXPECT_TRUE(X->items()[1].isQuoted());
  EXPECT_FALSE(X->items()[0].isQuoted());
  EXPECT_EQ(Root.find("b")->find("y")->kind(), YamlNode::Kind::Null);
  EXPECT_EQ(Root.find("c")->items()[1].text(), "plain folded");
  EXPECT_EQ(Root.find("none"), nullptr);
}

TEST(YamlReader, BlockScalars) {
  YamlNode Root = parsed("a: |\n  one\n    two\n\n  three\nb: >-\n  x\n  y\n");
  EXPECT_EQ(Root.find("a")->text(), "one\n  two\n\nthree\n");
  EXPECT_EQ(Root.find("b")->text(), "x y");
}

TEST(YamlReader, EmptyDocumentIsNull) {
  EXPECT_EQ(parsed("").kind(), YamlNode::Kind::Null);
  EXPECT_EQ(parsed("# only a comment\n").kind(), YamlNode::Kind::Null);
}

TEST(YamlReader, RefusesWithAPlace) {
  EXPECT_EQ(parseFailure("a: 1\nb: 2\na: 3\n"),
            "f:3:1: error: key 'a' is given twice");
  EXPECT_TRUE(contains(parseFailure("a: &x 1\n"), "f:1:7: error: anchors"));
  EXPECT_TRUE(contains(parseFailure("a: *x\n"), "error: anchors"));
  EXPECT_TRUE(contains(parseFailure("a: !t 1\n"), "f:1:7: error: tags"));
  EXPECT_TRUE(contains(parseFailure("a: 1\n---\nb: 1\n"),
                       "f:3:1: error: a second document"));
  EXPECT_TRUE(contains(parseFailure("[a]: 1\n"), "f:1:1: error: a key must"));
  EXPECT_TRUE(contains(parseFailure(StringRef("a: \0b", 5)),
                       "f:1:4: error: a NUL byte"));
  EXPECT_TRUE(contains(parseFailure("a: 1\nb: \xff\n"),
                       "f:2:4: error: not a character of UTF-8"));
  EXPECT_TRUE(contains(parseFailure("a: [1, 2\n"), "error: YAML syntax: "));
  EXPECT_TRUE(contains(parseFailure("a: \"x\n"), "error: YAML syntax: "));
  EXPECT_TRUE(contains(parseFailure("a: b: c\n"), "f:1:5: error: YAML syntax"));
}

TEST(YamlReader, DepthAndSizeAreLimited) {
  EXPECT_TRUE(contains(parseFailure(std::string(100000, '[')),
                       "nested deeper than 64 levels"));
  std::string Nested;
  for (int I = 0; I < 1000; ++I)
    Nested += std::string(I, ' ') + "a:\n";
  EXPECT_TRUE(contains(parseFailure(Nested), "nested deeper than 64 levels"));
  EXPECT_EQ(parsed(std::string(60, '[') + std::string(60, ']')).kind(),
            YamlNode::Kind::Sequence);
  EXPECT_TRUE(
      contains(parseFailure(std::string(9u << 20, 'x')), "bytes, more than"));
}

TEST(YamlReader, Integers) {
  YamlNode Root = parsed("[7, -7, +7, 010, 0x10, -9223372036854775808, "
                         "9223372036854775808, 1.0, \"7\", x, '', ~, [1]]");
  auto At = [&](unsigned I) { return Root.items()[I].asInteger("n"); };
  EXPECT_EQ(*At(0), 7);
  EXPECT_EQ(*At(1), -7);
  EXPECT_EQ(*At(2), 7);
  EXPECT_EQ(*At(3), 10);
  EXPECT_EQ(*At(4), 16);
  EXPECT_EQ(*At(5), INT64_MIN);
  EXPECT_TRUE(contains(failure(At(6)), "n must be an integer of 64 bits"));
  EXPECT_TRUE(contains(failure(At(7)), "must be an integer, found '1.0'"));
  EXPECT_TRUE(contains(failure(At(8)), "found the string '7'"));
  for (unsigned I = 9; I != 13; ++I)
    EXPECT_TRUE(contains(failure(At(I)), "n must be an integer")) << I;
}

TEST(YamlReader, Numbers) {
  YamlNode Root =
      parsed("[1, -2.5, 1.0e-5, .5, 5., +3, 1e400, nan, .inf, 0x1p3, '1', "
             "1e, e5]");
  auto At = [&](unsigned I) { return Root.items()[I].asNumber("v"); };
  const double Wanted[] = {1, -2.5, 1e-5, 0.5, 5, 3};
  for (unsigned I = 0; I != 6; ++I)
    EXPECT_EQ(*At(I), Wanted[I]) << I;
  for (unsigned I = 6; I != 13; ++I)
    EXPECT_TRUE(contains(failure(At(I)), "v must be a number")) << I;
}

TEST(YamlReader, BoolsAndStrings) {
  YamlNode Root = parsed("[true, False, yes, 'true', [a, {b: c}], {a: b}]");
  EXPECT_TRUE(*Root.items()[0].asBool("b"));
  EXPECT_FALSE(*Root.items()[1].asBool("b"));
  EXPECT_TRUE(contains(failure(Root.items()[2].asBool("b")), "true or false"));
  EXPECT_TRUE(contains(failure(Root.items()[3].asBool("b")), "true or false"));
  EXPECT_TRUE(contains(failure(Root.items()[4].asStrings("l")),
                       "f:1:32: error: an element of l must be a string, "
                       "found a mapping"));
  EXPECT_TRUE(contains(failure(Root.items()[5].asString("s")),
                       "s must be a string, found a mapping"));
  EXPECT_TRUE(contains(failure(Root.items()[0].asStrings("l")),
                       "l must be a list of strings"));
}

TEST(YamlReader, UnknownKeysGetAdvice) {
  YamlNode Root = parsed("shape: 1\ndtpye: 2\n");
  EXPECT_EQ(shown(Root.checkKeys("x", {"shape", "dtype"})),
            "f:2:1: error: unknown key 'dtpye' in x; did you mean 'dtype'?");
  EXPECT_EQ(shown(Root.checkKeys("x", {"shape", "other"})),
            "f:2:1: error: unknown key 'dtpye' in x; the keys are shape, "
            "other");
  EXPECT_FALSE(Root.checkKeys("x", {"shape", "dtpye"}));
  EXPECT_TRUE(contains(shown(parsed("[1]").checkKeys("x", {"a"})),
                       "x must be a mapping, found a list"));
}

TEST(YamlReader, NearestName) {
  EXPECT_EQ(nearestName("flaot32", {"float32", "float16"}), "float32");
  EXPECT_EQ(nearestName("ROWS", {"rows", "cols"}), "rows");
  EXPECT_EQ(nearestName("banana", {"rows", "cols"}), "");
  EXPECT_EQ(nearestName("x", {"y"}), "");
  EXPECT_EQ(nearestName("", {"y"}), "");
  EXPECT_EQ(nearestName("a", {}), "");
}

} // namespace
