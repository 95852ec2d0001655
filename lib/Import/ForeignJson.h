//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// JSON of other tools, with a line and a column for every complaint. The
// values are LLVM's; the places come from the YAML reader, since JSON is YAML.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_IMPORT_FOREIGNJSON_H
#define KMEND_LIB_IMPORT_FOREIGNJSON_H

#include "kmend/Support/YamlReader.h"
#include "llvm/Support/JSON.h"
#include <memory>
#include <optional>

namespace kmend {

/// A value and its place; valid while its document is.
class JsonNode {
public:
  JsonNode(const llvm::json::Value &Value, const YamlNode &Place)
      : Value(&Value), Place(&Place) {}

  struct Member;
  const llvm::json::Value &value() const { return *Value; }
  const SourceLocation &where() const { return Place->where(); }
  bool isNull() const { return Value->kind() == llvm::json::Value::Null; }

  /// The member \p Key of an object; none when it is missing or null.
  std::optional<JsonNode> find(llvm::StringRef Key) const;
  /// The same; missing or null is an error that names \p What.
  llvm::Expected<JsonNode> get(llvm::StringRef Key, llvm::StringRef What) const;

  /// \name Typed reads; \p What names the value in the error.
  /// @{
  llvm::Expected<std::string> asString(llvm::StringRef What) const;
  llvm::Expected<int64_t> asInteger(llvm::StringRef What) const;
  llvm::Expected<double> asNumber(llvm::StringRef What) const;
  llvm::Expected<std::vector<JsonNode>> asArray(llvm::StringRef What) const;
  /// In the order of the file.
  llvm::Expected<std::vector<Member>> asObject(llvm::StringRef What) const;
  /// @}

  /// An error at this place.
  llvm::Error error(const llvm::Twine &Message,
                    ExitCode Code = ExitCode::InvalidInput) const;

private:
  const llvm::json::Value *Value;
  const YamlNode *Place;
};

struct JsonNode::Member {
  std::string Key;
  SourceLocation Where;
  JsonNode Node;
};

struct JsonDocument {
  llvm::json::Value Value = nullptr;
  YamlNode Places;
  JsonNode root() const { return {Value, Places}; }
};

/// Parses \p Text, which stands on line \p Line of \p FileName.
llvm::Expected<std::unique_ptr<JsonDocument>>
parseForeignJson(llvm::StringRef Text, llvm::StringRef FileName,
                 unsigned Line = 1);

/// \p Text alone, without places and quicker. Error: not JSON, or nested deeper
/// than 64 levels, which LLVM's parser would not survive.
llvm::Expected<llvm::json::Value> parseJsonValue(llvm::StringRef Text,
                                                 llvm::StringRef FileName,
                                                 unsigned Line = 1);

/// \p Text as a double-quoted string, which YAML and JSON read alike.
std::string quoted(llvm::StringRef Text);

/// \p Number as the shortest text that reads back to it.
std::string numberText(double Number);

} // namespace kmend

#endif // KMEND_LIB_IMPORT_FOREIGNJSON_H
