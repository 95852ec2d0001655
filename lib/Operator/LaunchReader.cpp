//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is called: the entry's symbol, or the kernel that is launched in its
// place.
//
//===----------------------------------------------------------------------===//

#include "OperatorReader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace kmend {

static bool isIdentifier(StringRef Text) {
  return !Text.empty() && !isDigit(Text.front()) &&
         all_of(Text, [](char C) { return isAlnum(C) || C == '_'; });
}

Error OperatorReader::readSymbol(const YamlNode &Entry) {
  Expected<const YamlNode *> Node = required(Entry, "symbol", "entry");
  if (!Node)
    return Node.takeError();
  Expected<std::string> Symbol = (*Node)->asString("entry.symbol");
  if (!Symbol)
    return Symbol.takeError();
  if (!isIdentifier(*Symbol))
    return (*Node)->error(
        "entry.symbol must be the name of an extern \"C\" function, found '" +
        *Symbol + "'");
  Op.EntryPoint.Symbol = std::move(*Symbol);
  return Error::success();
}

/// The name of the kernel that \p Text writes, without namespaces and template
/// arguments; empty when it is no such text. Template arguments are kept to
/// what types and constants are written with, so that the text can be nothing
/// but a name; the compiler has the last word.
static StringRef kernelName(StringRef Text) {
  auto [Name, Arguments] = Text.split('<');
  if (Name.size() != Text.size()) {
    if (!Arguments.consume_back(">"))
      return "";
    // Between parentheses < and > compare.
    int Angles = 0, Round = 0;
    for (char C : Arguments) {
      Round += C == '(' ? 1 : C == ')' ? -1 : 0;
      if (Round == 0)
        Angles += C == '<' ? 1 : C == '>' ? -1 : 0;
      if (Angles < 0 || Round < 0 ||
          !(isAlnum(C) || StringRef("_:<>(), +-*/.&").contains(C)))
        return "";
    }
    if (Angles != 0 || Round != 0 || Arguments.contains("//") ||
        Arguments.contains("/*"))
      return "";
  }
  Name = Name.rtrim();
  Name.consume_front("::");
  SmallVector<StringRef, 4> Parts;
  Name.split(Parts, "::");
  return all_of(Parts, isIdentifier) ? Parts.back() : "";
}

Expected<AxisExpression> OperatorReader::readExtent(const YamlNode &Node,
                                                    StringRef What) const {
  Expected<std::string> Text = Node.asString(What);
  if (!Text)
    return Text.takeError();
  Expected<AxisExpression> E = AxisExpression::parse(*Text, textPlace(Node));
  if (!E)
    return E.takeError();
  if (Error Unknown = checkAxisNames(*E, Node.where()))
    return std::move(Unknown);
  return E;
}

Error OperatorReader::readLaunch(const YamlNode &Node) {
  if (Error E = Node.checkKeys("entry.launch",
                               {"kernel", "grid", "block", "shared_bytes"}))
    return E;
  Launch L;
  Expected<const YamlNode *> Kernel = required(Node, "kernel", "entry.launch");
  if (!Kernel)
    return Kernel.takeError();
  Expected<std::string> Text = (*Kernel)->asString("entry.launch.kernel");
  if (!Text)
    return Text.takeError();
  StringRef Name = kernelName(StringRef(*Text).trim());
  if (Name.empty())
    return (*Kernel)->error("entry.launch.kernel must name a kernel such as "
                            "'scale' or 'scale<float, 256>', found '" +
                            *Text + "'");
  Op.EntryPoint.Symbol = Name.str();
  L.Kernel = StringRef(*Text).trim().str();
  L.Where = textPlace(**Kernel);

  for (auto [Key, Into] :
       {std::pair<StringRef, std::vector<AxisExpression> *>{"grid", &L.Grid},
        {"block", &L.Block}}) {
    const std::string What = ("entry.launch." + Key).str();
    Expected<const YamlNode *> List = required(Node, Key, "entry.launch");
    if (!List)
      return List.takeError();
    if ((*List)->kind() != YamlNode::Kind::Sequence ||
        (*List)->items().empty() || (*List)->items().size() > 3)
      return (*List)->error(What + " must be a list of one to three extents "
                                   "such as [\"ceildiv(n, 256)\"], x first");
    for (const YamlNode &Item : (*List)->items()) {
      Expected<AxisExpression> E = readExtent(Item, "an extent of " + What);
      if (!E)
        return E.takeError();
      Into->push_back(std::move(*E));
    }
  }
  if (const YamlNode *Shared = Node.find("shared_bytes")) {
    Expected<AxisExpression> E =
        readExtent(*Shared, "entry.launch.shared_bytes");
    if (!E)
      return E.takeError();
    L.SharedBytes = std::move(*E);
  } else {
    L.SharedBytes = cantFail(AxisExpression::parse("0", Node.where()));
  }
  Op.EntryPoint.KernelLaunch = std::move(L);
  return Error::success();
}

} // namespace kmend
