//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Support/YamlReader.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLParser.h"
#include <algorithm>

using namespace llvm;

namespace kmend {

/// Larger documents are no person's work.
static constexpr size_t MaxDocumentBytes = 8u << 20;
static constexpr unsigned MaxDepth = 64;

/// Turns LLVM's lazily parsed nodes into YamlNodes.
class YamlBuilder {
public:
  YamlBuilder(StringRef Text, StringRef FileName)
      : Text(Text), FileName(FileName) {
    LineStarts.push_back(0);
    for (size_t I = 0; I != Text.size(); ++I)
      if (Text[I] == '\n')
        LineStarts.push_back(I + 1);
  }

  Expected<YamlNode> run();

private:
  StringRef Text, FileName;
  std::vector<size_t> LineStarts;
  std::optional<SourceLocation> SyntaxErrorAt;
  std::string SyntaxError;

  SourceLocation place(size_t Offset) const;
  SourceLocation place(const yaml::Node &Node) const;
  Error fail(SourceLocation Where, const Twine &Message) const {
    return makeError(ExitCode::InvalidInput, std::move(Where), Message);
  }
  Error checkBytes() const;
  Error syntaxError() const;
  Expected<YamlNode> build(yaml::Node &Node, unsigned Depth);
  Error buildEntries(yaml::MappingNode &Mapping, YamlNode &Result,
                     unsigned Depth);
  static void collect(const SMDiagnostic &Diagnostic, void *Context);
};

SourceLocation YamlBuilder::place(size_t Offset) const {
  auto Line = std::upper_bound(LineStarts.begin(), LineStarts.end(), Offset);
  SourceLocation Where;
  Where.File = FileName.str();
  Where.Line = Line - LineStarts.begin();
  Where.Column = Offset - *std::prev(Line) + 1;
  return Where;
}

SourceLocation YamlBuilder::place(const yaml::Node &Node) const {
  const char *Start = Node.getSourceRange().Start.getPointer();
  if (!Start || Start < Text.begin() || Start > Text.end())
    return place(Text.size());
  // LLVM's flow collections start behind their bracket.
  size_t Offset = Start - Text.begin();
  char Bracket = isa<yaml::MappingNode>(Node)    ? '{'
                 : isa<yaml::SequenceNode>(Node) ? '['
                                                 : 0;
  size_t Before = Text.take_front(Offset).rtrim().size();
  if (Bracket && Before != 0 && Text[Before - 1] == Bracket)
    Offset = Before - 1;
  return place(Offset);
}

void YamlBuilder::collect(const SMDiagnostic &Diagnostic, void *Context) {
  auto &Self = *static_cast<YamlBuilder *>(Context);
  // The first complaint is the cause, the others follow from it.
  if (Self.SyntaxErrorAt || Diagnostic.getKind() != SourceMgr::DK_Error)
    return;
  SourceLocation Where;
  Where.File = Self.FileName.str();
  Where.Line = std::max(Diagnostic.getLineNo(), 0);
  Where.Column = Where.Line ? std::max(Diagnostic.getColumnNo(), 0) + 1 : 0;
  Self.SyntaxErrorAt = Where;
  Self.SyntaxError = Diagnostic.getMessage().str();
}

Error YamlBuilder::syntaxError() const {
  StringRef Message = SyntaxError;
  if (Message.empty())
    Message = "not understood";
  return fail(SyntaxErrorAt.value_or(place(size_t(0))),
              "YAML syntax: " + Message.rtrim(".!"));
}

Error YamlBuilder::checkBytes() const {
  if (Text.size() > MaxDocumentBytes)
    return fail(place(size_t(0)), "the document has " + Twine(Text.size()) +
                                      " bytes, more than " +
                                      Twine(MaxDocumentBytes));
  size_t Nul = Text.find('\0');
  if (Nul != StringRef::npos)
    return fail(place(Nul), "a NUL byte; the file must be text in UTF-8");
  const UTF8 *At = reinterpret_cast<const UTF8 *>(Text.begin());
  const UTF8 *End = reinterpret_cast<const UTF8 *>(Text.end());
  if (!isLegalUTF8String(&At, End))
    return fail(place(reinterpret_cast<const char *>(At) - Text.begin()),
                "not a character of UTF-8");
  return Error::success();
}

Error YamlBuilder::buildEntries(yaml::MappingNode &Mapping, YamlNode &Result,
                                unsigned Depth) {
  StringSet<> Seen;
  for (yaml::KeyValueNode &Pair : Mapping) {
    yaml::Node *Key = Pair.getKey();
    if (!Key || Pair.failed())
      return syntaxError();
    auto *Scalar = dyn_cast<yaml::ScalarNode>(Key);
    if (!Scalar)
      return fail(place(*Key), "a key must be a single word");
    YamlNode::Entry Entry;
    Expected<YamlNode> KeyNode = build(*Scalar, Depth);
    if (!KeyNode)
      return KeyNode.takeError();
    Entry.Key = KeyNode->text().str();
    Entry.Where = KeyNode->where();
    if (!Seen.insert(Entry.Key).second)
      return fail(Entry.Where, "key '" + Entry.Key + "' is given twice");
    yaml::Node *Value = Pair.getValue();
    if (!Value || Pair.failed())
      return syntaxError();
    Expected<YamlNode> ValueNode = build(*Value, Depth);
    if (!ValueNode)
      return ValueNode.takeError();
    Entry.Value = std::move(*ValueNode);
    // A value that is not there has no place of its own.
    if (Entry.Value.NodeKind == YamlNode::Kind::Null &&
        Entry.Value.Text.empty())
      Entry.Value.Where = Entry.Where;
    Result.Entries.push_back(std::move(Entry));
  }
  return Error::success();
}

Expected<YamlNode> YamlBuilder::build(yaml::Node &Node, unsigned Depth) {
  YamlNode Result;
  Result.Where = place(Node);
  if (Depth > MaxDepth)
    return fail(Result.Where,
                "nested deeper than " + Twine(MaxDepth) + " levels");
  if (isa<yaml::AliasNode>(Node) || !Node.getAnchor().empty())
    return fail(Result.Where,
                "anchors and aliases are not supported; write the value out");
  if (!Node.getRawTag().empty())
    return fail(Result.Where, "tags such as '" + Node.getRawTag() +
                                  "' are not supported; leave it out");
  if (auto *Scalar = dyn_cast<yaml::ScalarNode>(&Node)) {
    SmallString<64> Storage;
    StringRef Raw = Scalar->getRawValue();
    Result.Text = Scalar->getValue(Storage).str();
    Result.Quoted = Raw.starts_with("\"") || Raw.starts_with("'");
    bool IsNull =
        !Result.Quoted && is_contained({"", "~", "null"}, Result.Text);
    Result.NodeKind = IsNull ? YamlNode::Kind::Null : YamlNode::Kind::Scalar;
  } else if (auto *Block = dyn_cast<yaml::BlockScalarNode>(&Node)) {
    Result.Text = Block->getValue().str();
    Result.Quoted = true;
    Result.NodeKind = YamlNode::Kind::Scalar;
  } else if (auto *Sequence = dyn_cast<yaml::SequenceNode>(&Node)) {
    Result.NodeKind = YamlNode::Kind::Sequence;
    for (yaml::Node &Item : *Sequence) {
      if (Sequence->failed())
        break;
      Expected<YamlNode> Child = build(Item, Depth + 1);
      if (!Child)
        return Child;
      Result.Items.push_back(std::move(*Child));
    }
  } else if (auto *Mapping = dyn_cast<yaml::MappingNode>(&Node)) {
    Result.NodeKind = YamlNode::Kind::Mapping;
    if (Error E = buildEntries(*Mapping, Result, Depth + 1))
      return E;
  }
  if (Node.failed() || SyntaxErrorAt)
    return syntaxError();
  return Result;
}

Expected<YamlNode> YamlBuilder::run() {
  if (Error E = checkBytes())
    return E;
  SourceMgr Sources;
  Sources.setDiagHandler(collect, this);
  yaml::Stream Stream(Text, Sources, /*ShowColors=*/false);
  auto Document = Stream.begin();
  if (Document == Stream.end() || Stream.failed())
    return syntaxError();
  yaml::Node *Root = Document->getRoot();
  if (!Root || Stream.failed())
    return syntaxError();
  Expected<YamlNode> Result = build(*Root, 0);
  if (!Result)
    return Result;
  ++Document;
  if (Stream.failed() || SyntaxErrorAt)
    return syntaxError();
  if (Document != Stream.end()) {
    yaml::Node *Second = Document->getRoot();
    return fail(Second ? place(*Second) : place(Text.size()),
                "a second document; the file must hold exactly one");
  }
  return Result;
}

Expected<YamlNode> parseYaml(StringRef Text, StringRef FileName) {
  // LLVM's scanner looks one byte ahead: the copy ends in a NUL.
  std::string Copy = Text.str();
  return YamlBuilder(Copy, FileName).run();
}

} // namespace kmend
