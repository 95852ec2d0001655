//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matchers written as text, run over the main file.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_LIB_REWRITE_MATCHING_H
#define KMEND_LIB_REWRITE_MATCHING_H

#include "kmend/Frontend/ParsedSource.h"
#include "kmend/Rewrite/EditScript.h"
#include "clang/ASTMatchers/ASTMatchers.h"

namespace kmend {

/// Compiles \p Text with the vocabulary of Vocabulary.h; nodes that only the
/// compiler wrote are passed over. A matcher of types is refused.
llvm::Expected<clang::ast_matchers::internal::DynTypedMatcher>
parseMatcher(llvm::StringRef Text, const SourceLocation &Where, ExitCode Code);

/// The matches in source order of the node bound as \p Name, each text range
/// once.
std::vector<clang::ast_matchers::BoundNodes>
matchesOf(const ParsedSource &Source,
          const clang::ast_matchers::internal::DynTypedMatcher &Matcher,
          llvm::StringRef Name);

/// The node of a matcher target of an edit script.
llvm::Expected<clang::DynTypedNode> matchedNode(const ParsedSource &Source,
                                                const EditTarget &Target);

/// The function around \p Node: the innermost that is no lambda, or null.
const clang::FunctionDecl *functionAround(clang::ASTContext &Context,
                                          const clang::DynTypedNode &Node);

} // namespace kmend

#endif // KMEND_LIB_REWRITE_MATCHING_H
