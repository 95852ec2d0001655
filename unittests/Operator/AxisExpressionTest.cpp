//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Operator/AxisExpression.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace kmend;
using namespace llvm;

namespace {

std::string shown(Error E) {
  std::string Text;
  raw_string_ostream OS(Text);
  reportError(std::move(E), OS);
  return StringRef(Text).rtrim().str();
}

/// The value, or what people see.
std::string value(StringRef Text) {
  Expected<AxisExpression> E = AxisExpression::parse(Text, {"f", 2, 10});
  if (!E)
    return shown(E.takeError());
  Expected<int64_t> Value =
      E->evaluate([](StringRef Name) -> std::optional<int64_t> {
        if (Name == "n")
          return 1000;
        if (Name == "m_2")
          return 7;
        if (Name == "zero")
          return 0;
        return std::nullopt;
      });
  return Value ? std::to_string(*Value) : shown(Value.takeError());
}

TEST(AxisExpression, Computes) {
  EXPECT_EQ(value("n"), "1000");
  EXPECT_EQ(value(" ( n+255 ) / 256 "), "4");
  EXPECT_EQ(value("n - m_2 - 1"), "992");
  EXPECT_EQ(value("2 + 3 * 4 % 5"), "4");
  EXPECT_EQ(value("-7 / 2"), "-3");
  EXPECT_EQ(value("-7 % 2"), "-1");
  EXPECT_EQ(value("-(n) * -2"), "2000");
  EXPECT_EQ(value("n - -1"), "1001");
  EXPECT_EQ(value("ceildiv(n, 256)"), "4");
  EXPECT_EQ(value("ceildiv(n, 250) + ceildiv(zero, 8)"), "4");
  EXPECT_EQ(value("ceildiv(-7, 2) * 10 + ceildiv(-7, -2)"), "-26");
  EXPECT_EQ(value("min(n, m_2, 9) + max(m_2,min ( 3 , 4 ))"), "14");
}

TEST(AxisExpression, ComplainsOfFunctions) {
  EXPECT_EQ(value("n + mix(n, 1)"),
            "f:2:14: error: expression 'n + mix(n, 1)': no function 'mix'; "
            "there are min, max and ceildiv");
  EXPECT_EQ(value("min(n)"), "f:2:10: error: expression 'min(n)': min takes "
                             "two values or more, found 1");
  EXPECT_EQ(value("ceildiv(n, 1, 2)"),
            "f:2:10: error: expression 'ceildiv(n, 1, 2)': ceildiv takes two "
            "values, found 3");
  EXPECT_EQ(value("min(n, "), "f:2:17: error: expression 'min(n, ': expected "
                              "a number or an axis, found the end");
  EXPECT_EQ(value("max(n, 1"), "f:2:18: error: expression 'max(n, 1': expected "
                               "',' or ')', found the end");
  EXPECT_EQ(value("ceildiv(n, zero)"),
            "f:2:10: error: expression 'ceildiv(n, zero)': division by zero");
  EXPECT_EQ(value("min(min(n, 1)"),
            "f:2:23: error: expression 'min(min(n, 1)': expected ',' or ')', "
            "found the end");
}

TEST(AxisExpression, Complains) {
  EXPECT_EQ(value("n +"),
            "f:2:13: error: expression 'n +': expected a number or an axis, "
            "found the end");
  EXPECT_EQ(value("n & 1"), "f:2:12: error: expression 'n & 1': expected an "
                            "operator, found '&'");
  EXPECT_EQ(value("(n"), "f:2:12: error: expression '(n': expected ')', "
                         "found the end");
  EXPECT_EQ(value("n m_2"), "f:2:12: error: expression 'n m_2': expected an "
                            "operator, found 'm'");
  EXPECT_EQ(value(""), "f:2:10: error: expression '': expected a number or an "
                       "axis, found the end");
  EXPECT_EQ(value("12x"),
            "f:2:10: error: expression '12x': '12x' is not an integer of 64 "
            "bits");
  EXPECT_EQ(value("99999999999999999999"),
            "f:2:10: error: expression '99999999999999999999': "
            "'99999999999999999999' is not an integer of 64 bits");
  EXPECT_EQ(value("n / zero"),
            "f:2:10: error: expression 'n / zero': division by zero");
  EXPECT_EQ(value("n % (m_2 - 7)"),
            "f:2:10: error: expression 'n % (m_2 - 7)': division by zero");
  EXPECT_EQ(value("9223372036854775807 + 1"),
            "f:2:10: error: expression '9223372036854775807 + 1': overflows "
            "64 bits");
  EXPECT_EQ(value("(-9223372036854775807 - 1) / -1"),
            "f:2:10: error: expression '(-9223372036854775807 - 1) / -1': "
            "overflows 64 bits");
  EXPECT_EQ(value("(-9223372036854775807 - 1) % -1"), "0");
  EXPECT_EQ(value("q"), "f:2:10: error: expression 'q': unknown axis 'q'");
}

TEST(AxisExpression, NestingIsLimited) {
  std::string Deep(100000, '(');
  EXPECT_NE(value(Deep).find("nested deeper"), std::string::npos);
  EXPECT_NE(value(std::string(100000, '-')).find("nested deeper"),
            std::string::npos);
}

TEST(AxisExpression, NamesEachOnce) {
  Expected<AxisExpression> E =
      AxisExpression::parse("b * (a + b) - 3", SourceLocation());
  ASSERT_TRUE(!!E);
  EXPECT_EQ(E->names(), (std::vector<std::string>{"b", "a"}));
}

} // namespace
