//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A YAML document as a tree of values that remember where they stand, so that
// every complaint about people's input has a line and a column. Parsing is
// LLVM's; this adds the places.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_SUPPORT_YAMLREADER_H
#define KMEND_SUPPORT_YAMLREADER_H

#include "kmend/Support/Error.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace kmend {

/// One node of a YAML document.
class YamlNode {
public:
  enum class Kind { Null, Scalar, Sequence, Mapping };
  struct Entry;

  Kind kind() const { return NodeKind; }
  const SourceLocation &where() const { return Where; }
  /// The text of a scalar with its quotes and escapes resolved.
  llvm::StringRef text() const { return Text; }
  /// A quoted scalar is a string even when it looks like a number.
  bool isQuoted() const { return Quoted; }
  llvm::ArrayRef<YamlNode> items() const { return Items; }
  llvm::ArrayRef<Entry> entries() const;

  /// The value of \p Key in a mapping, or null.
  const YamlNode *find(llvm::StringRef Key) const;

  /// \name Typed reads; \p What names the value in the error.
  /// @{
  llvm::Expected<std::string> asString(llvm::StringRef What) const;
  llvm::Expected<int64_t> asInteger(llvm::StringRef What) const;
  llvm::Expected<double> asNumber(llvm::StringRef What) const;
  llvm::Expected<bool> asBool(llvm::StringRef What) const;
  llvm::Expected<std::vector<std::string>>
  asStrings(llvm::StringRef What) const;
  /// @}

  /// An error at this node with exit code InvalidInput.
  llvm::Error error(const llvm::Twine &Message) const;

  /// Fails at the first key of this mapping that is not in \p Known, with the
  /// nearest known key as advice; fails when this is no mapping.
  llvm::Error checkKeys(llvm::StringRef What,
                        llvm::ArrayRef<llvm::StringRef> Known) const;

private:
  friend class YamlBuilder;
  Kind NodeKind = Kind::Null;
  SourceLocation Where;
  std::string Text;
  bool Quoted = false;
  std::vector<YamlNode> Items;
  std::vector<Entry> Entries;
};

/// A key of a mapping, with its own place, and its value.
struct YamlNode::Entry {
  std::string Key;
  SourceLocation Where;
  YamlNode Value;
};

/// Parses \p Text, which must hold exactly one document. Syntax errors, a key
/// given twice, anchors and tags are errors at their place. Depth is limited
/// to 64 levels.
llvm::Expected<YamlNode> parseYaml(llvm::StringRef Text,
                                   llvm::StringRef FileName);

/// The element of \p Known nearest to \p Name by edit distance, or empty when
/// none is near enough to be a typing error.
llvm::StringRef nearestName(llvm::StringRef Name,
                            llvm::ArrayRef<llvm::StringRef> Known);

} // namespace kmend

#endif // KMEND_SUPPORT_YAMLREADER_H
