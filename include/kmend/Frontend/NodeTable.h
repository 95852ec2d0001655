//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ids of syntax-tree nodes: n1, n2, ... in source order, stable for one text.
// The numbered listing of `kmend outline` and edit scripts speak in them.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_FRONTEND_NODETABLE_H
#define KMEND_FRONTEND_NODETABLE_H

#include "kmend/Frontend/NodeParts.h"
#include "kmend/Frontend/ParsedSource.h"
#include "clang/AST/ASTTypeTraits.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>
#include <vector>

namespace kmend {

/// A node that can be named. Functions, variables, parameters, fields, aliases,
/// statements and compound expressions have ids; a name or a literal is reached
/// as a part of what it stands in.
struct NodeRef {
  unsigned Id = 0; ///< n<Id>
  clang::DynTypedNode Node;
  unsigned Begin = 0, End = 0; ///< byte range in the text, statements with `;`
  unsigned Line = 0, Column = 0;
  std::string Function; ///< the function it stands in, empty at file scope
};

class NodeTable {
public:
  explicit NodeTable(const ParsedSource &Source);

  llvm::ArrayRef<NodeRef> nodes() const { return Nodes; }
  /// The node of "n14".
  const NodeRef *find(llvm::StringRef Id) const;
  /// The id of exactly this node, or of the smallest numbered node around it.
  const NodeRef *containing(const clang::DynTypedNode &Node) const;
  /// The smallest numbered node over a byte range.
  const NodeRef *containing(unsigned Begin, unsigned End) const;
  /// The node or part of "n14", "n14.cond" or "n14.cond.lhs". The error says
  /// what does not exist and names what does; exit code InvalidScript.
  llvm::Expected<NodePart> resolve(llvm::StringRef Path) const;
  /// The text of \p Ref.
  llvm::StringRef text(const NodeRef &Ref) const;

private:
  const ParsedSource &Source;
  std::vector<NodeRef> Nodes;
  llvm::DenseMap<const void *, unsigned> IdOf; ///< by node, counted from 1
};

} // namespace kmend

#endif // KMEND_FRONTEND_NODETABLE_H
