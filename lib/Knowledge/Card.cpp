//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Knowledge/Card.h"
#include "kmend/Diagnose/Symptom.h"
#include "kmend/Support/YamlReader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace kmend {

static constexpr llvm::StringRef Classes[] = {
    "launch",    "bounds",    "synchronisation", "race",
    "reduction", "precision", "indexing",        "initialisation",
    "numerics",  "warp",      "atomics",         "layout",
    "type",      "memory"};

static constexpr llvm::StringRef ScopeNames[] = {
    "kernel", "device-function", "launch-configuration", "host"};

llvm::ArrayRef<llvm::StringRef> cardClasses() { return Classes; }

llvm::StringRef name(CardScope Scope) {
  return ScopeNames[static_cast<size_t>(Scope)];
}

/// Fails unless \p Name is one of \p Known, with the nearest as advice.
static llvm::Error checkName(const YamlNode &At, llvm::StringRef What,
                             llvm::StringRef Name,
                             llvm::ArrayRef<llvm::StringRef> Known) {
  if (llvm::is_contained(Known, Name))
    return llvm::Error::success();
  llvm::StringRef Near = nearestName(Name, Known);
  std::string Advice = Near.empty() ? ("; known are " + llvm::join(Known, ", "))
                                    : ("; did you mean '" + Near + "'?").str();
  return At.error("unknown " + What + " '" + Name + "'" + Advice);
}

namespace {

/// Reads the keys of one card, stopping at the first error.
class CardReader {
public:
  CardReader(const YamlNode &Root, Card &C) : Root(Root), C(C) {}
  llvm::Error read();

private:
  llvm::Error readText(llvm::StringRef Key, std::string &Into, bool Required);
  llvm::Error readId();
  llvm::Error readSymptoms();
  llvm::Error readScope();
  llvm::Error readRewrites();
  llvm::Error readRewrite(const YamlNode &Node);
  llvm::Error readScalars();

  const YamlNode &Root;
  Card &C;
};

} // namespace

llvm::Error CardReader::readText(llvm::StringRef Key, std::string &Into,
                                 bool Required) {
  const YamlNode *Node = Root.find(Key);
  if (!Node)
    return Required ? Root.error("a card needs '" + Key + "'")
                    : llvm::Error::success();
  llvm::Expected<std::string> Text = Node->asString(Key);
  if (!Text)
    return Text.takeError();
  Into = llvm::StringRef(*Text).trim().str();
  if (Into.empty() && Required)
    return Node->error("'" + Key + "' is empty");
  return llvm::Error::success();
}

llvm::Error CardReader::readId() {
  if (llvm::Error E = readText("id", C.Id, true))
    return E;
  // Ids are file names and appear in scripts, so their alphabet is small.
  for (char Ch : C.Id)
    if (!(llvm::isLower(Ch) || llvm::isDigit(Ch) || Ch == '-'))
      return Root.find("id")->error("the id '" + llvm::Twine(C.Id) +
                                    "' may hold a-z, 0-9 and '-' only");
  C.Rule.Id = C.Id;
  return llvm::Error::success();
}

llvm::Error CardReader::readSymptoms() {
  const YamlNode *Node = Root.find("symptoms");
  if (!Node)
    return llvm::Error::success();
  if (Node->kind() != YamlNode::Kind::Mapping)
    return Node->error("'symptoms' is a mapping of symptoms to weights, such "
                       "as {unwritten: 3}");
  for (const YamlNode::Entry &E : Node->entries()) {
    if (llvm::Error Err = checkName(E.Value, "symptom", E.Key, symptomNames()))
      return Err;
    llvm::Expected<double> Weight = E.Value.asNumber(E.Key);
    if (!Weight)
      return Weight.takeError();
    if (!(*Weight > 0 && *Weight <= 10))
      return E.Value.error("the weight of a symptom is above 0 and at most 10");
    C.Symptoms[E.Key] = *Weight;
  }
  return llvm::Error::success();
}

llvm::Error CardReader::readScope() {
  const YamlNode *Node = Root.find("where");
  if (!Node)
    return Root.error("a card needs 'where'");
  std::vector<std::string> Names;
  if (Node->kind() == YamlNode::Kind::Sequence) {
    llvm::Expected<std::vector<std::string>> List = Node->asStrings("where");
    if (!List)
      return List.takeError();
    Names = std::move(*List);
  } else {
    llvm::Expected<std::string> One = Node->asString("where");
    if (!One)
      return One.takeError();
    Names.push_back(std::move(*One));
  }
  if (Names.empty())
    return Node->error("'where' is empty");
  for (const std::string &Name : Names) {
    if (llvm::Error E = checkName(*Node, "place", Name, ScopeNames))
      return E;
    size_t Index = llvm::find(ScopeNames, Name) - std::begin(ScopeNames);
    C.Rule.Scope.push_back(static_cast<CardScope>(Index));
  }
  return llvm::Error::success();
}

