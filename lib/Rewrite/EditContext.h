//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What an operation works with: the source, its nodes, the edits collected so
// far, and the words to refuse with.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_REWRITE_EDITCONTEXT_H
#define KMEND_LIB_REWRITE_EDITCONTEXT_H

#include "EditList.h"
#include "StatementPlace.h"
#include "kmend/Frontend/KernelIndex.h"
#include "kmend/Rewrite/Rewriter.h"

namespace kmend {

class EditContext {
public:
  EditContext(const ParsedSource &Source, CardLookup Cards)
      : Source(Source), Nodes(Source), Index(buildKernelIndex(Source)),
        Cards(Cards) {}

  const ParsedSource &Source;
  const NodeTable Nodes;
  const KernelIndex Index;
  CardLookup Cards;
  EditList Edits;

  clang::ASTContext &ast() const { return Source.context(); }
  llvm::StringRef text(ByteRange Range) const {
    return Source.text().slice(Range.Begin, Range.End);
  }

  /// The node that an edit aims at; fails when it does not exist or `expect`
  /// says otherwise.
  llvm::Expected<NodePart> target(const Edit &E) const;
  /// The statement that an edit aims at.
  llvm::Expected<StatementPlace> statement(const Edit &E,
                                           const NodePart &Target) const;
  /// The variable, parameter, field or alias that an edit aims at.
  llvm::Expected<const clang::NamedDecl *>
  declaration(const Edit &E, const NodePart &Target) const;

  /// An error at a place of the source with exit code InvalidScript.
  llvm::Error refuse(ByteRange At, const llvm::Twine &Message) const;
  /// `n14 "text"` of the node at \p At.
  std::string describe(ByteRange At) const;
  /// The nodes around \p At, as advice: `n12 if, n13 "a < b"`.
  std::string nearest(ByteRange At) const;
};

} // namespace kmend

#endif // KMEND_LIB_REWRITE_EDITCONTEXT_H
