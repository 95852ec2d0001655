//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The sites of a card with what is bound there, for listing and for applying.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_REWRITE_CARDSITES_H
#define KMEND_LIB_REWRITE_CARDSITES_H

#include "Builtins/SourceText.h"
#include "EditContext.h"
#include "clang/ASTMatchers/ASTMatchers.h"

namespace kmend {

/// A match of a card's matcher in its scope; with a mutation, one of the ways
/// to change it.
struct CardMatch {
  unsigned Index = 0;
  clang::ast_matchers::BoundNodes Nodes;
  ByteRange Range; ///< of "site"
  const clang::FunctionDecl *Function = nullptr;
  std::optional<Variant> Change; ///< of a mutation
};

/// The matches of \p Rule, whether its edits are possible there or not; when
/// \p Rewrite is a mutation, one for every way to change a match: the first way
/// of all of them before the second.
llvm::Expected<std::vector<CardMatch>> cardMatches(EditContext &Context,
                                                   const CardRule &Rule,
                                                   const CardRewrite *Rewrite);

/// Adds the edits of \p Rewrite at \p Match to \p Context.Edits, all or none;
/// the error says why they are not possible.
llvm::Error applyAtSite(EditContext &Context, const CardRule &Rule,
                        const CardRewrite &Rewrite, const CardMatch &Match);

} // namespace kmend

#endif // KMEND_LIB_REWRITE_CARDSITES_H
