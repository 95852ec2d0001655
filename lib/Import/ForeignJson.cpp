//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ForeignJson.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace kmend {

// As the YAML reader.
static constexpr unsigned MaxDepth = 64;

std::optional<JsonNode> JsonNode::find(StringRef Key) const {
  const json::Object *O = Value->getAsObject();
  const json::Value *V = O ? O->get(Key) : nullptr;
  const YamlNode *N = V ? Place->find(Key) : nullptr;
  if (!N || V->kind() == json::Value::Null)
    return std::nullopt;
  return JsonNode(*V, *N);
}

Expected<JsonNode> JsonNode::get(StringRef Key, StringRef What) const {
  if (!Value->getAsObject())
    return error(What + " must be an object");
  if (std::optional<JsonNode> Found = find(Key))
    return *Found;
  return error(What + " has no '" + Key + "'");
}

Expected<std::string> JsonNode::asString(StringRef What) const {
  if (std::optional<StringRef> Text = Value->getAsString())
    return Text->str();
  return error(What + " must be a string");
}

Expected<int64_t> JsonNode::asInteger(StringRef What) const {
  if (std::optional<int64_t> Number = Value->getAsInteger())
    return *Number;
  return error(What + " must be an integer");
}

Expected<double> JsonNode::asNumber(StringRef What) const {
  if (std::optional<bool> Flag = Value->getAsBoolean())
    return *Flag ? 1 : 0;
  if (std::optional<double> Number = Value->getAsNumber())
    return *Number;
  return error(What + " must be a number");
}

Expected<std::vector<JsonNode>> JsonNode::asArray(StringRef What) const {
  const json::Array *A = Value->getAsArray();
  if (!A || A->size() != Place->items().size())
    return error(What + " must be an array");
  std::vector<JsonNode> Items;
  for (size_t I = 0; I != A->size(); ++I)
    Items.emplace_back((*A)[I], Place->items()[I]);
  return Items;
}

Expected<std::vector<JsonNode::Member>>
JsonNode::asObject(StringRef What) const {
  const json::Object *O = Value->getAsObject();
  if (!O)
    return error(What + " must be an object");
  std::vector<Member> Members;
  for (const YamlNode::Entry &E : Place->entries())
    if (const json::Value *V = O->get(E.Key))
      Members.push_back({E.Key, E.Where, JsonNode(*V, E.Value)});
  if (Members.size() != O->size())
    return error(What + " has a key that is not understood");
  return Members;
}

Error JsonNode::error(const Twine &Message, ExitCode Code) const {
  return makeError(Code, where(), Message);
}

/// The place in `[LINE:COL, byte=N]: message`, which is how LLVM tells it.
static Error syntaxError(Error E, StringRef FileName, unsigned Line) {
  const std::string Text = toString(std::move(E));
  StringRef Rest = Text;
  SourceLocation Where{FileName.str(), Line, 0};
  unsigned InText = 0, Column = 0;
  if (Rest.consume_front("[") && !Rest.consumeInteger(10, InText) &&
      Rest.consume_front(":") && !Rest.consumeInteger(10, Column)) {
    Where.Line = Line + InText - 1;
    Where.Column = Column + 1;
    Rest = Rest.split("]: ").second;
  } else {
    Rest = Text;
  }
  return makeError(ExitCode::InvalidInput, Where, "JSON syntax: " + Rest);
}

/// How many arrays and objects stand in one another.
static unsigned nesting(StringRef Text) {
  unsigned Depth = 0, Deepest = 0;
  bool InString = false;
  for (size_t I = 0; I < Text.size(); ++I) {
    const char C = Text[I];
    if (InString) {
      I += C == '\\';
      InString = C != '"';
    } else if (C == '"') {
      InString = true;
    } else if (C == '[' || C == '{') {
      Deepest = std::max(Deepest, ++Depth);
    } else if ((C == ']' || C == '}') && Depth) {
      --Depth;
    }
  }
  return Deepest;
}

Expected<json::Value> parseJsonValue(StringRef Text, StringRef FileName,
                                     unsigned Line) {
  if (nesting(Text) > MaxDepth)
    return makeError(ExitCode::InvalidInput, {FileName.str(), Line, 0},
                     "nested deeper than " + Twine(MaxDepth) + " levels");
  Expected<json::Value> Value = json::parse(Text);
  if (!Value)
    return syntaxError(Value.takeError(), FileName, Line);
  return Value;
}

Expected<std::unique_ptr<JsonDocument>>
parseForeignJson(StringRef Text, StringRef FileName, unsigned Line) {
  auto Document = std::make_unique<JsonDocument>();
  Expected<json::Value> Value = parseJsonValue(Text, FileName, Line);
  if (!Value)
    return Value.takeError();
  Document->Value = std::move(*Value);
  // Empty lines in front bring the places to where they are.
  Expected<YamlNode> Places =
      parseYaml(std::string(Line - 1, '\n') + Text.str(), FileName);
  if (!Places)
    return Places.takeError();
  Document->Places = std::move(*Places);
  return std::move(Document);
}

std::string quoted(StringRef Text) {
  return formatv("{0}", json::Value(json::fixUTF8(Text))).str();
}

std::string numberText(double Number) {
  return formatv("{0}", json::Value(Number)).str();
}

} // namespace kmend
