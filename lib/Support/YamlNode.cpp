//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Support/YamlReader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>

using namespace llvm;

namespace kmend {

ArrayRef<YamlNode::Entry> YamlNode::entries() const { return Entries; }

const YamlNode *YamlNode::find(StringRef Key) const {
  for (const Entry &E : Entries)
    if (E.Key == Key)
      return &E.Value;
  return nullptr;
}

Error YamlNode::error(const Twine &Message) const {
  return makeError(ExitCode::InvalidInput, Where, Message);
}

/// What stands there, for "found …" in an error.
static std::string describe(const YamlNode &Node) {
  switch (Node.kind()) {
  case YamlNode::Kind::Null:
    return "nothing";
  case YamlNode::Kind::Sequence:
    return "a list";
  case YamlNode::Kind::Mapping:
    return "a mapping";
  case YamlNode::Kind::Scalar:
    break;
  }
  StringRef Text = Node.text();
  std::string Shown;
  raw_string_ostream OS(Shown);
  printEscapedString(Text.take_front(40), OS);
  return (Node.isQuoted() ? "the string '" : "'") + Shown +
         (Text.size() > 40 ? "...'" : "'");
}

static Error mismatch(const YamlNode &Node, StringRef What, StringRef Wanted) {
  return Node.error(What + " must be " + Wanted + ", found " + describe(Node));
}

Expected<std::string> YamlNode::asString(StringRef What) const {
  if (NodeKind != Kind::Scalar)
    return mismatch(*this, What, "a string");
  return Text;
}

Expected<int64_t> YamlNode::asInteger(StringRef What) const {
  if (NodeKind != Kind::Scalar || Quoted)
    return mismatch(*this, What, "an integer");
  StringRef Digits = Text;
  Digits.consume_front("+");
  bool Negative = Digits.consume_front("-");
  unsigned Radix = 10;
  if (Digits.consume_front("0x"))
    Radix = 16;
  if (Digits.empty() || !isAlnum(Digits[0]))
    return mismatch(*this, What, "an integer");
  // Parsed with its sign, so that the smallest one fits too.
  int64_t Value;
  std::string Signed = (Negative ? "-" : "") + Digits.str();
  if (!StringRef(Signed).getAsInteger(Radix, Value))
    return Value;
  if (all_of(Digits, [](char C) { return isDigit(C); }))
    return mismatch(*this, What, "an integer of 64 bits");
  return mismatch(*this, What, "an integer");
}

/// [+-] digits [. digits] [e [+-] digits], with a digit somewhere in front.
static bool isDecimalNumber(StringRef Text) {
  if (!Text.consume_front("-"))
    Text.consume_front("+");
  auto SkipDigits = [&] {
    size_t Count = Text.find_if_not([](char C) { return isDigit(C); });
    Count = std::min(Count, Text.size());
    Text = Text.drop_front(Count);
    return Count;
  };
  size_t Digits = SkipDigits();
  if (Text.consume_front("."))
    Digits += SkipDigits();
  if (Digits == 0)
    return false;
  if (Text.consume_front("e") || Text.consume_front("E")) {
    if (!Text.consume_front("-"))
      Text.consume_front("+");
    if (SkipDigits() == 0)
      return false;
  }
  return Text.empty();
}

Expected<double> YamlNode::asNumber(StringRef What) const {
  if (NodeKind != Kind::Scalar || Quoted || !isDecimalNumber(Text))
    return mismatch(*this, What, "a number");
  double Value;
  StringRef Number = Text;
  Number.consume_front("+");
  if (Number.getAsDouble(Value) || !std::isfinite(Value))
    return mismatch(*this, What, "a number that a double can hold");
  return Value;
}

Expected<bool> YamlNode::asBool(StringRef What) const {
  if (NodeKind == Kind::Scalar && !Quoted) {
    if (is_contained({"true", "True", "TRUE"}, Text))
      return true;
    if (is_contained({"false", "False", "FALSE"}, Text))
      return false;
  }
  return mismatch(*this, What, "true or false");
}

Expected<std::vector<std::string>> YamlNode::asStrings(StringRef What) const {
  if (NodeKind != Kind::Sequence)
    return mismatch(*this, What, "a list of strings");
  std::vector<std::string> Result;
  for (const YamlNode &Item : Items) {
    if (Item.kind() != Kind::Scalar)
      return mismatch(Item, "an element of " + What.str(), "a string");
    Result.push_back(Item.Text);
  }
  return Result;
}

Error YamlNode::checkKeys(StringRef What, ArrayRef<StringRef> Known) const {
  if (NodeKind != Kind::Mapping)
    return mismatch(*this, What, "a mapping");
  for (const Entry &E : Entries) {
    if (is_contained(Known, E.Key))
      continue;
    StringRef Nearest = nearestName(E.Key, Known);
    std::string Advice = Nearest.empty()
                             ? "; the keys are " + join(Known, ", ")
                             : "; did you mean '" + Nearest.str() + "'?";
    return makeError(ExitCode::InvalidInput, E.Where,
                     "unknown key '" + E.Key + "' in " + What + Advice);
  }
  return Error::success();
}

StringRef nearestName(StringRef Name, ArrayRef<StringRef> Known) {
  // A typing error changes about one letter in three at most.
  unsigned Limit = (std::min<size_t>(Name.size(), 64) + 2) / 3;
  unsigned Best = Limit + 1;
  StringRef Nearest;
  std::string Lower = Name.lower();
  for (StringRef Candidate : Known) {
    unsigned Distance = StringRef(Lower).edit_distance(
        Candidate.lower(), /*AllowReplacements=*/true,
        /*MaxEditDistance=*/Best);
    // Completely other letters are no typing error, however short the names.
    if (Distance < Best && Distance < Candidate.size()) {
      Best = Distance;
      Nearest = Candidate;
    }
  }
  return Nearest;
}

} // namespace kmend
