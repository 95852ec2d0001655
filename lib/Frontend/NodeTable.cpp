//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kmend/Frontend/NodeTable.h"
#include "NodeCollector.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

using namespace clang;

namespace kmend {

NodeTable::NodeTable(const ParsedSource &Source)
    : Source(Source), Nodes(collectNodes(Source)) {
  for (const NodeRef &Ref : Nodes)
    IdOf.try_emplace(Ref.Node.getMemoizationData(), Ref.Id);
}

const NodeRef *NodeTable::find(llvm::StringRef Id) const {
  unsigned Number = 0;
  if (!Id.consume_front("n") || Id.getAsInteger(10, Number) || Number == 0 ||
      Number > Nodes.size())
    return nullptr;
  return &Nodes[Number - 1];
}

const NodeRef *NodeTable::containing(const DynTypedNode &Node) const {
  if (const void *Identity = Node.getMemoizationData())
    if (auto It = IdOf.find(Identity); It != IdOf.end())
      return &Nodes[It->second - 1];
  auto Range = byteRange(Source.context(), Node);
  return Range ? containing(Range->Begin, Range->End) : nullptr;
}

const NodeRef *NodeTable::containing(unsigned Begin, unsigned End) const {
  const NodeRef *Best = nullptr;
  for (const NodeRef &Ref : Nodes) {
    if (Ref.Begin > Begin)
      break;
    // In source order the last one that fits is the innermost.
    if (End <= Ref.End)
      Best = &Ref;
  }
  return Best;
}

llvm::StringRef NodeTable::text(const NodeRef &Ref) const {
  return Source.text().slice(Ref.Begin, Ref.End);
}

static std::string nameList(llvm::ArrayRef<NodePart> Parts) {
  std::string Text;
  for (const NodePart &P : Parts)
    Text += (Text.empty() ? "." : ", .") + P.Name;
  return Text.empty() ? "none" : Text;
}

llvm::Expected<NodePart> NodeTable::resolve(llvm::StringRef Path) const {
  auto [Id, Rest] = Path.split('.');
  const NodeRef *Ref = find(Id);
  if (!Ref)
    return makeError(
        ExitCode::InvalidScript, {Source.fileName().str(), 0, 0},
        "no node '" + llvm::Twine(Id) + "'; this source has n1 to n" +
            llvm::Twine(Nodes.size()) + ", as `kmend outline` lists them");
  NodePart Part{Id.str(), {Ref->Begin, Ref->End}, Ref->Node};
  llvm::StringRef Walked = Id;
  while (!Rest.empty()) {
    auto [Name, More] = Rest.split('.');
    std::vector<NodePart> Parts;
    if (Part.Node)
      Parts = nodeParts(Source.context(), *Part.Node);
    auto It =
        llvm::find_if(Parts, [&](const NodePart &P) { return P.Name == Name; });
    if (It == Parts.end()) {
      llvm::StringRef Kind = Part.Node ? nodeKind(*Part.Node) : "token";
      return makeError(ExitCode::InvalidScript,
                       {Source.fileName().str(), Ref->Line, Ref->Column},
                       "'" + Walked + "' (" + Kind + " `" +
                           Source.text()
                               .slice(Part.Range.Begin, Part.Range.End)
                               .take_front(60) +
                           "`) has no part '." + Name +
                           "'; its parts: " + nameList(Parts));
    }
    Walked = Path.take_front(Name.end() - Path.begin());
    Part = *It;
    Rest = More;
  }
  Part.Name = Path.str();
  return Part;
}

} // namespace kmend