llvm::Error CardReader::readRewrite(const YamlNode &Node) {
  if (llvm::Error E = Node.checkKeys("rewrite", {"edits", "builtin"}))
    return E;
  const YamlNode *Edits = Node.find("edits"), *Builtin = Node.find("builtin");
  if (!Edits == !Builtin)
    return Node.error("a rewrite has either 'edits' or 'builtin'");
  CardRewrite R;
  if (Builtin) {
    llvm::Expected<std::string> Name = Builtin->asString("builtin");
    if (!Name)
      return Name.takeError();
    R.Builtin = std::move(*Name);
    C.Rule.Rewrites.push_back(std::move(R));
    return llvm::Error::success();
  }
  if (Edits->kind() != YamlNode::Kind::Sequence || Edits->items().empty())
    return Edits->error("'edits' is a list of {range, with}");
  for (const YamlNode &Item : Edits->items()) {
    if (llvm::Error E = Item.checkKeys("edit", {"range", "with"}))
      return E;
    const YamlNode *Range = Item.find("range"), *With = Item.find("with");
    if (!Range || !With)
      return Item.error("an edit needs 'range' and 'with'");
    llvm::Expected<std::string> RangeText = Range->asString("range");
    if (!RangeText)
      return RangeText.takeError();
    llvm::Expected<std::string> WithText = With->asString("with");
    if (!WithText)
      return WithText.takeError();
    R.Edits.push_back(
        {std::move(*RangeText), std::move(*WithText), Range->where()});
  }
  C.Rule.Rewrites.push_back(std::move(R));
  return llvm::Error::success();
}

llvm::Error CardReader::readRewrites() {
  const YamlNode *Node = Root.find("rewrite");
  if (!Node || Node->kind() == YamlNode::Kind::Null)
    return llvm::Error::success();
  if (Node->kind() != YamlNode::Kind::Sequence)
    return Node->error("'rewrite' is a list of alternatives");
  for (const YamlNode &Item : Node->items())
    if (llvm::Error E = readRewrite(Item))
      return E;
  return llvm::Error::success();
}

llvm::Error CardReader::readScalars() {
  if (const YamlNode *Node = Root.find("prior")) {
    llvm::Expected<double> Prior = Node->asNumber("prior");
    if (!Prior)
      return Prior.takeError();
    if (!(*Prior >= 0 && *Prior <= 1))
      return Node->error("'prior' is between 0 and 1");
    C.Prior = *Prior;
  }
  if (const YamlNode *Node = Root.find("experiment")) {
    llvm::Expected<bool> Experiment = Node->asBool("experiment");
    if (!Experiment)
      return Experiment.takeError();
    C.Experiment = *Experiment;
  }
  for (auto [Key, Into] :
       {std::pair("op_types", &C.OpTypes), std::pair("sources", &C.Sources)}) {
    const YamlNode *Node = Root.find(Key);
    if (!Node)
      continue;
    llvm::Expected<std::vector<std::string>> List = Node->asStrings(Key);
    if (!List)
      return List.takeError();
    *Into = std::move(*List);
  }
  return llvm::Error::success();
}

llvm::Error CardReader::read() {
  if (llvm::Error E = Root.checkKeys(
          "card",
          {"id", "title", "class", "op_types", "symptoms", "prior", "suspect",
           "where", "rewrite", "experiment", "explain", "sources"}))
    return E;
  if (llvm::Error E = readId())
    return E;
  if (llvm::Error E = readText("title", C.Title, true))
    return E;
  if (llvm::Error E = readText("class", C.Class, true))
    return E;
  if (llvm::Error E = checkName(*Root.find("class"), "class", C.Class, Classes))
    return E;
  if (llvm::Error E = readText("suspect", C.Rule.Suspect, true))
    return E;
  C.Rule.Where = Root.find("suspect")->where();
  if (llvm::Error E = readText("explain", C.Explain, true))
    return E;
  if (llvm::Error E = readSymptoms())
    return E;
  if (llvm::Error E = readScope())
    return E;
  if (llvm::Error E = readRewrites())
    return E;
  return readScalars();
}

llvm::Expected<Card> parseCard(llvm::StringRef Text, llvm::StringRef FileName) {
  llvm::Expected<YamlNode> Root = parseYaml(Text, FileName);
  if (!Root)
    return Root.takeError();
  Card C;
  C.File = FileName.str();
  if (llvm::Error E = CardReader(*Root, C).read())
    return std::move(E);
  return C;
}

} // namespace kmend
